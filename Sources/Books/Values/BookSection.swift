package import JSON

/// The section of a book in lists, by the state of its reading.
package enum BookSection: String, Sendable, CaseIterable {
  /// It has no reading history.
  case wantToRead
  /// It was begun and not finished.
  case currentlyReading
  /// It was finished.
  case read
}

extension BookSection {
  /// The values that the app reads in `.metadata`.
  package static let storedNames = Set(allCases.map(\.rawValue)).union([other])

  /// The name of the notes about no book, in `.metadata` and in the protocol.
  package static let other = "other"

  /// The short name, as readers type it: `section:reading`.
  package var word: String {
    switch self {
    case .wantToRead: "want"
    case .currentlyReading: "reading"
    case .read: "read"
    }
  }

  /// The section with a short name; nil for another word.
  package init?(word: String) {
    guard let section = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = section
  }

  /// The section of a book as it is stored, by the app's rule: being read is a reading without an end.
  package init(book: JSONValue) { self.init(node: book) }

  /// The same of JSON in either form.
  package init(node book: some JSONNode) {
    guard let history = book.member("readingHistory"), !history.isNull else {
      self = .wantToRead
      return
    }
    let isOpen = history.member("entries")?.array?.contains { entry in
      entry.member("finish").map(\.isNull) ?? true
    }
    self = isOpen == true ? .currentlyReading : .read
  }
}
