import Base
import CSystem
import Foundation

/// Descriptors of files that SQLite has open in this process, too. They are never closed: closing any
/// descriptor of a file releases all locks that the process has on it, those of SQLite among them
/// (https://www.sqlite.org/howtocorrupt.html, “Posix advisory locks canceled”).
package enum LastingDescriptor {
  private struct File: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  /// The most files that are held: a process works with few.
  private static let most = 32

  private static let held = Mutex<[File: Int32]>([:])

  /// A descriptor for reading the file at `path`, if files can share blocks there. Returns nil where they
  /// cannot, where no file is, and when too many are held.
  package static func forCloning(_ path: String) -> Int32? {
    guard file_may_clone(path) == 1, let file = file(path) else { return nil }
    return held.withLock { held in
      if let descriptor = held[file] { return descriptor }
      guard held.count < most, let descriptor = try? SystemCall.open(path, O_RDONLY) else {
        return nil
      }
      // It may be another file by now, which is held all the same.
      if let opened = try? SystemCall.identity(of: descriptor) {
        held[File(device: opened.device, inode: opened.inode)] = descriptor
      }
      return held[file]
    }
  }

  private static func file(_ path: String) -> File? {
    FileIdentity(path: path).map { File(device: $0.device, inode: $0.inode) }
  }
}
