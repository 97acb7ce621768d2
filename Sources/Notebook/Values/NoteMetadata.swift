import Base
import Books
import Foundation
package import JSON
import KeyValueStore

/// A note's `.metadata` value. Lists omit a note whose `.metadata` cannot be read.
package struct NoteMetadata: Equatable {
  var title: String
  var summary: String?
  var created: Date
  var modified: Date
  /// The text's hashtags, each with its `#`, in no particular order.
  var tags: [String]
  var folder: String?
  var book: Book?
  var section: BookSection?
  /// The first author, family name first: the key by which the app sorts.
  var authorLastFirst: String?
}

extension NoteMetadata {
  /// Parses a `.metadata` value by the app's rules. Returns nil if it is malformed, or larger than
  /// `JSONValue.largestStored`.
  package init?(json text: String) {
    var outline = JSONOutline()
    self.init(json: text, &outline)
  }

  /// `outline` can be used again for the next value.
  package init?(json text: String, _ outline: inout JSONOutline) {
    guard text.utf8.count <= JSONValue.largestStored,
      let metadata = try? outline.read(text, { json in try Self(node: json) })
    else { return nil }
    self = metadata
  }

  private init<Node: JSONNode>(node json: Node) throws(JSONMismatch) {
    let date = { (value: Node) in value.string.flatMap(Timestamps.date(json:)) }
    title = try json.required("title", \.string)
    summary = try json.optional("summary", \.string)
    created = try json.required("creationTimestamp", date)
    modified = try json.required("modifiedTimestamp", date)
    tags = try json.required("tags", \.strings)
    folder = try json.optional("folder", \.string)
    authorLastFirst = try json.optional("authorLastFirst", \.string)
    _ = try json.optional("bookSection") { value in
      value.string.flatMap { BookSection.storedNames.contains($0) ? $0 : nil }
    }
    if let value = try json.optional("book", { $0 }) {
      book = try Book(node: value)
      section = BookSection(node: value)
    }
  }
}
