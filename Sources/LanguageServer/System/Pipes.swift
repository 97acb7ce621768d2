import Foundation

/// The pipes between client and server. Swift's Glibc lacks the command that sets their size.
enum Pipes {
  private static let setSize: Int32 = 1031  // F_SETPIPE_SZ

  /// The most that Linux gives a pipe of an ordinary user, in bytes.
  private static let size: Int32 = 1 << 20

  /// Lets as much wait in a pipe as the system allows. In one of the usual 64 KiB, Emacs rests for 20 ms
  /// each time that it is full: sending a note of 1 MB takes a third of a second.
  ///
  /// Another kind of file stays as it is, and so does a pipe where the system refuses.
  static func widen(_ descriptors: Int32...) {
    #if os(Linux)
      for descriptor in descriptors { _ = fcntl(descriptor, setSize, size) }
    #endif
  }
}
