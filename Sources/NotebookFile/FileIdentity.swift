package import Foundation

/// The identity of a file and its state, to detect that it was changed or replaced.
package struct FileIdentity: Sendable, Hashable {
  package let device: UInt64
  package let inode: UInt64
  /// The size in bytes.
  package let size: Int64
  /// When the content was last changed, in nanoseconds since 1970.
  package let modified: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Reads the identity of the file at `path`, through symbolic links.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  package init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(truncatingIfNeeded: status.st_size)
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  package func isSameFile(as other: FileIdentity?) -> Bool {
    device == other?.device && inode == other?.inode
  }
}

extension Date {
  /// Returns the age in seconds of a file's `time`, in nanoseconds since 1970; negative if it is in
  /// the future.
  ///
  /// A double, since clocks can be so wrong that a difference in nanoseconds overflows an integer.
  package func age(ofFileTime time: Int64) -> Double {
    timeIntervalSince1970 - Double(time) / 1e9
  }
}
