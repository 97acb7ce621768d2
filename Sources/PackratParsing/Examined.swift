/// Which bytes of the text a record depends on, and on which of them only as far as scan loops passed
/// them by.
///
/// What a scan loop passes without a stop means nothing by itself: other bytes in its place, that do
/// not stop it either, lead it to the same end. So there are three parts: up to `end` anything may
/// have looked; from there to `scannedEnd` scan loops alone, which passed; behind, up to `totalEnd`,
/// is what was looked at where they had ended.
@frozen
public struct Examined {
  /// One more than the last byte of all looks that began before `scannedEnd`.
  @usableFromInline var end: Int
  /// Where the first scan loop ended. Far away as long as there was none.
  @usableFromInline var scannedEnd = Int.max
  /// One more than the last byte of the looks that began at `scannedEnd` or behind it.
  @usableFromInline var endBehind = 0

  /// What a scan loop passes counts as looked at if it is no longer, in bytes: so the short ones do
  /// not hide how far the long ones went.
  @inlinable static var longestLook: Int { 512 }

  @inlinable
  init(from start: Int) { end = start }

  /// One more than the last byte looked at.
  @inlinable var totalEnd: Int { max(end, endBehind) }

  /// Notes a look at `start..<lookEnd`.
  @inlinable @inline(__always)
  mutating func note(_ start: Int, _ lookEnd: Int) {
    if lookEnd <= end { return }
    if start < scannedEnd {
      end = lookEnd
    } else if lookEnd > endBehind {
      endBehind = lookEnd
    }
  }

  /// Notes that a scan loop passed all of `start..<passEnd` and stopped there.
  @inlinable
  mutating func notePassed(_ start: Int, _ passEnd: Int) {
    if start > scannedEnd {
      // It began behind another: what that one passed is looked at by now, or will be.
      end = totalEnd
      scannedEnd = passEnd
    } else {
      scannedEnd = min(scannedEnd, passEnd)
    }
  }
}
