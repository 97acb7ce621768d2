import PackratParsing

/// The ASCII bytes that occur in a text, and those with which its lines begin. Most blocks lack the
/// markers that a rule looks for; one pass over the text serves all rules.
struct OccurringBytes {
  private var all = ASCIISet()
  private var lineStarts = ASCIISet()

  /// Cost: linear in the text.
  init(_ text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { text in
      all.insert(text)
      var rest = text[...]
      while let first = rest.first {
        lineStarts.insert(first)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { break }
        rest = rest[(end + 1)...]
      }
    }
  }

  /// Returns whether `mark`, which must be ASCII, occurs.
  func has(_ mark: Unicode.Scalar) -> Bool { all.contains(UInt8(truncatingIfNeeded: mark.value)) }

  /// Whether a byte occurs that is not ASCII, or is 0x7F.
  var hasOther: Bool { all.contains(ASCIISet.other) }

  /// Returns whether a line begins with `mark`, which must be ASCII.
  func begins(_ mark: Unicode.Scalar) -> Bool {
    lineStarts.contains(UInt8(truncatingIfNeeded: mark.value))
  }

  /// Returns whether `root`, or a line of the text, begins with one of `marks`.
  func begin(_ root: Syntax, with marks: ASCIISet) -> Bool {
    lineStarts.intersects(marks) || marks.contains(root.block.byte(at: root.range.lowerBound) ?? 0)
  }
}

struct ASCIISet {
  private var words: SIMD2<UInt64> = .zero

  /// The member that represents all bytes that are not ASCII, and 0x7F.
  static let other: UInt8 = 0x7F

  init() {}

  /// Creates a set of white space, control characters, bytes that are not ASCII, and `marks`.
  init(unusualAnd marks: String) {
    for byte in 0...UInt8(ascii: " ") { insert(byte) }
    insert(Self.other)
    for byte in marks.utf8 { insert(byte) }
  }

  mutating func insert(_ byte: UInt8) { words |= Self.members[Int(byte)] }

  mutating func insert(_ text: UnsafeBufferPointer<UInt8>) {
    var found = words
    Self.members.withUnsafeBufferPointer { members in
      for byte in text { found |= members[Int(byte)] }
    }
    words = found
  }

  /// The one-member set of each byte.
  private static let members: [SIMD2<UInt64>] = (0...UInt8.max).map { byte in
    let byte = min(byte, other)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: byte & 63)
    return SIMD2(byte &>> 6 == 0 ? bit : 0, byte &>> 6 == 1 ? bit : 0)
  }

  /// Returns whether `byte` is in the set. Bytes that are not ASCII are in it if `other` is.
  func contains(_ byte: UInt8) -> Bool {
    let byte = byte < 0x80 ? byte : Self.other
    return words[byte < 64 ? 0 : 1] &>> UInt64(truncatingIfNeeded: byte & 63) & 1 == 1
  }

  func intersects(_ other: ASCIISet) -> Bool {
    words & other.words != .zero
  }
}
