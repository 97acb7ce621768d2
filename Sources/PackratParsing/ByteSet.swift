/// A set of bytes; a membership test takes a few instructions.
@frozen
package struct ByteSet: Sendable, Equatable {
  @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates the set from a bit mask: byte `b` is bit `b % 64` of word `b / 64`.
  @inlinable
  package init(_ word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
    words = (word0, word1, word2, word3)
  }

  @inlinable @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    let low = byte < 64 ? words.0 : words.1
    let high = byte < 192 ? words.2 : words.3
    return ((byte < 128 ? low : high) &>> UInt64(truncatingIfNeeded: byte & 63)) & 1 == 1
  }

  package static func == (left: ByteSet, right: ByteSet) -> Bool { left.words == right.words }
}
