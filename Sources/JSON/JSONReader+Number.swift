extension JSONReader {
  /// Source: RFC 8259, section 6.
  mutating func readNumber() throws(JSONError) -> JSONValue {
    let start = index
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { index += 1 }

    var integer: Int64? = 0
    if next == UInt8(ascii: "0") {
      index += 1
    } else {
      try readDigits { digit in
        integer = integer.flatMap { Self.append(digit, to: $0, isNegative: isNegative) }
      }
    }

    var isIntegral = true
    if next == UInt8(ascii: ".") {
      isIntegral = false
      index += 1
      try readDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      isIntegral = false
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try readDigits()
    }

    if isIntegral, let integer { return .integer(integer) }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let double = Double(text) else { throw JSONError(.malformedNumber, at: start) }
    return DecimalNumber.isExact(double, for: text) ? .double(double) : .number(text)
  }

  private mutating func readDigits(_ body: (Int64) -> Void = { _ in }) throws(JSONError) {
    let start = index
    while next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
      body(Int64(next &- UInt8(ascii: "0")))
      index += 1
    }
    guard index > start else { throw JSONError(.malformedNumber, at: index) }
  }

  /// Returns `integer` with one more decimal digit; nil on overflow. Subtracts the digits of
  /// negative numbers, since the least integer has no positive counterpart.
  private static func append(_ digit: Int64, to integer: Int64, isNegative: Bool) -> Int64? {
    let (shifted, overflow) = integer.multipliedReportingOverflow(by: 10)
    let (sum, carry) =
      isNegative
      ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
    return overflow || carry ? nil : sum
  }
}

/// A decimal number, regardless of its spelling: `1.50e3` and `1500` are equal.
struct DecimalNumber: Equatable {
  private var isNegative = false
  /// ASCII digits without zeros at either end; empty for zero.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0

  /// Reads a JSON number; nil if its exponent is 2³² or more in magnitude.
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

  /// Returns whether `double`, read from `text`, is written with the same decimal value as `text`.
  ///
  /// Cost: linear.
  static func isExact(_ double: Double, for text: String) -> Bool {
    // A double preserves fifteen digits.
    if double.isNormal, text.utf8.count <= 15 { return true }
    guard double.isFinite, let number = DecimalNumber(text) else { return false }
    return number == DecimalNumber(double.description)
  }
}
