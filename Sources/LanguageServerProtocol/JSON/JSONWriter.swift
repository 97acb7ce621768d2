extension JSONValue {
  /// The value as JSON text in UTF-8, without whitespace.
  ///
  /// Cost: linear; stack in proportion to the depth.
  public func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

/// Appends JSON text to bytes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: write(ascii: "null")
    case .bool(let bool): write(ascii: bool ? "true" : "false")
    case .integer(let integer):
      if integer < 0 { bytes.append(UInt8(ascii: "-")) }
      write(digitsOf: integer.magnitude)
    case .double(let double):
      // JSON has no form for infinity and NaN; JavaScript writes null, too.
      if double.isFinite { bytes.append(contentsOf: double.description.utf8) } else { write(.null) }
    case .string(let string): write(string)
    case .array(let elements):
      write(elements, between: "[", and: "]") { writer, element in writer.write(element) }
    case .unsignedIntegers(let integers):
      write(integers, between: "[", and: "]") { writer, integer in
        writer.write(digitsOf: UInt64(integer))
      }
    case .object(let object):
      write(object.members, between: "{", and: "}") { writer, member in
        writer.write(member.key)
        writer.bytes.append(UInt8(ascii: ":"))
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between open: StaticString, and close: StaticString,
    writeElement: (inout JSONWriter, Element) -> Void
  ) {
    write(ascii: open)
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      writeElement(&self, element)
    }
    write(ascii: close)
  }

  private mutating func write(ascii text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func write(digitsOf number: UInt64) {
    // The power of ten of the first digit; it is at most the number, so it cannot overflow.
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
  }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { content in
      // Copies runs of plain bytes at once.
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
    case UInt8(ascii: "\""): write(ascii: #"\""#)
    case UInt8(ascii: "\\"): write(ascii: #"\\"#)
    case 0x08: write(ascii: #"\b"#)
    case 0x09: write(ascii: #"\t"#)
    case 0x0A: write(ascii: #"\n"#)
    case 0x0C: write(ascii: #"\f"#)
    case 0x0D: write(ascii: #"\r"#)
    default:
      write(ascii: byte < 0x10 ? #"\u000"# : #"\u001"#)
      let digit = byte & 0x0F
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
