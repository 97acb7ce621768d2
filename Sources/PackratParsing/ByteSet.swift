/// A set of byte values, asked in a few instructions.
@frozen
package struct ByteSet: Sendable, Equatable {
  @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)

  /// The set whose member `b` is bit `b % 64` of word `b / 64`.
  @inlinable
  package init(_ word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
    words = (word0, word1, word2, word3)
  }

  /// Whether `byte` is in the set.
  @inlinable @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    let low = byte < 64 ? words.0 : words.1
    let high = byte < 192 ? words.2 : words.3
    return ((byte < 128 ? low : high) &>> UInt64(truncatingIfNeeded: byte & 63)) & 1 == 1
  }

  /// Whether both sets have the same members.
  package static func == (left: ByteSet, right: ByteSet) -> Bool { left.words == right.words }
}
