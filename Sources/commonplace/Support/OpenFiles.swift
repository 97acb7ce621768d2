import Foundation

/// The files that this process may have open.
enum OpenFiles {
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
}
