import Base
package import Foundation
package import JSON

/// The book of a note, for reading only.
package struct Book: Sendable, Equatable {
  package var title: String
  /// The authors' names, as “First Last”.
  package var authors: [String]
  package var yearPublished: Int?
  package var originalYearPublished: Int?
  package var publisher: String?
  /// The ten-digit ISBN as stored, which may be invalid.
  package var isbn: String?
  /// The thirteen-digit ISBN as stored, which may be invalid.
  package var isbn13: String?
  package var numberOfPages: Int?
  /// The genres as the app stores them, usually without `#`.
  package var tags: [String] = []
  /// The stars as the app stores them; 0 or nil if there are none.
  package var storedRating: Int?
  /// The readings, in the order in which they were recorded.
  package var readings: [ReadingDates] = []
  /// Whether the book was read, even if no reading with a date is recorded.
  package var hasRead = false
  package var added: Date?

  package init(title: String, authors: [String]) { (self.title, self.authors) = (title, authors) }

  package var rating: Int? { storedRating == 0 ? nil : storedRating }

  /// The text that the app indexes for search. It ends with a space if there are no authors.
  package var indexedText: String { title + " " + authors.joined(separator: " ") }

  package var year: Int? { originalYearPublished ?? yearPublished }
}

extension Book {
  /// Reads the `book` member of a `.metadata` value by the app's rules. Throws if a required member
  /// is missing, or a member has a wrong type: the app then cannot read the book. Single readings
  /// are not checked.
  package init(json: JSONValue) throws(JSONMismatch) { try self.init(node: json) }

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
  /// Whether an author's name contains `name`, regardless of case and accents.
  package func isBy(_ name: String) -> Bool { authors.contains { $0.hasPart(name) } }
}
