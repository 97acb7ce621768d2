package import Foundation

/// The identity of a file and its state: enough to see that another one took its place.
package struct FileIdentity: Sendable, Hashable {
  /// The file system the file is on.
  package let device: UInt64
  /// The file's number there.
  package let inode: UInt64
  /// Bytes.
  package let size: Int64
  /// The time at which its content last changed, in nanoseconds since 1970.
  package let modified: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Looks at the file at `path`, through symbolic links. Returns nil if no file can be seen.
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

  /// Whether both are one file, in whatever state.
  package func isSameFile(as other: FileIdentity?) -> Bool {
    device == other?.device && inode == other?.inode
  }
}

extension Date {
  /// The age in seconds of a file's time `time`, in nanoseconds since 1970; below 0 if it lies in
  /// the future.
  ///
  /// Clocks can say anything, even years whose nanoseconds overflow an integer: so the age is a
  /// fraction, which cannot.
  package func age(ofFileTime time: Int64) -> Double {
    timeIntervalSince1970 - Double(time) / 1e9
  }
}
