import Foundation

/// A file descriptor for writing. Not Foundation's `FileHandle`, whose `write(_:)` traps on errors.
struct Descriptor {
  static let standardOutput = Descriptor(number: 1)
  static let standardError = Descriptor(number: 2)

  let number: Int32

  /// Writes all of `text`, and waits if the reader is slow.
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

  /// Writes texts in order, keeping about 64 KiB of them in memory at a time.
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

  /// Opens /dev/null for closed standard descriptors. Otherwise, a file opened later would get such
  /// a number, and the program's output would be written into that file. Reading or writing these
  /// descriptors still fails.
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
