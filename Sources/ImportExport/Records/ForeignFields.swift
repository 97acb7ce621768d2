import Base
import ForeignFormats
import Foundation
import FrontMatter
import JSON
import KeyValueStore
import MiniMarkdown

/// Converts front matter that another program wrote, including the app's own export. Fields with
/// the same meaning become fields of the note.
enum ForeignFields {
  /// Converts the fields of another program to fields of a note. Without a book, `text` gets the
  /// title as a heading if its own title differs. Returns hashtags. All other fields stay as lines;
  /// the names of fields with invalid values are added to `refused`. Times without an offset are
  /// those of `zone`, unlike in files of this program, where they are UTC.
  ///
  /// A note is about a book if it has a `book` with a title, or a title with `authors`. An `author`
  /// suffices only with another field of a book: web clippers write `author` and `title` for every
  /// article.
  static func translate(
    _ frontMatter: inout FrontMatter, text: inout String, hasCover: Bool, zone: TimeZone,
    refused wrong: inout [String]
  ) -> [String] {
    let fields = frontMatter.fields
    var result = JSONObject()
    var used: Set<String> = hasCover ? ["cover"] : []
    if let book = book(of: fields), let valid = valid(book, zone, refused: &wrong) {
      result["book"] = .object(valid)
      used.formUnion(valid.keys)
      if fields["authors"] == nil { used.insert("author") }
    } else if var book = fields["book"]?.object, book["title"]?.string != nil {
      // A user's file that uses the format of the export.
      book["authors"] = book["authors"] ?? []
      if let valid = valid(book, zone, refused: &wrong) {
        result["book"] = .object(valid)
        used.insert("book")
      }
    } else if let title = fields["title"]?.asText.map(unlinked), !title.isEmpty {
      used.insert("title")
      if NoteContent(text: text).title.trimmed != title.trimmed { text = titled(text, title) }
    }
    for (name, spellings) in times {
      let found = spellings.firstNonNil { spelling in
        fields[spelling].flatMap { time($0, in: zone) }.map { (spelling, $0) }
      }
      if let (spelling, time) = found {
        result[name] = .string(time)
        used.insert(spelling)
      } else if let spelling = spellings.first(where: { fields[$0] ?? .null != .null }) {
        wrong.append(spelling)
      }
    }
    let tagField = ["tags", "tag"].first { fields[$0] != nil && fields[$0] != .null } ?? "tags"
    let tags = fields[tagField].flatMap(ForeignNote.hashtags)
    if let tags, result["book"] == nil || !tags.isEmpty { used.insert(tagField) }
    if tags == nil, let value = fields[tagField], value != .null { wrong.append(tagField) }
    frontMatter.keepAsLines { !used.contains($0) }
    frontMatter.replaceFields(with: result)
    return tags ?? []
  }

  /// Returns the fields of the book that the fields describe; nil if they do not describe a book.
  private static func book(of fields: JSONObject) -> JSONObject? {
    let isBook = BookFields.names.contains { name, _ in
      !["title", "authors", "tags"].contains(name) && fields[name] ?? .null != .null
    }
    guard let authors = fields["authors"] ?? (isBook ? fields["author"] : nil),
      let title = fields["title"]?.asText.map(unlinked), !title.isInvisible
    else { return nil }
    var book: JSONObject = [
      "title": .string(title),
      "authors": authors.array.map { .array($0.map(name)) } ?? name(authors),
    ]
    for (name, _) in BookFields.names where book[name] == nil && name != "tags" {
      book[name] = fields[name]
    }
    book[BookFields.history] = fields[BookFields.history]
    return book
  }

  /// Returns the name in a value. YAML reads `[[Ann Example]]` without quotation marks as lists in
  /// lists.
  private static func name(_ value: JSONValue) -> JSONValue {
    var value = value
    while let list = value.array, list.count == 1, let inner = list.first { value = inner }
    return value.asText.map { .string(unlinked($0)) } ?? value
  }

  /// Returns the name in a value such as `[[Ann Example]]` or `[[people/ann|Ann]]`; other values
  /// unchanged.
  private static func unlinked(_ value: String) -> String {
    let text = value.trimmed
    guard text.hasPrefix("[["), text.hasSuffix("]]"), text.utf8.count > 4 else { return value }
    let link = text.dropFirst(2).dropLast(2).split(separator: "|", maxSplits: 1)
    let name = link.count > 1 ? link.last : link.first?.split(separator: "/").last
    return name.map { String($0).trimmed } ?? value
  }

  private static func time(_ value: JSONValue, in zone: TimeZone) -> String? {
    value.string.flatMap { ExchangeDates.json($0, in: zone) }
  }

  /// Returns the valid fields of a book; nil if its title or authors are invalid. The names of
  /// other invalid fields are added to `refused`.
  private static func valid(
    _ book: JSONObject, _ zone: TimeZone, refused wrong: inout [String]
  ) -> JSONObject? {
    var book = book
    if let time = book["date-added"].flatMap({ time($0, in: zone) }) {
      book["date-added"] = .string(time)
    }
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

  static func titled(_ text: String, _ title: String) -> String {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    return text.isEmpty ? "# \(line)\n" : "# \(line)\n\n\(text)"
  }
}

extension FrontMatter {
  /// Converts the fields that notes do not support to lines.
  mutating func keepUnknownAsLines() { keepAsLines { !NoteFields.names.contains($0) } }

  /// A digest of 16 hexadecimal digits.
  var digest: String {
    EntryValue.json(.array([.object(fields), .array(rest.map(JSONValue.string))])).digest
  }
}
