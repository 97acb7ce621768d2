import Foundation

/// A lock that one thread of one process holds at a time. The system releases it when the process
/// ends.
package struct FileLock: ~Copyable {
  private let file: Int32

  /// Waits for the lock at `path` for at most `patience`. Creates the file if it is missing.
  ///
  /// Throws `SystemError`, with `EWOULDBLOCK` if the lock was not free in that time.
  package init(path: String, patience: Duration) throws {
    // Opening a broken symbolic link would create a file in another folder.
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
    // Closing is not enough: a child process inherits the open file until it executes its program.
    flock(file, LOCK_UN)
    close(file)
  }
}
