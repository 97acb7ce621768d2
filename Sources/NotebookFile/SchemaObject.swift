/// An object that a database declares: a row of `sqlite_schema`.
package struct SchemaObject: Hashable {
  package let type: String
  /// The name in lowercase, since SQLite ignores the case of names.
  package let name: String
  /// The name of the object's table, or its own name if it is a table; in lowercase.
  package let table: String
  /// The statement that created it, normalized; empty for the indexes that SQLite creates
  /// automatically.
  package let sql: String

  package init(type: String, name: String, table: String, sql: String?) {
    self.type = type
    self.name = name.lowercased()
    self.table = table.lowercased()
    self.sql = sql.map(Self.normalized) ?? ""
  }

  /// Parses a `CREATE` statement of a notebook. Returns nil for other statements.
  init?(statement: String) {
    sql = Self.normalized(statement)
    let words = sql.split(separator: " ").map(String.init)
    guard let kind = words.firstIndex(where: { ["table", "index", "trigger"].contains($0) }),
      kind + 1 < words.count
    else { return nil }
    type = words[kind]
    // FTS5 writes the names of its tables in single quotation marks.
    name = words[kind + 1].filter { $0 != "'" }.lowercased()
    guard type != "table" else {
      table = name
      return
    }
    guard let on = words.firstIndex(of: "on"), on + 1 < words.count else { return nil }
    table = words[on + 1]
  }
}

extension SchemaObject {
  /// Keywords. They are names if they are quoted, so their quotation marks stay.
  private static let reserved: Set<String> = [
    "create", "table", "virtual", "using", "index", "trigger", "on", "after", "insert", "update",
    "delete", "begin", "end", "into", "values", "primary", "not", "null", "references", "restrict",
    "without",
  ]

  /// The tokenizers of the full-text table, as GRDB 6 and GRDB 5 write them. Files of the app have
  /// either, depending on its version; both mean the same to FTS5.
  private static let tokenizers = (
    quoted: "'''porter'' ''unicode61'''", plain: "'porter unicode61'"
  )

  /// Returns the tokens of `sql`, separated by spaces, without the differences between programs:
  /// white space, case and quotation marks of names, and the list of tokenizers. Other literals do
  /// not change. Comments are tokens, so that a statement with a comment is not a known one.
  static func normalized(_ sql: String) -> String {
    let bytes = Array(sql.utf8)
    var tokens: [String] = []
    var start = 0
    while start < bytes.count {
      let end = endOfToken(bytes, at: start)
      let token = bytes[start..<end]
      switch bytes[start] {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: break
      case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        let name = token.dropFirst().dropLast()
        let word = String(decoding: name, as: UTF8.self).lowercased()
        let isPlain = !name.isEmpty && name.allSatisfy(isWordByte) && !reserved.contains(word)
        tokens.append(isPlain ? word : String(decoding: token, as: UTF8.self))
      case let byte where isWordByte(byte):
        tokens.append(String(decoding: token, as: UTF8.self).lowercased())
      default:
        let word = String(decoding: token, as: UTF8.self)
        tokens.append(word == tokenizers.quoted ? tokenizers.plain : word)
      }
      start = end
    }
    return tokens.joined(separator: " ")
  }

  /// Returns the end of the token at `start`: a word, a quoted text, or one byte. A doubled
  /// quotation mark is part of a quoted text.
  private static func endOfToken(_ bytes: [UInt8], at start: Int) -> Int {
    let first = bytes[start]
    if isWordByte(first) { return bytes[start...].firstIndex { !isWordByte($0) } ?? bytes.count }
    guard
      [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "[")]
        .contains(first)
    else { return start + 1 }
    let mark = first == UInt8(ascii: "[") ? UInt8(ascii: "]") : first
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == mark {
        guard index + 1 < bytes.count, bytes[index + 1] == mark else { return index + 1 }
        index += 1
      }
      index += 1
    }
    return bytes.count
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
