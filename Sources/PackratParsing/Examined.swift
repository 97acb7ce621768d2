/// The bytes of the text that a record depends on, and which of them scan loops only passed.
///
/// A scan loop passes bytes that do not stop it; other such bytes lead to the same result. So there
/// are three ranges. Up to `end`, rules may have examined any byte. From `end` to `scannedEnd`,
/// only scan loops passed the bytes. From `scannedEnd` to `totalEnd`, rules examined the bytes
/// after the loops had ended.
@frozen
package struct Examined {
  /// The end of the bytes examined by reads that began before `scannedEnd`.
  @usableFromInline var end: Int
  /// The end of the bytes that only scan loops passed; `Int.max` if none passed more than
  /// `longestLook` bytes.
  @usableFromInline var scannedEnd = Int.max
  /// The end of the bytes examined by reads that began at or after `scannedEnd`.
  @usableFromInline var endAfter = 0

  /// The longest scanned run, in UTF-8 bytes, that counts as examined: short runs must not hide the
  /// extent of long ones.
  @inlinable static var longestLook: Int { 512 }

  @inlinable
  init(from start: Int) { end = start }

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
      // The loop began after another one, whose bytes count as examined from now on.
      end = totalEnd
      scannedEnd = passEnd
    } else {
      scannedEnd = min(scannedEnd, passEnd)
    }
  }
}
