import Base
import ForeignFormats
import FrontMatter
import JSON
import KeyValueStore
import MiniMarkdown

/// Front matter that another program wrote: fields with the same meaning become fields of the note. This includes the
/// app's own export.
enum ForeignFields {
  /// Converts the fields of another program to fields of a note; `text` gets the title if it lacks one. Returns
  /// hashtags. All other fields stay as lines; the names of fields with invalid values are added to `refused`.
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
      // A user's file that uses the format of the export.
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

  /// Returns the valid fields of a book; nil if its title or authors are invalid. The names of other invalid fields
  /// are added to `refused`.
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

  /// The times of a note, with the names that programs use for them, the most reliable first.
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

  /// Returns `text` below a heading.
  static func titled(_ text: String, _ title: String) -> String {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    return text.isEmpty ? "# \(line)\n" : "# \(line)\n\n\(text)"
  }
}

extension FrontMatter {
  /// Converts the fields that notes do not have to lines.
  mutating func keepUnknownAsLines() { keepAsLines { !NoteFields.names.contains($0) } }

  /// A digest of 16 hexadecimal digits.
  var digest: String {
    EntryValue.json(.array([.object(fields), .array(rest.map(JSONValue.string))])).digest
  }
}
