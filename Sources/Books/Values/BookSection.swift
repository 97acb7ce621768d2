package import JSON

package enum BookSection: String, Sendable, CaseIterable {
  /// The book has no reading history.
  case wantToRead
  /// A reading has no end.
  case currentlyReading
  /// The book has a reading history, and all its readings have ended.
  case read
}

extension BookSection {
  /// The values of `bookSection` in `.metadata` that the app accepts.
  package static let storedNames = Set(allCases.map(\.rawValue)).union([other])

  /// The name for notes without a book, in `.metadata` and in the protocol.
  package static let other = "other"

  /// The short name, as users type it in `section:reading`.
  package var word: String {
    switch self {
    case .wantToRead: "want"
    case .currentlyReading: "reading"
    case .read: "read"
    }
  }

  package init?(word: String) {
    guard let section = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = section
  }

  package init(book: JSONValue) { self.init(node: book) }

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
