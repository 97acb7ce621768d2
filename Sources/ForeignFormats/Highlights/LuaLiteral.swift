import JSON

/// Parses the Lua literals in which KOReader stores its data, without running any code.
///
/// The form is `return { ["k"] = v, [1] = v, v }`, after comments. Tables become objects; numeric
/// keys become member names.
struct LuaLiteral {
  private let bytes: [UInt8]
  private var offset = 0
  private var values = 0
  private var hasBegun = false

  private static let depth = 60
  private static let mostValues = 2_000_000

  static func value(of bytes: [UInt8]) -> JSONValue? {
    var reader = LuaLiteral(bytes: bytes)
    return reader.returned()
  }

  /// Whether a file begins like a literal but ends within its value.
  static func isCutOff(_ bytes: [UInt8]) -> Bool {
    var reader = LuaLiteral(bytes: bytes)
    return reader.returned() == nil && reader.hasBegun && reader.offset >= bytes.count
  }

  private mutating func returned() -> JSONValue? {
    skip()
    guard take("return") else { return nil }
    skip()
    hasBegun = byte == UInt8(ascii: "{")
    return value(depth: 0)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skip() {
    while let byte {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        offset += 1
      } else if bytes[offset...].starts(with: Array("--[[".utf8)) {
        offset += 4
        while offset < bytes.count, !bytes[offset...].starts(with: Array("]]".utf8)) { offset += 1 }
        offset = min(offset + 2, bytes.count)
      } else if bytes[offset...].starts(with: Array("--".utf8)) {
        while let byte = self.byte, byte != 0x0A { _ = byte; offset += 1 }
      } else {
        return
      }
    }
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[min(offset, bytes.count)...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skip()
    values += 1
    guard depth < Self.depth, values < Self.mostValues, let byte else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return table(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(until: byte).map(JSONValue.string)
    default:
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      if take("nil") { return .null }
      return number()
    }
  }

  private mutating func table(depth: Int) -> JSONValue? {
    offset += 1
    var members: [(String, JSONValue?)] = []
    var next = 1
    while true {
      skip()
      if take("}") { return .object(JSONObject(members)) }
      var key: String?
      if byte == UInt8(ascii: "[") {
        offset += 1
        guard let value = value(depth: depth + 1) else { return nil }
        skip()
        guard take("]") else { return nil }
        key = value.string ?? value.int.map(String.init) ?? value.double.map { "\($0)" }
        guard key != nil, takeEquals() else { return nil }
      } else if let name = name() {
        key = name
        guard takeEquals() else { return nil }
      }
      guard let value = value(depth: depth + 1) else { return nil }
      if key == nil { next += 1 }
      members.append((key ?? String(next - 1), value))
      skip()
      if !take(",") { _ = take(";") }
    }
  }

  private mutating func takeEquals() -> Bool {
    skip()
    return take("=")
  }

  private mutating func name() -> String? {
    var end = offset
    while end < bytes.count, bytes[end].isNameByte { end += 1 }
    guard end > offset, !(0x30...0x39).contains(bytes[offset]) else { return nil }
    var after = end
    while after < bytes.count, bytes[after] == 0x20 { after += 1 }
    guard after < bytes.count, bytes[after] == UInt8(ascii: "=") else { return nil }
    defer { offset = end }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  private mutating func number() -> JSONValue? {
    var end = offset
    while end < bytes.count, bytes[end].isNameByte || "+-.".utf8.contains(bytes[end]) { end += 1 }
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    offset = end
    if let number = Int64(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite else { return nil }
    return .double(number)
  }

  /// Parses a string as written by `%q`: a backslash before a line end means a line end.
  private mutating func string(until quote: UInt8) -> String? {
    offset += 1
    var text: [UInt8] = []
    while let byte {
      offset += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), let escaped = self.byte else {
        text.append(byte)
        continue
      }
      offset += 1
      switch escaped {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case 0x30...0x39:
        var code = Int(escaped) - 0x30
        var digits = 1
        while digits < 3, let digit = self.byte, (0x30...0x39).contains(digit) {
          code = code * 10 + Int(digit) - 0x30
          digits += 1
          offset += 1
        }
        if let byte = UInt8(exactly: code), byte != 0 { text.append(byte) }
      default: text.append(escaped)
      }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
    default: false
    }
  }
}
