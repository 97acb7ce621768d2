import Foundation

/// The pipes between client and server. Swift's Glibc module lacks the command that sets their
/// size.
enum Pipes {
  private static let setSize: Int32 = 1031  // F_SETPIPE_SZ

  /// The largest size that Linux allows an ordinary user's pipe by default, in bytes.
  private static let size: Int32 = 1 << 20

  /// Sets the capacity of pipes to 1 MiB. With the usual 64 KiB, Emacs pauses for 20 ms each time
  /// the pipe is full: sending a note of 1 MB takes a third of a second.
  ///
  /// Does nothing for other kinds of files, or if the system refuses.
  static func widen(_ descriptors: Int32...) {
    #if os(Linux)
      for descriptor in descriptors { _ = fcntl(descriptor, setSize, size) }
    #endif
  }
}
