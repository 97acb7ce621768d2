internal import JSON

/// The section of a book in lists, by the state of its reading.
package enum BookSection: String, Sendable {
  /// It has no reading history.
  case wantToRead
  /// It was begun and not finished.
  case currentlyReading
  /// It was finished.
  case read
}

extension BookSection {
  /// The section of a book as it is stored, by the app's rule: being read is a reading without an end.
  init(book: JSONValue) {
    guard let history = book["readingHistory"], history != .null else {
      self = .wantToRead
      return
    }
    let isOpen = history["entries"]?.array?.contains { entry in
      entry["finish"].map { $0 == .null } ?? true
    }
    self = isOpen == true ? .currentlyReading : .read
  }
}
