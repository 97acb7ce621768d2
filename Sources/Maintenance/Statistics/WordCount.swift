/// Counts words: the parts of a text between white space.
enum WordCount {
  static func words(in bytes: UnsafeRawBufferPointer) -> Int {
    var (count, index, isInWord) = (0, 0, false)
    while index < bytes.count {
      let end = min(index + part, bytes.count)
      if let starts = starts(in: bytes, index..<end) {
        let first = bytes[index]
        count &+= starts &+ (!isInWord && !isSpace(first) ? 1 : 0)
        isInWord = !isSpace(bytes[end - 1])
        index = end
        continue
      }
      while index < end {
        let space = isSpace(bytes[index]) ? 1 : space(in: bytes, at: index)
        if space == 0, !isInWord { count &+= 1 }
        isInWord = space == 0
        index &+= max(1, space)
      }
    }
    return count
  }

  /// The number of bytes counted together, small enough for a count of words that fits in a byte.
  private static let part = 128

  /// Returns the number of bytes in `range`, except the first, with which a word begins; nil if
  /// there may be non-ASCII white space. The loops have no branches, so that the compiler can
  /// vectorize them.
  private static func starts(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var (starts, others): (UInt8, UInt8) = (0, 0)
    for index in range.dropFirst() {
      starts &+= (isSpace(bytes[index - 1]) ? 1 : 0) & (isSpace(bytes[index]) ? 0 : 1)
    }
    for index in range { others |= mayBeginSpace(bytes[index]) ? 1 : 0 }
    return others == 0 ? Int(starts) : nil
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte &- 0x09 <= 4
  }

  /// Whether non-ASCII white space may begin with `byte`. Most other letters do not.
  @inline(__always)
  private static func mayBeginSpace(_ byte: UInt8) -> Bool {
    byte == 0xC2 || byte &- 0xE1 <= 2
  }

  /// Returns the length in bytes of the non-ASCII white space (as defined by Unicode) at `index`; 0
  /// if there is none.
  private static func space(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let first = bytes[index]
    guard mayBeginSpace(first), index + 1 < bytes.count else { return 0 }
    let third = index + 2 < bytes.count ? bytes[index + 2] : 0
    return switch (first, bytes[index + 1], third) {
    case (0xC2, 0x85, _), (0xC2, 0xA0, _): 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      3
    default: 0
    }
  }
}
