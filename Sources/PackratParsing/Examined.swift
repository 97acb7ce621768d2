/// The bytes of the text that a record depends on, and those of them that scan loops only passed.
///
/// The bytes that a scan loop passes without a stop mean nothing by themselves: other bytes there,
/// that do not stop it either, lead it to the same end. So there are three parts: up to `end` any
/// rule may have looked; from there to `scannedEnd` only scan loops, which passed; after that, up
/// to `totalEnd`, are the bytes that rules examined where the loops had ended.
@frozen
package struct Examined {
  /// One more than the last byte of all looks that began before `scannedEnd`.
  @usableFromInline var end: Int
  /// The end of the first scan loop. `Int.max` as long as there was none.
  @usableFromInline var scannedEnd = Int.max
  /// One more than the last byte of the looks that began at or after `scannedEnd`.
  @usableFromInline var endAfter = 0

  /// A run that a scan loop passes counts as looked at if it is no longer, in bytes: so the short
  /// ones do not hide how far the long ones went.
  @inlinable static var longestLook: Int { 512 }

  @inlinable
  init(from start: Int) { end = start }

  /// One more than the last byte looked at.
  @inlinable var totalEnd: Int { max(end, endAfter) }

  /// Notes a look at `start..<lookEnd`.
  @inlinable @inline(__always)
  mutating func note(_ start: Int, _ lookEnd: Int) {
    if lookEnd <= end { return }
    if start < scannedEnd {
      end = lookEnd
    } else if lookEnd > endAfter {
      endAfter = lookEnd
    }
  }

  /// Notes that a scan loop passed all of `start..<passEnd` and stopped there.
  @inlinable
  mutating func notePassed(_ start: Int, _ passEnd: Int) {
    if start > scannedEnd {
      // It began after another: the bytes that one passed are looked at by now, or will be.
      end = totalEnd
      scannedEnd = passEnd
    } else {
      scannedEnd = min(scannedEnd, passEnd)
    }
  }
}
