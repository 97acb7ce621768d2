import Base
import ForeignFormats
import FrontMatter
import JSON
import KeyValueStore
import MiniMarkdown

/// Front matter that this program did not write: its fields become a note's where they mean the
/// same, among them those of the app's own export.
enum ForeignFields {
  /// Makes a note's fields of those of another program; `text` gets a title that it lacks. Returns
  /// hashtags. Everything else stays as lines; fields whose values make no sense are added to `refused`.
  static func translate(
    _ frontMatter: inout FrontMatter, text: inout String, refused wrong: inout [String]
  ) -> [String] {
    let fields = frontMatter.fields
    var result = JSONObject()
    var used: Set<String> = ["cover"]
    if let authors = fields["authors"] ?? fields["author"] {
      var book: JSONObject = ["title": fields["title"] ?? "", "authors": authors]
      for (name, _) in BookFields.names where book[name] == nil && name != "tags" {
        book[name] = fields[name]
      }
      book[BookFields.history] = fields[BookFields.history]
      if let valid = valid(book, refused: &wrong) {
        result["book"] = .object(valid)
        used.formUnion(valid.keys)
        if fields["authors"] == nil { used.insert("author") }
      }
    } else if var book = fields["book"]?.object, book["title"]?.string != nil {
      // As the export writes it, in a file that a user wrote.
      book["authors"] = book["authors"] ?? []
      if let valid = valid(book, refused: &wrong) {
        result["book"] = .object(valid)
        used.insert("book")
      }
    } else if let title = fields["title"]?.asText, !title.isEmpty {
      used.insert("title")
      if NoteContent(text: text).title.trimmed != title.trimmed { text = titled(text, title) }
    }
    for (name, spellings) in times {
      let said = spellings.first { fields[$0]?.string.flatMap(ExchangeDates.json) != nil }
      guard let said, let time = fields[said]?.string.flatMap(ExchangeDates.json) else {
        if let value = fields[name], value != .null { wrong.append(name) }
        continue
      }
      result[name] = .string(time)
      used.insert(said)
    }
    let tagField = ["tags", "tag"].first { fields[$0] != nil && fields[$0] != .null } ?? "tags"
    let tags = fields[tagField].flatMap(ForeignNote.hashtags)
    if let tags, result["book"] == nil || !tags.isEmpty { used.insert(tagField) }
    if tags == nil, let value = fields[tagField], value != .null { wrong.append(tagField) }
    frontMatter.keepAsLines { !used.contains($0) }
    frontMatter.replaceFields(with: result)
    return tags ?? []
  }

  /// The values of a book that make sense; nil if its title or its authors do not. The names of others are added
  /// to `refused`.
  private static func valid(_ book: JSONObject, refused wrong: inout [String]) -> JSONObject? {
    var book = book
    var refused: [String] = []
    _ = NoteFields.patched([:], with: ["book": .object(book)], base: [:], refused: &refused)
    guard !refused.contains(where: { ["book", "book.title", "book.authors"].contains($0) }) else {
      return nil
    }
    let names = refused.map { String($0.dropFirst("book.".count)) }
    for name in names { book[name] = nil }
    wrong += names
    return book
  }

  /// A note's times, and the names that programs give them, the surest first.
  private static let times = [
    (
      "created",
      [
        "created", "created-at", "created_at", "createdAt", "date-created", "date_created",
        "creation-date", "date", "ctime",
      ]
    ),
    (
      "modified",
      [
        "modified", "updated", "updated-at", "updated_at", "updatedAt", "last-modified",
        "last_modified", "lastmod", "date-modified", "date_modified", "mtime",
      ]
    ),
  ]

  /// `text` below a heading.
  static func titled(_ text: String, _ title: String) -> String {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    return text.isEmpty ? "# \(line)\n" : "# \(line)\n\n\(text)"
  }
}

extension FrontMatter {
  /// Turns the fields that no note has into lines.
  mutating func keepUnknownAsLines() { keepAsLines { !NoteFields.names.contains($0) } }

  /// Sixteen hexadecimal digits that distinguish it from others.
  var digest: String {
    EntryValue.json(.array([.object(fields), .array(rest.map(JSONValue.string))])).digest
  }
}
