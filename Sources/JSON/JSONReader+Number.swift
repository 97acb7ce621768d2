extension JSONReader {
  /// Reads the number that starts at `index`.
  ///
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

  /// Reads one digit or more.
  private mutating func readDigits(_ body: (Int64) -> Void = { _ in }) throws(JSONError) {
    let start = index
    while next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
      body(Int64(next &- UInt8(ascii: "0")))
      index += 1
    }
    guard index > start else { throw JSONError(.malformedNumber, at: index) }
  }

  /// `integer` with one more decimal digit, nil if that does not fit. Negative numbers grow
  /// downwards, since the least integer has no positive counterpart.
  private static func append(_ digit: Int64, to integer: Int64, isNegative: Bool) -> Int64? {
    let (shifted, overflow) = integer.multipliedReportingOverflow(by: 10)
    let (sum, carry) =
      isNegative
      ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
    return overflow || carry ? nil : sum
  }
}
