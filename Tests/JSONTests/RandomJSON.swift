import Base
import JSON
import TestSupport

/// Random values, random ways to write them, and random damage.
struct RandomJSON {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int64.random(in: -1000...1000, using: &generator))
    case 3: return .integer(Int64.random(in: .min ... .max, using: &generator))
    case 4: return .double(Double.random(in: -1e6...1e6, using: &generator))
    case 5: return .string(string())
    case 6: return .array((0..<count()).map { _ in value(depth: depth - 1) })
    default:
      // Sometimes more members than are looked through without an index.
      let names = (0..<count() * 3).map { "\($0)\(string())" }
      return .object(JSONObject(names.map { ($0, value(depth: depth - 1)) }))
    }
  }

  private mutating func count() -> Int { Int.random(in: 0...4, using: &generator) }

  private mutating func string() -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\0", "\u{1F}", "\u{7F}", "é",
      "\u{301}", "€", "\u{2028}", "\u{FFFD}", "𝄞", "\u{10FFFF}",
    ]
    var string = ""
    for _ in 0..<count() * 2 {
      string.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "a")
    }
    return string
  }

  /// `value` with random whitespace and escapes.
  mutating func spelling(of value: JSONValue) -> String {
    space() + core(of: value) + space()
  }

  private mutating func core(of value: JSONValue) -> String {
    switch value {
    case .string(let string):
      return quoted(string)
    case .array(let elements):
      return "[" + elements.map { spelling(of: $0) }.joined(separator: ",") + space() + "]"
    case .object(let object):
      let members = object.members.map { member in
        space() + quoted(member.key) + space() + ":" + spelling(of: member.value)
      }
      return "{" + members.joined(separator: ",") + space() + "}"
    case .double(let double):
      return "\(double)e" + (["0", "+0", "-0", "00"].randomElement(using: &generator) ?? "0")
    default:
      return String(decoding: value.serialized(), as: UTF8.self)
    }
  }

  private mutating func space() -> String {
    ["", "", " ", "\n", "\t\r "].randomElement(using: &generator) ?? ""
  }

  private mutating func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if mustEscape || Bool.random(using: &generator) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// `bytes` with one to three bytes changed, added or left out, or with the end cut off.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &generator)
      let syntax = Array(#"{}[]",:\0123456789.eE+-tfnu "#.utf8)
      let byte =
        Bool.random(using: &generator)
        ? syntax.randomElement(using: &generator) ?? 0
        : UInt8.random(in: 1...255, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes.removeSubrange(index...)
      case 1, 2: bytes.remove(at: index)
      case 3, 4: bytes.insert(byte, at: index)
      default: bytes[index] = byte
      }
    }
    return bytes
  }
}
