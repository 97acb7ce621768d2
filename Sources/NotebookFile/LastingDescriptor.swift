import Base
import CSystem
import Foundation

/// Descriptors of files that SQLite also has open in this process. They are never closed: closing
/// any descriptor of a file releases all locks of the process on it, including SQLite's locks
/// (https://www.sqlite.org/howtocorrupt.html, “Posix advisory locks canceled”).
package enum LastingDescriptor {
  private struct File: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  private static let most = 32

  private static let held = Mutex<[File: Int32]>([:])

  /// Returns a descriptor for reading the file at `path`; nil if its file system cannot share
  /// blocks between files, the file cannot be opened or is replaced during the call, or too many
  /// are open.
  package static func forCloning(_ path: String) -> Int32? {
    guard file_may_clone(path) == 1, let file = file(path) else { return nil }
    return held.withLock { held in
      if let descriptor = held[file] { return descriptor }
      guard held.count < most, let descriptor = try? SystemCall.open(path, O_RDONLY) else {
        return nil
      }
      // Another file may have the path now; its descriptor is kept, too.
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
