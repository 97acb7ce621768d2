/// The bytes at which a scan of text stops. One byte decides, or one byte and the next. Stored as
/// two strings of 256 ASCII characters, so that a compiled grammar contains them as constants.
@frozen
package struct StopTable: Sendable {
  @usableFromInline let rules: StaticString
  @usableFromInline let followers: StaticString

  /// Creates a table. `rules` has one character for each byte. `0` passes the byte, and `1` stops.
  /// `0` plus a power of two from 2 to 32 stops if the next byte has that bit in `followers`, which
  /// is encoded the same way.
  @inlinable
  package init(_ rules: StaticString, _ followers: StaticString) {
    self.rules = rules
    self.followers = followers
  }

  @inlinable static var pass: UInt8 { 0x30 }
  @inlinable static var stop: UInt8 { 0x31 }

  @inlinable @inline(__always)
  func rule(for byte: UInt8) -> UInt8 { rules.utf8Start[Int(byte)] }

  @inlinable @inline(__always)
  func stops(_ rule: UInt8, before byte: UInt8) -> Bool {
    (rule &- 0x30) & (followers.utf8Start[Int(byte)] &- 0x30) != 0
  }

  /// Returns whether a scan passes all of `bytes` but the last, and also the last if it ends the
  /// text.
  func passes(_ bytes: [UInt8], isEnd: Bool) -> Bool {
    if isEnd, let last = bytes.last, rule(for: last) == Self.stop { return false }
    return zip(bytes, bytes.dropFirst()).allSatisfy { isStop($0, before: $1) == 0 }
  }

  /// Returns a nonzero value if `byte` stops a scan when `next` follows it; computed without a
  /// branch.
  @inlinable @inline(__always)
  func isStop(_ byte: UInt8, before next: UInt8) -> UInt8 {
    // `stop` is bit 0, which is added to the value of any byte in `followers`.
    (rule(for: byte) &- 0x30) & ((followers.utf8Start[Int(next)] &- 0x30) | 1)
  }
}
