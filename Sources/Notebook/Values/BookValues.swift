package import Books
package import JSON

/// The stored values from which a note's book is known.
package struct BookValues: Sendable, Equatable {
  /// The note's text, whose hashtags say what the app has no member for.
  package var text: String
  /// `book` in the note's metadata, which belongs to the app. Nil if the note is about no book.
  package var book: JSONObject?
  /// The facts that the app cannot hold. They are under another key, because the app drops
  /// unknown members from its values, and keeps unknown keys.
  package var own: JSONObject

  package init(text: String = "", book: JSONObject? = nil, own: JSONObject = [:]) {
    (self.text, self.book, self.own) = (text, book, own)
  }

  /// The key of `own` in the note's scope.
  package static let ownKey = ".commonplace-book"
}

extension BookRecord {
  /// The book of a note. Returns nil if it is about none.
  package init?(_ values: BookValues) {
    guard let book = values.book, let record = Self(book: book, own: values.own) else { return nil }
    self = record
  }
}
