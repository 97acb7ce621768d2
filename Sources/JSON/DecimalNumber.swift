/// A decimal number apart from how it is spelled: `1.50e3` and `1500` are equal.
struct DecimalNumber: Equatable {
  private var isNegative = false
  /// ASCII digits without zeros at either end; empty for zero.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0

  /// Reads a JSON number; nil if its exponent is beyond all measure.
  init?(_ text: String) {
    var isFraction = false
    var bytes = text.utf8[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let power = Int(Substring(bytes)), power.magnitude < 1 << 32 else { return nil }
        exponent += power
        bytes = bytes[bytes.endIndex...]
      default:
        if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
        if isFraction { exponent -= 1 }
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { exponent = 0 }
  }

  /// Whether `double`, read from `text`, is written with the value that `text` has.
  ///
  /// Cost: linear.
  static func isExact(_ double: Double, for text: String) -> Bool {
    // Fifteen digits always come back.
    if double.isNormal, text.utf8.count <= 15 { return true }
    guard double.isFinite, let number = DecimalNumber(text) else { return false }
    return number == DecimalNumber(double.description)
  }
}
