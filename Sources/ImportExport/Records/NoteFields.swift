import Base
import Books
import FrontMatter
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook

/// The part of a note's metadata that front matter contains, for users to read and change. Values
/// derived from the text, and values that this program does not support, are not part of it.
enum NoteFields {
  /// Returns the fields of a note, its ID first. `text` is the text below them.
  static func fields(id: String, metadata: JSONObject, text: String, cover: String?) -> JSONObject {
    var fields: JSONObject = ["id": .string(id)]
    if let title = metadata["title"]?.string,
      !title.utf8.elementsEqual(NoteContent(text: text).title.utf8)
    {
      fields["title"] = .string(title)
    }
    for (field, member) in times { fields[field] = metadata[member] }
    if let folder = metadata["folder"], folder != .null { fields["folder"] = folder }
    if let book = metadata["book"]?.object { fields["book"] = .object(BookFields.fields(of: book)) }
    if let cover { fields["cover"] = .string(cover) }
    return fields
  }

  /// Returns `metadata` with the changes from `base` to `fields`. Fields in `unread` could not be
  /// parsed and are not removed. The names of invalid fields are added to `refused`, and their
  /// stored values stay.
  static func patched(
    _ metadata: JSONObject, with fields: JSONObject, base: JSONObject, unread: Set<String> = [],
    refused: inout [String]
  ) -> JSONObject {
    var metadata = metadata
    for (field, member) in times where fields[field] != base[field] {
      guard let value = fields[field] else { continue }
      if let time = value.string.flatMap(ExchangeDates.json) {
        metadata[member] = .string(time)
      } else {
        refused.append(field)
      }
    }
    if fields["title"] != base["title"], let title = fields["title"]?.asText {
      metadata["title"] = .string(title)
    }
    if fields["folder"] != base["folder"], !unread.contains("folder") {
      metadata["folder"] = (fields["folder"]?.asText).map(JSONValue.string)
    }
    patchBook(&metadata, fields["book"], base["book"], isUnread: unread.contains("book"), &refused)
    return metadata
  }

  static let names: Set = ["id", "title", "created", "modified", "folder", "book", "cover"]

  private static let times = [("created", "creationTimestamp"), ("modified", "modifiedTimestamp")]

  private static func patchBook(
    _ metadata: inout JSONObject, _ field: JSONValue?, _ base: JSONValue?, isUnread: Bool,
    _ refused: inout [String]
  ) {
    guard field != base, !isUnread else { return }
    guard let field, field != .null else { return metadata["book"] = nil }
    guard let fields = field.object else { return refused.append("book") }
    var wrong: [String] = []
    var book = BookFields.patched(
      metadata["book"]?.object ?? [:], with: fields, base: base?.object ?? [:], refused: &wrong)
    refused += wrong.map { "book." + $0 }
    // The app cannot read a book without these members.
    if book["title"]?.string == nil { book["title"] = "" }
    if book["title"]?.string?.isInvisible == true,
      metadata["book"]?["title"]?.string?.isInvisible != true
    {
      return refused.append("book.title")
    }
    if book["authors"]?.strings == nil { book["authors"] = [] }
    guard (try? Book(json: .object(book))) != nil else { return refused.append("book") }
    metadata["book"] = .object(book)
  }
}
