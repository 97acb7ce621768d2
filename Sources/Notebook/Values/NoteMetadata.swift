internal import KeyValueStore
internal import Base
internal import Foundation
internal import JSON

/// A note's `.metadata` value. A note exists if and only if this can be read.
package struct NoteMetadata: Equatable {
  var title: String
  var summary: String?
  var created: Date
  var modified: Date
  /// The text's hashtags, each with its `#`, in no particular order.
  var tags: [String]
  var folder: String?
  var book: Book?
  /// Where the book is listed.
  var section: BookSection?
  /// The first author, family name first: the key by which the app sorts.
  var authorLastFirst: String?
}

extension NoteMetadata {
  /// Reads a `.metadata` value by the app's rules; nil when the app could not read it either.
  package init?(json text: String) {
    guard let json = try? JSONValue(stored: text), let metadata = try? Self(json: json) else {
      return nil
    }
    self = metadata
  }

  private init(json: JSONValue) throws(JSONMismatch) {
    let date = { (value: JSONValue) in value.string.flatMap(Timestamps.date(json:)) }
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
      book = try Book(json: value)
      section = BookSection(book: value)
    }
  }
}
