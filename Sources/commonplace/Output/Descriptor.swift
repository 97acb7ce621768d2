import Foundation

/// A file descriptor that is written to. Foundation's `FileHandle` traps where a write fails.
struct Descriptor {
  static let standardOutput = Descriptor(number: 1)
  static let standardError = Descriptor(number: 2)

  let number: Int32

  /// Writes all of `text`, and waits where the reader is slow.
  func write(_ text: String) throws(OutputError) {
    var rest = ArraySlice(text.utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN:
        var state = pollfd(fd: number, events: Int16(truncatingIfNeeded: POLLOUT), revents: 0)
        _ = poll(&state, 1, -1)
      case EPIPE: throw .readerIsGone
      case let error: throw .failed(error)
      }
    }
  }

  /// Writes texts, one after the other. Only a part of them is held at a time.
  func write(_ texts: some Sequence<String>) throws(OutputError) {
    var part = ""
    for text in texts {
      part += text
      guard part.utf8.count >= 1 << 16 else { continue }
      try write(part)
      part = ""
    }
    try write(part)
  }

  /// The descriptors that a command may need at a time. Below that, SQLite takes a failure to open a file
  /// for many things, and Dispatch ends the process.
  private static let needed = 48

  /// Lets this process open 1024 files if it may, and throws if it cannot open as many as a command needs.
  static func ensureRoom() throws(CommandFailure) {
    #if canImport(Darwin)
      let files = RLIMIT_NOFILE
    #else
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    if getrlimit(files, &limit) == 0, limit.rlim_cur < 1024 {
      limit.rlim_cur = min(1024, limit.rlim_max)
      setrlimit(files, &limit)
    }
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw CommandFailure(
          .inputOutput, "the system lets this program open only \(opened.count) more files",
          "raise the limit to 256: ulimit -n 256")
      }
      opened.append(descriptor)
    }
  }

  /// Fills the places of standard descriptors that are closed, so that no file opened later gets
  /// their numbers, and with them the output for people. Reading or writing there fails as before.
  static func fillClosed() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
      let descriptor = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
      if descriptor >= 0, descriptor != number {
        dup2(descriptor, number)
        close(descriptor)
      }
    }
  }
}
