import Base
package import JSON
import Yams

/// Parses fields of front matter one by one, so that an error in a field does not affect the
/// others.
///
/// Yams parses the YAML; this code decides the types of unquoted values. Only null, `true`,
/// `false`, and numbers in the form that this program writes are not texts. Titles and tags such as
/// `no`, `on`, `1e3` and `2021-09-21` are therefore texts. A colon in a text, and a tab at the
/// start of a line, are invalid YAML, but are accepted.
package enum FrontMatterReader {
  package struct Unreadable: Error, Equatable { var reason: String }

  private static let mostDepth = 32

  /// Returns the key at the start of a line, and the text after its colon; nil if the line has no
  /// key.
  package static func key(of line: String) -> (String, String)? {
    let bytes = Array(line.utf8)
    var key = ""
    var colon = 0
    if let mark = bytes.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
      guard let end = end(ofQuoted: bytes, mark),
        let text = try? quoted(String(decoding: bytes[...end], as: UTF8.self))
      else { return nil }
      (key, colon) = (text, end + 1)
    } else {
      guard let first = bytes.first, isKeyByte(first), first != UInt8(ascii: "-"),
        let end = bytes.firstIndex(where: { !isKeyByte($0) && !isBlank($0) })
      else { return nil }
      key = String(decoding: bytes[..<end], as: UTF8.self).trimmedOnTheRight
      // `He said : hello` is prose.
      if key.utf8.count < end, key.utf8.contains(where: isBlank) { return nil }
      if key.utf8.contains(0x09) { return nil }
      colon = end
    }
    while colon < bytes.count, isBlank(bytes[colon]) { colon += 1 }
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":"),
      colon + 1 == bytes.count || isBlank(bytes[colon + 1])
    else { return nil }
    return (key, String(decoding: bytes[(colon + 1)...], as: UTF8.self).spacesTrimmed)
  }

  /// Parses a field, whose first line has the key.
  package static func field(_ lines: [String]) throws(Unreadable) -> (String, JSONValue) {
    guard let (key, inline) = lines.first.flatMap(key) else {
      throw Unreadable(reason: "it is not a field")
    }
    let below = lines.dropFirst()
    // Fast path for JSON on one line, which this program writes.
    if below.allSatisfy(\.isBlank), let first = inline.utf8.first, "\"[{".utf8.contains(first),
      let json = try? JSONValue(parsing: Array(inline.utf8), maximumDepth: mostDepth)
    {
      return (key, json)
    }
    let lines = ["k: " + inline] + below
    do {
      return (key, try value(lines))
    } catch {
      if let value = try? value(lines.map(lenient)) { return (key, value) }
      throw error
    }
  }

  /// Parses the value of the only field in `lines`. Throws if there are more fields.
  private static func value(_ lines: [String]) throws(Unreadable) -> JSONValue {
    let text = lines.map { $0 + "\n" }.joined().hidingMarks
    guard depth(of: lines) <= mostDepth else { throw Unreadable(reason: "it is nested too deeply") }
    // A few anchors and aliases can expand to very many values.
    guard !(mayName(text, "&") && mayName(text, "*")) else {
      throw Unreadable(reason: "it has YAML anchors (“&”) and aliases (“*”)")
    }
    do {
      let parser = try Parser(yaml: text, encoding: .utf8)
      guard let pairs = try parser.singleRoot()?.mapping, let pair = pairs.first, pairs.count == 1
      else { throw Unreadable(reason: "it is not a single field") }
      // Nodes can return their anchors only while the parser exists.
      return try withExtendedLifetime(parser) { try json(pair.value, 0) }
    } catch let error as Unreadable {
      throw error
    } catch let error as YamlError {
      throw Unreadable(reason: error.reason)
    } catch {
      throw Unreadable(reason: "it is not valid YAML")
    }
  }

  private static func json(_ node: Node, _ depth: Int) throws -> JSONValue {
    guard node.anchor == nil else { throw Unreadable(reason: "it has a YAML anchor (“&”)") }
    guard depth < mostDepth else { throw Unreadable(reason: "it is nested too deeply") }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain
      guard [Tag(.implicit), Tag(.str), Tag(.nonSpecific)].contains(scalar.tag) else {
        throw Unreadable(reason: "it has a YAML type tag (“!”)")
      }
      let text = scalar.string.showingMarks
      return isPlain && scalar.tag != Tag(.str) ? plain(text) : .string(text)
    case .sequence(let nodes):
      guard nodes.tag == Tag(.implicit) else {
        throw Unreadable(reason: "it has a YAML type tag (“!”)")
      }
      return .array(try nodes.map { try sentence($0) ?? json($0, depth + 1) })
    case .mapping(let pairs):
      guard pairs.tag == Tag(.implicit) else {
        throw Unreadable(reason: "it has a YAML type tag (“!”)")
      }
      var object = JSONObject()
      for (key, value) in pairs {
        guard let name = key.scalar, key.anchor == nil else {
          throw Unreadable(reason: "it has a key that is not text")
        }
        object[name.string.showingMarks] = try json(value, depth + 1)
      }
      return .object(object)
    case .alias: throw Unreadable(reason: "it has a YAML alias (“*”)")
    }
  }

  /// Returns an item such as `- A long title: yes` as one text; nil for other items. To YAML, it is
  /// a map with the key “A long title”.
  private static func sentence(_ node: Node) -> JSONValue? {
    guard case .mapping(let pairs) = node, pairs.count == 1, pairs.style != .flow,
      let pair = pairs.first, let key = pair.key.scalar, let value = pair.value.scalar,
      key.style == .plain, value.style == .plain, key.string.utf8.contains(0x20),
      value.tag == Tag(.implicit), pair.key.anchor == nil, pair.value.anchor == nil
    else { return nil }
    return .string(value.string.isEmpty ? key.string + ":" : key.string + ": " + value.string)
  }

  /// Returns the value of an unquoted text: null, a Boolean, a number or a text. A number must have
  /// the form in which this program writes it: `007` is a text.
  private static func plain(_ text: String) -> JSONValue {
    switch text {
    case "", "null", "~": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    if let integer = Int64(text), String(integer) == text { return .integer(integer) }
    if let double = Double(text), double.isFinite, double.description == text {
      return .double(double)
    }
    return .string(text)
  }

  private static func quoted(_ text: String) throws -> String? {
    if let json = try? JSONValue(parsing: Array(text.utf8)) { return json.string }
    return try value(["k: " + text]).string
  }

  private static func end(ofQuoted bytes: [UInt8], _ mark: UInt8) -> Int? {
    var index = 1
    while index < bytes.count {
      if bytes[index] == mark { return index }
      let isEscape = bytes[index] == UInt8(ascii: "\\") && mark == UInt8(ascii: "\"")
      index += isEscape ? 2 : 1
    }
    return nil
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension FrontMatterReader {
  /// Repairs a line that is invalid YAML: tabs at its start become spaces, and a text with a colon
  /// is quoted.
  private static func lenient(_ line: String) -> String {
    var bytes = Array(line.utf8)[...]
    var start = ""
    while let byte = bytes.first, isBlank(byte) {
      start += byte == 0x09 ? "  " : " "
      bytes = bytes.dropFirst()
    }
    while bytes.first == UInt8(ascii: "-"), let next = bytes.dropFirst().first, isBlank(next) {
      start += "- "
      bytes = bytes.dropFirst(2).drop(while: isBlank)
    }
    var value = String(decoding: bytes, as: UTF8.self)
    if let (key, inline) = key(of: value) {
      start += String(decoding: JSONValue.string(key).serialized(), as: UTF8.self) + ": "
      value = inline
    }
    guard let first = value.utf8.first, !"\"'[]{}|>&*!%@`#,?".utf8.contains(first) else {
      return start + value
    }
    value = value.withoutComment
    guard value.containsBytes(of: ": ") || value.hasSuffix(":") else { return start + value }
    return start + String(decoding: JSONValue.string(value).serialized(), as: UTF8.self)
  }

  /// Returns an upper bound of the depth to which the values in `lines` are nested. Cost: linear.
  private static func depth(of lines: [String]) -> Int {
    var (most, flow) = (0, 0)
    var indentations: [Int] = []
    for line in lines where !line.isBlank {
      let indentation = line.utf8.prefix { $0 == 0x20 }.count
      while let last = indentations.last, last >= indentation { indentations.removeLast() }
      indentations.append(indentation)
      let marks = line.utf8.prefix { " -?:\t".utf8.contains($0) }.count { $0 != 0x20 && $0 != 0x09 }
      var deepest = flow
      for byte in line.utf8 {
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { flow += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { flow = max(0, flow - 1) }
        deepest = max(deepest, flow)
      }
      most = max(most, indentations.count + marks + deepest)
    }
    return most
  }

  /// Returns whether `text` may contain an anchor or alias that starts with `mark`.
  private static func mayName(_ text: String, _ mark: Unicode.Scalar) -> Bool {
    var before: UInt8 = 0x20
    var isBegun = false
    for byte in text.utf8 {
      if isBegun, !isBlank(byte), byte != 0x0A { return true }
      isBegun = byte == UInt8(ascii: mark) && " \t\n[]{},:-?".utf8.contains(before)
      before = byte
    }
    return false
  }
}

extension YamlError {
  /// The problem, without quoting the text.
  fileprivate var reason: String {
    switch self {
    case .reader(let problem, _, _, _), .scanner(_, let problem, _, _),
      .parser(_, let problem, _, _), .composer(_, let problem, _, _):
      problem
    case .duplicatedKeysInMapping: "a key occurs twice"
    default: "it is not valid YAML"
    }
  }
}

/// Yams misreads the letters after a byte order mark at the start of a value. YAML allows the mark
/// only as an escape, which is therefore replaced by an unused scalar during parsing.
extension String {
  private static let stand = "\u{E0FFF}"

  fileprivate var hidingMarks: String {
    guard containsBytes(of: "FEFF") || containsBytes(of: "feff"), !contains(Self.stand) else {
      return self
    }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      result.append(scalar)
      guard scalar == "\\", let next = rest.popFirst() else { continue }
      if next == "u", String(rest.prefix(4)).lowercased() == "feff" {
        rest = rest.dropFirst(4)
        result.append(contentsOf: "U000E0FFF".unicodeScalars)
      } else {
        result.append(next)
      }
    }
    return String(result)
  }

  fileprivate var showingMarks: String {
    contains(Self.stand) ? replacing(Self.stand, with: "\u{FEFF}") : self
  }
}

extension String {
  /// The text before a comment: up to the first `#` after a space or tab, without spaces at its
  /// end.
  fileprivate var withoutComment: String {
    var before: UInt8 = 0
    for (index, byte) in utf8.enumerated() {
      if byte == UInt8(ascii: "#"), before == 0x20 || before == 0x09 {
        return String(decoding: utf8.prefix(index), as: UTF8.self).trimmedOnTheRight
      }
      before = byte
    }
    return self
  }

  /// The text without spaces and tabs at its ends.
  package var spacesTrimmed: String {
    let bytes = Array(utf8.drop { $0 == 0x20 || $0 == 0x09 })
    return String(decoding: bytes, as: UTF8.self).trimmedOnTheRight
  }
}
