import Foundation
import JSON
import Quoting

/// Parses TOML 1.0, except dates, times, infinity, NaN and arrays of tables. Accepts some texts
/// that TOML forbids, such as `.5`.
///
/// Throws the first error. Cost: linear in the text, plus the size of the enclosing tables for each
/// key.
struct TOMLReader {
  /// An error such as `expected “=”`, and its line, from 1.
  struct Mistake: Error, Equatable {
    var line: Int
    var message: String
  }

  private(set) var root: JSONValue = [:]
  /// The line of each value, from 1, by its full name; without the values in inline tables.
  private(set) var lines: [String: Int] = [:]

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  /// Maximum nesting depth of arrays and tables, and maximum number of parts of a key.
  private static let depth = 16
  /// Maximum number of values, including tables, and the values in arrays and inline tables. Adding
  /// a member to a table costs the table's length.
  private static let mostValues = 1000
  private var valueCount = 0

  init(_ text: String) throws(Mistake) {
    // Lines end with a line feed, or a carriage return and a line feed.
    bytes = Array(text.replacingBytes(of: "\r\n", with: "\n").utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    var table: [String] = []
    var tables: Set<[String]> = []
    while try skipLines() {
      if take("[") {
        guard peek != UInt8(ascii: "[") else { throw mistake("“[[” is not supported; use one “[”") }
        table = try key()
        try expect("]")
        try countValue()
        guard tables.insert(table).inserted else {
          throw mistake("this “[name]” already appears above")
        }
        try set([:], at: table, isTable: true)
      } else {
        try member(of: table)
      }
      try endLine()
    }
  }

  private mutating func member(of table: [String]) throws(Mistake) {
    let (name, start) = (table + (try key()), line)
    try expect("=")
    try set(try value(Self.depth), at: name, isTable: false)
    lines[name.joined(separator: ".")] = start
  }

  /// Returns `object` with `value` added at `path`. Throws if the name is already defined; with
  /// `isTable`, accepts a table that exists.
  private func setting(
    _ value: JSONValue, _ path: ArraySlice<String>, in object: JSONValue, isTable: Bool
  ) throws(Mistake) -> JSONValue {
    guard let first = path.first, var members = object.object else {
      guard isTable, object.object != nil else { throw mistake("this name already has a value") }
      return object
    }
    if let old = members[first] {
      members[first] = try setting(value, path.dropFirst(), in: old, isTable: isTable)
    } else {
      members[first] = path.dropFirst().reversed().reduce(value) { .object([$1: $0]) }
    }
    return .object(members)
  }

  private mutating func set(
    _ value: JSONValue, at path: [String], isTable: Bool
  ) throws(Mistake) {
    guard path.count <= Self.depth else { throw mistake("the name has over \(Self.depth) parts") }
    root = try setting(value, path[...], in: root, isTable: isTable)
  }

  private mutating func countValue() throws(Mistake) {
    valueCount += 1
    guard valueCount <= Self.mostValues else {
      throw mistake("the file has more than \(Self.mostValues) values")
    }
  }

  private func mistake(_ message: String) -> Mistake { Mistake(line: line, message: message) }
}

// MARK: Characters

extension TOMLReader {
  private var peek: UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  private mutating func next() -> UInt8? {
    guard let byte = peek else { return nil }
    index += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  private mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard bytes.dropFirst(index).starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private mutating func expect(_ text: String) throws(Mistake) {
    skipSpaces()
    guard take(text) else { throw mistake("expected “\(text)”") }
  }

  private mutating func skipSpaces() {
    while peek == UInt8(ascii: " ") || peek == UInt8(ascii: "\t") { index += 1 }
  }

  /// Skips spaces, tabs, line ends and comments. Returns false at the end of the text.
  private mutating func skipLines() throws(Mistake) -> Bool {
    while true {
      skipSpaces()
      if peek == UInt8(ascii: "#") { try skipComment() }
      guard peek == UInt8(ascii: "\n") else { return peek != nil }
      _ = next()
    }
  }

  private mutating func skipComment() throws(Mistake) {
    while let byte = peek, byte != UInt8(ascii: "\n") {
      guard byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") else {
        throw mistake("a comment contains a control character")
      }
      index += 1
    }
  }

  private mutating func endLine() throws(Mistake) {
    skipSpaces()
    if peek == UInt8(ascii: "#") { try skipComment() }
    guard peek == nil || peek == UInt8(ascii: "\n") else {
      throw mistake("expected the end of the line")
    }
  }
}

// MARK: Keys and values

extension TOMLReader {
  /// Parses a key into its parts: `review.limit`, `"review"."limit"`.
  private mutating func key() throws(Mistake) -> [String] {
    var parts: [String] = []
    repeat {
      skipSpaces()
      if take("\"") {
        parts.append(try basic(isLong: false))
      } else if take("'") {
        parts.append(try literal(isLong: false))
      } else {
        let word = word { $0.isWord }
        guard !word.isEmpty else { throw mistake("expected a name") }
        parts.append(word)
      }
      skipSpaces()
    } while take(".")
    return parts
  }

  private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
    let part = bytes.dropFirst(index).prefix(while: isPart)
    index += part.count
    return String(decoding: part, as: UTF8.self)
  }

  private mutating func value(_ depth: Int) throws(Mistake) -> JSONValue {
    guard depth > 0 else { throw mistake("brackets are nested too deeply") }
    try countValue()
    skipSpaces()
    if take("\"\"\"") { return .string(try basic(isLong: true)) }
    if take("'''") { return .string(try literal(isLong: true)) }
    if take("\"") { return .string(try basic(isLong: false)) }
    if take("'") { return .string(try literal(isLong: false)) }
    if take("[") { return .array(try elements(depth)) }
    if take("{") { return try table(depth) }
    let word = word { $0.isWord || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".") }
    guard let value = Self.plain(word) else { throw mistake("expected a value") }
    return value
  }

  private mutating func elements(_ depth: Int) throws(Mistake) -> [JSONValue] {
    var elements: [JSONValue] = []
    while true {
      guard try skipLines() else { throw mistake("expected “]”") }
      if take("]") { return elements }
      elements.append(try value(depth - 1))
      _ = try skipLines()
      if take("]") { return elements }
      guard take(",") else { throw mistake("expected “,” or “]”") }
    }
  }

  private mutating func table(_ depth: Int) throws(Mistake) -> JSONValue {
    var object: JSONValue = [:]
    skipSpaces()
    if take("}") { return object }
    repeat {
      let name = try key()
      guard name.count <= Self.depth else { throw mistake("the name has over \(Self.depth) parts") }
      try expect("=")
      object = try setting(try value(depth - 1), name[...], in: object, isTable: false)
      skipSpaces()
    } while take(",")
    try expect("}")
    return object
  }

  private static func plain(_ word: String) -> JSONValue? {
    switch word {
    case "true": return true
    case "false": return false
    default: break
    }
    let digits = word.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard !digits.contains(where: \.isEmpty) else { return nil }
    let text = digits.map { String($0) ?? "" }.joined()
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      let number = text.dropFirst(2)
      return number.first == "-" || number.first == "+"
        ? nil : Int64(number, radix: radix).map { .integer($0) }
    }
    if let number = Int64(text) { return .integer(number) }
    let isDecimal = text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
    return isDecimal ? Double(text).map { .double($0) } : nil
  }
}

// MARK: Texts

extension TOMLReader {
  /// Parses a text in single quotation marks, after the opening marks.
  private mutating func literal(isLong: Bool) throws(Mistake) -> String {
    try text(isLong: isLong, mark: "'") { _, _ throws(Mistake) in false }
  }

  /// Parses a text in double quotation marks and its escapes, after the opening marks.
  private mutating func basic(isLong: Bool) throws(Mistake) -> String {
    try text(isLong: isLong, mark: "\"") { reader, text throws(Mistake) in
      guard reader.take("\\") else { return false }
      try reader.escape(into: &text, isLong: isLong)
      return true
    }
  }

  private mutating func text(
    isLong: Bool, mark: String,
    special: (inout TOMLReader, inout [UInt8]) throws(Mistake) -> Bool
  ) throws(Mistake) -> String {
    var text: [UInt8] = []
    let end = isLong ? mark + mark + mark : mark
    if isLong, peek == UInt8(ascii: "\n") { _ = next() }
    while true {
      if take(end) {
        // Up to two more quotation marks belong to the text.
        for _ in 0..<2 where isLong && take(mark) { text += Array(mark.utf8) }
        return String(decoding: text, as: UTF8.self)
      }
      if try special(&self, &text) { continue }
      guard let byte = peek, isLong || byte != UInt8(ascii: "\n") else {
        throw mistake("expected “\(end)”")
      }
      let isPlain = byte >= 0x20 && byte != 0x7F || [0x09, 0x0A].contains(byte)
      guard isPlain else { throw mistake("a text contains a control character") }
      _ = next()
      text.append(byte)
    }
  }

  private mutating func escape(into text: inout [UInt8], isLong: Bool) throws(Mistake) {
    let plain: [Character: UInt8] = [
      "b": 8, "t": 9, "n": 10, "f": 12, "r": 13, "\"": 0x22, "\\": 0x5C,
    ]
    guard let byte = peek else { throw mistake("expected a character after “\\”") }
    let letter = Character(Unicode.Scalar(byte))
    if let code = plain[letter] {
      index += 1
      return text.append(code)
    }
    if letter == "u" || letter == "U" {
      index += 1
      let digits = String(
        decoding: bytes.dropFirst(index).prefix(letter == "u" ? 4 : 8), as: UTF8.self)
      guard digits.utf8.count == (letter == "u" ? 4 : 8), digits.first != "+",
        let code = Int(digits, radix: 16),
        let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
      else { throw mistake("expected the code of a character after “\\\(letter)”") }
      index += digits.utf8.count
      return text += Array(String(Character(scalar)).utf8)
    }
    skipSpaces()
    guard isLong, peek == UInt8(ascii: "\n") else {
      throw mistake("unknown character after “\\”")
    }
    while let space = peek, [0x20, 0x09, 0x0A].contains(space) { _ = next() }
  }
}

extension UInt8 {
  /// Whether the byte may be in a name without quotation marks.
  fileprivate var isWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
