import Foundation

/// The space that is left on a disk.
package enum Room {
  /// Bytes. A write that needs more than it finds half-way leaves doubt about what is kept, so none begins with
  /// less: twice the memory that processes share, and the pages of a save, its history and its publication.
  package static let least: Int64 = 512 << 10

  /// Whether the disk of `folder` has room for writes of `bytes`, and for what every write needs. True where the
  /// file system does not say. Cost: a system call.
  package static func isThere(in folder: String, for bytes: Int64 = 0) -> Bool {
    var status = statvfs()
    guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return true }
    let (free, isMore) = UInt64(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(clamping: status.f_frsize))
    let (needed, isTooMuch) = least.addingReportingOverflow(max(0, bytes))
    return isMore || !isTooMuch && free >= UInt64(clamping: needed)
  }

  /// Throws `ENOSPC` if there is none.
  package static func require(in folder: String, for bytes: Int64 = 0) throws {
    guard isThere(in: folder, for: bytes) else { throw SystemError(code: ENOSPC) }
  }
}
