extension JSONValue {
  /// Reads one JSON text (RFC 8259); nil when it is not one, or nested deeper than 100 levels.
  /// Cost: linear.
  init?(parsing text: String) {
    var reader = JSONReader(bytes: Array(text.utf8))
    guard let value = reader.document() else { return nil }
    self = value
  }
}

/// A recursive descent over the bytes of one JSON text. Every step answers nil when the text is
/// not JSON there.
private struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  var depth = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() -> JSONValue? {
    guard let value = value(), next() == nil else { return nil }
    return value
  }

  /// The next byte that is not white space, not consumed.
  private mutating func next() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case let byte: return byte
      }
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next() == byte else { return false }
    position += 1
    return true
  }

  private mutating func value() -> JSONValue? {
    switch next() {
    case UInt8(ascii: "{"): nested { $0.object() }
    case UInt8(ascii: "["): nested { $0.array() }
    case UInt8(ascii: "\""): string().map(JSONValue.string)
    case UInt8(ascii: "t"): literal("true", .bool(true))
    case UInt8(ascii: "f"): literal("false", .bool(false))
    case UInt8(ascii: "n"): literal("null", .null)
    default: number()
    }
  }

  private mutating func nested(_ body: (inout JSONReader) -> JSONValue?) -> JSONValue? {
    guard depth < 100 else { return nil }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return body(&self)
  }

  private mutating func object() -> JSONValue? {
    var members: [JSONValue.Member] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      guard next() == UInt8(ascii: "\""), let name = string(), take(UInt8(ascii: ":")),
        let value = value()
      else { return nil }
      members.append(.init(name: name, value: value))
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? .object(members) : nil
  }

  private mutating func array() -> JSONValue? {
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      guard let value = value() else { return nil }
      elements.append(value)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(elements) : nil
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count,
      word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<end]) })
    else { return nil }
    position = end
    return value
  }

  private mutating func digits() -> Int {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position - start
  }

  private mutating func skip(_ accepted: String) -> Bool {
    guard position < bytes.count, accepted.utf8.contains(bytes[position]) else { return false }
    position += 1
    return true
  }

  private mutating func number() -> JSONValue? {
    let start = position
    _ = skip("-")
    let leadingZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
    let whole = digits()
    guard whole == 1 || (whole > 1 && !leadingZero) else { return nil }
    if skip("."), digits() == 0 { return nil }
    if skip("eE") {
      _ = skip("+-")
      if digits() == 0 { return nil }
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func string() -> String? {
    position += 1
    var decoded: [UInt8] = []
    var plain = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let rest = bytes[plain..<position]
        position += 1
        return String(decoding: decoded.isEmpty ? rest : (decoded + rest)[...], as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded += bytes[plain..<position]
        position += 1
        guard let scalar = escape() else { return nil }
        decoded += Array(String(Character(scalar)).utf8)
        plain = position
      case 0..<0x20:
        return nil
      default:
        position += 1
      }
    }
    return nil
  }

  /// What follows a backslash. A surrogate without its partner is not text.
  private mutating func escape() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = codeUnit() else { return nil }
      guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
      guard skip("\\"), skip("u"), let trail = codeUnit(), UTF16.isTrailSurrogate(trail) else {
        return nil
      }
      return Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10) + UInt32(trail & 0x3FF))
    default: return nil
    }
  }

  private mutating func codeUnit() -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }
}
