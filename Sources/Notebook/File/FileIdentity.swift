internal import Foundation

/// Which file it is and in which state: enough to see that another one took its place.
public struct FileIdentity: Sendable, Hashable {
  /// The file system the file is on.
  public let device: UInt64
  /// The file's number there.
  public let inode: UInt64
  /// Bytes.
  public let size: Int64
  /// When its content last changed, in nanoseconds since 1970.
  public let modified: Int64

  /// Looks at the file at `path`, through symbolic links; nil when there is none to be seen.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
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
  func isSameFile(as other: FileIdentity?) -> Bool {
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
