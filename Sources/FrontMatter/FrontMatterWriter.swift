package import JSON
import Quoting

extension FrontMatter {
  /// The lines of the front matter at the beginning of a file, both `---` included.
  ///
  /// The lines are YAML 1.2 that older parsers understand, too. Texts that such parsers could read
  /// as another type are quoted. Values below the third level are JSON, which is also YAML. `rest`
  /// follows, as it was read.
  package var lines: [String] {
    var lines = ["---"]
    for member in fields.members { Self.write(member.key, member.value, 0, to: &lines) }
    return lines + rest + ["---"]
  }

  private static func write(
    _ key: String, _ value: JSONValue, _ depth: Int, to lines: inout [String]
  ) {
    let start = String(repeating: "  ", count: depth) + (isPlain(key) ? key : key.yamlQuoted) + ":"
    switch value {
    case .object(let object) where !object.members.isEmpty && depth < 3:
      lines.append(start)
      for member in object.members { write(member.key, member.value, depth + 1, to: &lines) }
    case .array(let items) where items.contains { $0.object != nil } && depth < 3:
      lines.append(start)
      let indentation = String(repeating: "  ", count: depth + 1)
      for item in items { write(item: item, indentation, to: &lines) }
    default: lines.append(start + " " + inline(value))
    }
  }

  private static func write(item: JSONValue, _ indentation: String, to lines: inout [String]) {
    guard let members = item.object?.members, !members.isEmpty else {
      return lines.append("\(indentation)- \(inline(item))")
    }
    var mark = "- "
    for member in members {
      let key = isPlain(member.key) ? member.key : member.key.yamlQuoted
      lines.append("\(indentation)\(mark)\(key): \(inline(member.value))")
      mark = "  "
    }
  }

  package static func inline(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): return isPlain(text) || isDate(text) ? text : text.yamlQuoted
    case .array, .object, .unsignedIntegers: return json(value)
    default: return String(decoding: value.serialized(), as: UTF8.self)
    }
  }

  /// Returns JSON with spaces after commas and colons.
  private static func json(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): return text.yamlQuoted
    case .array(let items): return "[" + items.map(json).joined(separator: ", ") + "]"
    case .object(let object):
      let members = object.members.map { "\($0.key.yamlQuoted): \(json($0.value))" }
      return "{" + members.joined(separator: ", ") + "}"
    default: return String(decoding: value.serialized(), as: UTF8.self)
    }
  }

  /// Returns whether a text can be written without quotation marks. The text must start with a
  /// letter, and have only words of ASCII letters, digits and `-`. Reserved words such as `yes`
  /// need quotation marks.
  private static func isPlain(_ text: String) -> Bool {
    let letters = { (byte: UInt8) in (0x41...0x5A) ~= byte || (0x61...0x7A) ~= byte }
    guard let first = text.utf8.first, letters(first), text.utf8.last != 0x20 else { return false }
    let isSimple = text.utf8.allSatisfy { byte in
      letters(byte) || (0x30...0x39) ~= byte || byte == 0x20 || byte == UInt8(ascii: "-")
    }
    let reserved: Set = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"]
    return isSimple && !text.contains("  ") && !reserved.contains(text.lowercased())
  }

  /// Returns whether a text is a date or a time in the form that this program writes: `2021-09`,
  /// `2021-09-21` or `2021-09-21T04:58:51Z`.
  private static func isDate(_ text: String) -> Bool {
    let pattern = "dddd-dd-ddTdd:dd:ddZ"
    return [7, 10, pattern.utf8.count].contains(text.utf8.count)
      && zip(text.utf8, pattern.utf8).allSatisfy { byte, mark in
        mark == UInt8(ascii: "d") ? (0x30...0x39) ~= byte : byte == mark
      }
  }
}
