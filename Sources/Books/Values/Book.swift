import Base
package import Foundation
package import JSON

/// The book a note is about, as far as reading needs it.
package struct Book: Sendable, Equatable {
  /// The title, as printed.
  package var title: String
  /// Authors as "First Last".
  package var authors: [String]
  /// The year of this edition.
  package var yearPublished: Int?
  /// The year the work first appeared.
  package var originalYearPublished: Int?
  /// The publisher of this edition.
  package var publisher: String?
  /// Ten-digit ISBN.
  package var isbn: String?
  /// Thirteen-digit ISBN.
  package var isbn13: String?
  /// The length of this edition.
  package var numberOfPages: Int?
  /// Genres as the app stores them, usually without `#`.
  package var tags: [String] = []
  /// The stars as the app stores them: 0, or nothing, for none.
  package var storedRating: Int?
  /// The readings, in the order in which they were noted.
  package var readings: [ReadingDates] = []
  /// Whether it was read, perhaps without a reading that says when.
  package var hasRead = false
  /// The time at which it came into the notebook, if that was noted.
  package var added: Date?

  package init(title: String, authors: [String]) { (self.title, self.authors) = (title, authors) }

  /// 1 to 5 stars.
  package var rating: Int? { storedRating == 0 ? nil : storedRating }

  /// The words by which the app finds the note: with the space that it writes before no author, too.
  package var indexedText: String { title + " " + authors.joined(separator: " ") }

  /// The year to show: of the work when known, otherwise of this edition.
  package var year: Int? { originalYearPublished ?? yearPublished }
}

extension Book {
  /// Reads the `book` member of a `.metadata` value by the app's rules: a member of another type
  /// makes the whole value unreadable.
  package init(json: JSONValue) throws(JSONMismatch) { try self.init(node: json) }

  /// The same of JSON in either form.
  package init(node json: some JSONNode) throws(JSONMismatch) {
    title = try json.required("title", \.string)
    authors = try json.required("authors", \.strings)
    yearPublished = try json.optional("yearPublished", \.int)
    originalYearPublished = try json.optional("originalYearPublished", \.int)
    publisher = try json.optional("publisher", \.string)
    isbn = try json.optional("isbn", \.string)
    isbn13 = try json.optional("isbn13", \.string)
    numberOfPages = try json.optional("numberOfPages", \.int)
    tags = try json.optional("tags", \.strings) ?? []
    storedRating = try json.optional("rating", \.int)
    _ = try json.optional("review", \.string)
    added = try json.optional("dateAdded") { $0.string.flatMap(Timestamps.date(json:)) }
    if let history = try json.optional("readingHistory", { $0 }) {
      hasRead = try history.required("hasRead", \.bool)
      _ = try history.required("multipleReadings", \.bool)
      readings = ReadingDates.all(in: history)
    }
  }
}

extension Book {
  /// Whether an author's name has `name` as a part, in any case and with any accents.
  package func isBy(_ name: String) -> Bool { authors.contains { $0.hasPart(name) } }
}
