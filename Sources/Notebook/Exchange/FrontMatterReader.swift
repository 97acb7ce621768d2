internal import JSON

/// Reads fields of front matter: scalars, JSON, and lists and maps by indentation.
///
/// Of YAML it leaves out what a note has no use for, among it anchors, tags and blocks of text; and
/// it takes more than YAML does, since other programs write titles such as `Emma: a novel` without
/// quotation marks.
enum FrontMatterReader {
  /// The key at the beginning of a line, and what comes behind its colon.
  static func key(of line: String) -> (String, String)? {
    if line.utf8.first == UInt8(ascii: "\"") {
      guard let (key, rest) = quoted(line), rest.utf8.first == UInt8(ascii: ":") else { return nil }
      let value = rest.dropping(1)
      return value.isEmpty || value.utf8.first == 0x20 ? (key, value.spacesTrimmed) : nil
    }
    let bytes = Array(line.utf8)
    guard let first = bytes.first, isKeyByte(first), first != UInt8(ascii: "-"),
      let colon = bytes.firstIndex(where: { !isKeyByte($0) && $0 != UInt8(ascii: " ") }),
      bytes[colon] == UInt8(ascii: ":"), colon + 1 == bytes.count || bytes[colon + 1] == 0x20,
      bytes[colon - 1] != 0x20
    else { return nil }
    let rest = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    return (String(decoding: bytes[..<colon], as: UTF8.self), rest.spacesTrimmed)
  }

  /// A field in its lines, of which the first has the key; nil when it is not understood.
  static func field(_ lines: [String]) -> (String, JSONValue)? {
    guard let (key, inline) = lines.first.flatMap(key) else { return nil }
    let below = lines.dropFirst().filter { !$0.isBlank }
    if !inline.isEmpty || below.isEmpty {
      return below.isEmpty ? scalar(inline).map { (key, $0) } : nil
    }
    var block = Block(lines: below[...])
    guard let value = block.value(depth: 0), block.lines.isEmpty else { return nil }
    return (key, value)
  }

  /// A value on one line.
  static func scalar(_ text: String) -> JSONValue? {
    guard let first = text.utf8.first else { return .null }
    switch first {
    case UInt8(ascii: "\""): return quoted(text).flatMap { $0.1.isBlank ? .string($0.0) : nil }
    case UInt8(ascii: "'"): return singleQuoted(text).map(JSONValue.string)
    case UInt8(ascii: "["), UInt8(ascii: "{"): return flow(text)
    case _ where Array("|>&*!%@`#]},".utf8).contains(first): return nil
    default: return plain(text)
    }
  }

  /// A value without quotation marks. It is a number only if that says all of it: `007` is a text.
  private static func plain(_ text: String) -> JSONValue {
    switch text {
    case "null", "~": return .null
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

  /// JSON, or a list of words such as `[a, b c]`.
  private static func flow(_ text: String) -> JSONValue? {
    if let json = try? JSONValue(parsing: Array(text.utf8), maximumDepth: 32) { return json }
    guard text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") else {
      return nil
    }
    var items: [JSONValue] = []
    var rest = String(decoding: text.utf8.dropFirst().dropLast(), as: UTF8.self).spacesTrimmed
    while !rest.isEmpty {
      let isQuoted = rest.utf8.first == UInt8(ascii: "\"")
      guard let (item, next) = isQuoted ? quoted(rest) : unquoted(rest) else { return nil }
      items.append(isQuoted ? .string(item) : plain(item))
      let end = next.spacesTrimmed
      guard end.isEmpty || end.utf8.first == UInt8(ascii: ",") else { return nil }
      rest = end.dropping(1).spacesTrimmed
    }
    return .array(items)
  }

  /// The words before the first comma, if nothing in them means something else, and what is behind.
  private static func unquoted(_ text: String) -> (String, String)? {
    let item = text.utf8.prefix { $0 != UInt8(ascii: ",") }
    let marks = Set("[]{}\"'".utf8)
    guard !item.isEmpty, !item.contains(where: marks.contains) else { return nil }
    return (
      String(decoding: item, as: UTF8.self).spacesTrimmed, text.dropping(item.count)
    )
  }

  /// A text in double quotation marks at the beginning of `text`, and what is behind it.
  private static func quoted(_ text: String) -> (String, String)? {
    var bytes = Array(text.utf8)[...]
    guard bytes.popFirst() == UInt8(ascii: "\"") else { return nil }
    guard let end = endOfQuoted(bytes) else { return nil }
    let json = [UInt8(ascii: "\"")] + bytes[..<end] + [UInt8(ascii: "\"")]
    guard let value = try? JSONValue(parsing: json), let string = value.string else { return nil }
    return (string, String(decoding: bytes[(end + 1)...], as: UTF8.self))
  }

  private static func endOfQuoted(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "\"") { return index }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// A text in single quotation marks, of which two are one.
  private static func singleQuoted(_ text: String) -> String? {
    var rest = Array(text.utf8)[...]
    let mark = UInt8(ascii: "'")
    guard rest.popFirst() == mark, rest.popLast() == mark else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == mark, rest.popFirst() != mark { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }
}

/// Lines that say a value by their indentation.
private struct Block {
  var lines: ArraySlice<String>
  private static let mostDepth = 8

  /// Takes the lines of one value.
  mutating func value(depth: Int) -> JSONValue? {
    guard depth < Self.mostDepth, let first = lines.first, let indentation = first.indentation
    else { return nil }
    return first.dropping(indentation).isListItem
      ? list(indentation, depth) : map(indentation, depth)
  }

  private mutating func list(_ indentation: Int, _ depth: Int) -> JSONValue? {
    var items: [JSONValue] = []
    while let line = lines.first, line.indentation == indentation {
      let content = line.dropping(indentation)
      guard content.isListItem else { return nil }
      let inline = content.dropping(1).spacesTrimmed
      if FrontMatterReader.key(of: inline) != nil, FrontMatterReader.isMapItem(inline) {
        // `- start: 2021` begins a map, whose other lines stand under its first key.
        let inner = indentation + 1 + content.utf8.dropFirst().prefix { $0 == 0x20 }.count
        lines[lines.startIndex] = String(repeating: " ", count: inner) + inline
        guard let item = map(inner, depth + 1) else { return nil }
        items.append(item)
      } else {
        lines.removeFirst()
        guard !inline.isEmpty, let item = FrontMatterReader.scalar(inline) else { return nil }
        items.append(item)
      }
    }
    return isDone(indentation) ? .array(items) : nil
  }

  private mutating func map(_ indentation: Int, _ depth: Int) -> JSONValue? {
    guard depth < Self.mostDepth else { return nil }
    var members = JSONObject()
    while let line = lines.first, line.indentation == indentation {
      guard let (key, inline) = FrontMatterReader.key(of: line.dropping(indentation)),
        members[key] == nil
      else { return nil }
      lines.removeFirst()
      let hasBlock = inline.isEmpty && (lines.first?.indentation ?? 0) > indentation
      let member = hasBlock ? value(depth: depth + 1) : FrontMatterReader.scalar(inline)
      guard let member else { return nil }
      members[key] = member
    }
    return isDone(indentation) ? .object(members) : nil
  }

  /// Whether what is left belongs to something further out.
  private func isDone(_ indentation: Int) -> Bool {
    lines.first.map { ($0.indentation ?? .max) < indentation } ?? true
  }
}

extension FrontMatterReader {
  /// Whether a list's item with a colon in it is meant as a map: as a name with a colon it would
  /// have spaces in front of it.
  fileprivate static func isMapItem(_ text: String) -> Bool {
    guard let (key, _) = key(of: text) else { return false }
    return text.utf8.first == UInt8(ascii: "\"") || !key.utf8.contains(0x20)
  }
}

extension String {
  /// How many spaces it begins with; nil if there are tabs among them.
  fileprivate var indentation: Int? {
    let white = utf8.prefix { $0 == 0x20 || $0 == 0x09 }
    return white.contains(0x09) ? nil : white.count
  }

  /// The text without spaces and tabs at its ends.
  var spacesTrimmed: String {
    let bytes = Array(utf8.drop { $0 == 0x20 || $0 == 0x09 })
    return String(decoding: bytes, as: UTF8.self).trimmedOnTheRight
  }
}
