/// A row of `sqlite_schema`: something that a database declares.
package struct SchemaObject: Hashable {
  /// `table`, `index`, `trigger` or `view`.
  package let type: String
  /// In lower case, for names differ by more than case.
  package let name: String
  /// The table it belongs to, itself if it is one; in lower case.
  package let table: String
  /// The statement that made it, normalised; empty for the indexes that SQLite makes by itself.
  package let sql: String

  package init(type: String, name: String, table: String, sql: String?) {
    self.type = type
    self.name = name.lowercased()
    self.table = table.lowercased()
    self.sql = sql.map(Self.normalized) ?? ""
  }

  /// The object that a notebook's own statement declares.
  init?(statement: String) {
    sql = Self.normalized(statement)
    let words = sql.split(separator: " ").map(String.init)
    guard let kind = words.firstIndex(where: { ["table", "index", "trigger"].contains($0) }),
      kind + 1 < words.count
    else { return nil }
    type = words[kind]
    // FTS5 names its tables with marks of literals.
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
  /// Words that mean something else when they are quoted.
  private static let reserved: Set<String> = [
    "create", "table", "virtual", "using", "index", "trigger", "on", "after", "insert", "update",
    "delete", "begin", "end", "into", "values", "primary", "not", "null", "references", "restrict",
    "without",
  ]

  /// The tokenizers of the full-text table, as GRDB 6 and GRDB 5 word them. The app's files have either,
  /// by the version that made them, and FTS5 reads both alike.
  private static let tokenizers = (
    quoted: "'''porter'' ''unicode61'''", plain: "'porter unicode61'"
  )

  /// `sql` as its tokens, a space between two: without the differences of white space, case and
  /// quotation marks in names, and in the list of tokenizers, which are all that programs word
  /// differently. Other literals stay as they are, and comments are tokens, which no known statement
  /// has.
  ///
  /// Cost: linear.
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

  /// The end of the token that begins at `start`: a word, a quoted text, in which a doubled mark is
  /// part of the text, or one byte.
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
