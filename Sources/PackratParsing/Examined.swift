/// The bytes of the text that a record depends on, and which of them scan loops only passed.
///
/// Bytes that a scan loop passes do not matter individually: other bytes that do not stop it lead
/// to the same end. So there are three ranges. Any rule may have examined the bytes up to `end`;
/// only scan loops passed those from there to `scannedEnd`; rules examined the bytes from there to
/// `totalEnd`, after the loops had ended.
@frozen
package struct Examined {
  /// The end of the bytes examined by reads that began before `scannedEnd`.
  @usableFromInline var end: Int
  /// The offset at which the first scan loop ended. `Int.max` if there was none.
  @usableFromInline var scannedEnd = Int.max
  /// The end of the bytes examined by reads that began at or after `scannedEnd`.
  @usableFromInline var endAfter = 0

  /// The longest scanned run, in UTF-8 bytes, that counts as examined: short runs must not hide the
  /// extent of long ones.
  @inlinable static var longestLook: Int { 512 }

  @inlinable
  init(from start: Int) { end = start }

  /// The end of all bytes examined.
  @inlinable var totalEnd: Int { max(end, endAfter) }

  /// Records that `start..<lookEnd` was examined.
  @inlinable @inline(__always)
  mutating func note(_ start: Int, _ lookEnd: Int) {
    if lookEnd <= end { return }
    if start < scannedEnd {
      end = lookEnd
    } else if lookEnd > endAfter {
      endAfter = lookEnd
    }
  }

  /// Records that a scan loop passed `start..<passEnd` and stopped there.
  @inlinable
  mutating func notePassed(_ start: Int, _ passEnd: Int) {
    if start > scannedEnd {
      // It began after another loop, whose bytes count as examined from now on.
      end = totalEnd
      scannedEnd = passEnd
    } else {
      scannedEnd = min(scannedEnd, passEnd)
    }
  }
}
