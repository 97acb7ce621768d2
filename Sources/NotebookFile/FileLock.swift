import Foundation

/// A lock that one process, and in it one thread, has at a time. A process that ends loses it.
package struct FileLock: ~Copyable {
  private let file: Int32

  /// Waits for the lock at `path`, which is made when missing, for at most `patience`.
  ///
  /// Throws `SystemError`, with `EWOULDBLOCK` when another has it all the time.
  package init(path: String, patience: Duration) throws {
    // A link that leads nowhere would make a file elsewhere.
    try SystemCall.requireFile(path)
    let file = try SystemCall.open(path, O_RDWR | O_CREAT)
    let deadline = ContinuousClock.now + patience
    var pause: UInt32 = 200
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, ContinuousClock.now < deadline else {
        close(file)
        throw SystemError(code: code)
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    self.file = file
  }

  deinit {
    // To close it is not enough: a process that is being started has it open, too, until its program begins.
    flock(file, LOCK_UN)
    close(file)
  }
}
