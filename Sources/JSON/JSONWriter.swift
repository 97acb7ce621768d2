extension JSONValue {
  /// Returns the value as JSON text in UTF-8, without whitespace.
  ///
  /// Cost: linear; uses stack in proportion to the depth.
  package func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.reserveCapacity(256)
    writer.write(self)
    return writer.bytes
  }
}

package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  /// Writes text as it is. The caller ensures that the result is valid JSON.
  package mutating func write(verbatim text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: write(verbatim: "null")
    case .bool(let bool): write(verbatim: bool ? "true" : "false")
    case .integer(let integer):
      if integer < 0 { bytes.append(UInt8(ascii: "-")) }
      write(digitsOf: integer.magnitude)
    case .double(let double):
      // JSON has no form for infinity and NaN; JavaScript writes null, too.
      if double.isFinite { append(double.description) } else { write(.null) }
    case .number(let spelling): append(spelling)
    case .string(let string): write(string)
    case .array(let elements):
      write(elements, between: UInt8(ascii: "["), and: UInt8(ascii: "]")) { writer, element in
        writer.write(element)
      }
    case .unsignedIntegers(let integers):
      write(integers, between: UInt8(ascii: "["), and: UInt8(ascii: "]")) { writer, integer in
        writer.write(digitsOf: UInt64(clamping: integer))
      }
    case .object(let object):
      write(object.members, between: UInt8(ascii: "{"), and: UInt8(ascii: "}")) { writer, member in
        writer.write(member.key)
        writer.bytes.append(UInt8(ascii: ":"))
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between open: UInt8, and close: UInt8,
    writeElement: (inout JSONWriter, Element) -> Void
  ) {
    bytes.append(open)
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      writeElement(&self, element)
    }
    bytes.append(close)
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(digitsOf number: UInt64) {
    // The power of ten of the first digit, at most `number` or 1, so `unit` cannot overflow.
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { content in
      var start = 0
      for index in content.indices where Self.needsEscape(content[index]) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: content[start..<index]))
        writeEscape(of: content[index])
        start = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: content[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write(verbatim: #"\""#)
    case UInt8(ascii: "\\"): write(verbatim: #"\\"#)
    case 0x08: write(verbatim: #"\b"#)
    case 0x09: write(verbatim: #"\t"#)
    case 0x0A: write(verbatim: #"\n"#)
    case 0x0C: write(verbatim: #"\f"#)
    case 0x0D: write(verbatim: #"\r"#)
    default:
      write(verbatim: byte < 0x10 ? #"\u000"# : #"\u001"#)
      let digit = byte & 0x0F
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
