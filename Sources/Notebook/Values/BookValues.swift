package import Books
package import JSON

package struct BookValues: Sendable, Equatable {
  package var text: String
  /// `book` in the note's metadata, in the app's format. Nil if the note is not about a book.
  package var book: JSONObject?
  /// Data that the app cannot store. It has its own key, because the app drops unknown members of
  /// its values, but keeps unknown keys.
  package var own: JSONObject

  package init(text: String = "", book: JSONObject? = nil, own: JSONObject = [:]) {
    (self.text, self.book, self.own) = (text, book, own)
  }

  /// The key of `own` in the note's scope.
  package static let ownKey = ".commonplace-book"
}

extension BookRecord {
  package init?(_ values: BookValues) {
    guard let book = values.book, let record = Self(book: book, own: values.own) else { return nil }
    self = record
  }
}
