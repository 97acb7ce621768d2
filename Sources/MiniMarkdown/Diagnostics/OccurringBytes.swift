import PackratParsing

/// The ASCII bytes that occur in a text. Most blocks lack the marks that a diagnostic is about, and one look at the
/// text says so to all of them.
struct OccurringBytes {
  /// Bit `b % 64` of word `b / 64` is set if byte `b` occurs.
  private var words: (UInt64, UInt64) = (0, 0)

  /// Cost: linear in the text, below a nanosecond for each byte.
  init(_ text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { text in
      var (low, high): (UInt64, UInt64) = (0, 0)
      for byte in text where byte < 0x80 {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: byte & 63)
        if byte < 64 { low |= bit } else { high |= bit }
      }
      words = (low, high)
    }
  }

  /// Whether `mark`, which is ASCII, occurs.
  func has(_ mark: Unicode.Scalar) -> Bool {
    let value = UInt64(truncatingIfNeeded: mark.value)
    return (value < 64 ? words.0 : words.1) &>> (value & 63) & 1 == 1
  }
}
