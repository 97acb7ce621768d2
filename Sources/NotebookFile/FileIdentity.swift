package import Foundation

/// Which file it is and in which state: enough to see that another one took its place.
package struct FileIdentity: Sendable, Hashable {
  /// The file system the file is on.
  package let device: UInt64
  /// The file's number there.
  package let inode: UInt64
  /// Bytes.
  package let size: Int64
  /// When its content last changed, in nanoseconds since 1970.
  package let modified: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Looks at the file at `path`, through symbolic links; nil when there is none to be seen.
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
  /// How many seconds ago it was when a file's clock said `time`, in nanoseconds since 1970; below 0 if
  /// that is still to come.
  ///
  /// Clocks can say anything, even years of which the nanoseconds fit no whole number: so fractions
  /// are counted, which end nowhere.
  package func age(ofFileTime time: Int64) -> Double {
    timeIntervalSince1970 - Double(time) / 1e9
  }
}
