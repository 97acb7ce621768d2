import Foundation

package enum Room {
  /// Minimum free space for a write, in bytes. If a disk fills up during a write, it is unknown
  /// what was saved.
  package static let least: Int64 = 512 << 10

  /// Whether the disk of `folder` has room for `bytes` in addition to `least`. True if the file
  /// system does not report its free space.
  package static func isThere(in folder: String, for bytes: Int64 = 0) -> Bool {
    var status = statvfs()
    guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return true }
    let (free, isMore) = UInt64(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(clamping: status.f_frsize))
    let (needed, isTooMuch) = least.addingReportingOverflow(max(0, bytes))
    return isMore || !isTooMuch && free >= UInt64(clamping: needed)
  }

  package static func require(in folder: String, for bytes: Int64 = 0) throws {
    guard isThere(in: folder, for: bytes) else { throw SystemError(code: ENOSPC) }
  }
}
