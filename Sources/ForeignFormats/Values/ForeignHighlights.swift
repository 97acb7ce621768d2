/// The highlights of one book, as a reading program or device has them.
package struct ForeignHighlights: Sendable, Equatable {
  package var book: ForeignHighlightedBook
  /// In the order of the book, as far as it is known.
  package var highlights: [ForeignHighlight]

  package init(_ book: ForeignHighlightedBook, _ highlights: [ForeignHighlight] = []) {
    (self.book, self.highlights) = (book, highlights)
  }
}

/// A book in which something is marked.
package struct ForeignHighlightedBook: Sendable, Hashable {
  package var title: String
  /// As “First Last”.
  package var authors: [String]
  package var isbn: String?
  /// Its ids in other programs: a name, a colon and the id, as in `kobo:…`.
  package var sources: [String]

  package init(
    title: String, authors: [String] = [], isbn: String? = nil, sources: [String] = []
  ) {
    (self.title, self.authors, self.isbn, self.sources) = (title, authors, isbn, sources)
  }
}

/// One marked text, with the reader's note to it. A note about no text has an empty `text`.
package struct ForeignHighlight: Sendable, Equatable {
  /// Its id in the program, which stays when its text changes; nil if there is none.
  package var id: String?
  /// Paragraphs with an empty line between them. Other line breaks mean nothing.
  package var text: String
  package var note: String?
  package var place = HighlightPlace()
  package var chapter: String?
  /// The time at which it was made, `2024-08-22T19:01:04` in the time of the device, or in UTC with
  /// `Z`.
  package var date: String?
  /// As the program calls it.
  package var colour: String?
  /// Texts that it had before and that are in the file, too.
  package var earlier: [String] = []
  /// Whether the program does not give the text out.
  package var isWithheld = false

  package init(
    id: String? = nil, text: String, note: String? = nil, place: HighlightPlace = HighlightPlace(),
    chapter: String? = nil, date: String? = nil, colour: String? = nil
  ) {
    (self.id, self.text, self.note, self.place) = (id, text, note, place)
    (self.chapter, self.date, self.colour) = (chapter, date, colour)
  }

  /// Whether it becomes a quote.
  package var isQuote: Bool { text.unicodeScalars.contains { !$0.properties.isWhitespace } }
}

/// All highlights of a file, and its other parts.
package struct HighlightFile: Sendable, Equatable {
  /// Part of a sentence: “the clippings of a Kindle”.
  package var program: String
  package var books: [ForeignHighlights] = []
  /// The number of records that are earlier states or doubles of others in the file.
  package var merged = 0
  /// The records that cannot be read, each with its place in the file and the reason.
  package var unreadable: [String] = []
  /// The records that are not taken in.
  package var leftOut: [LeftOut] = []

  /// The places in `books` of those that were added.
  private var places: [ForeignHighlightedBook: Int] = [:]

  package init(program: String) { self.program = program }

  /// All records that say what was marked.
  package var count: Int {
    books.reduce(0) { $0 + $1.highlights.count } + merged + unreadable.count
  }

  /// Counts a record that is not taken in.
  package mutating func leaveOut(_ part: String, _ reason: String) {
    if let index = leftOut.firstIndex(where: { $0.part == part }) {
      leftOut[index].count += 1
    } else {
      leftOut.append(LeftOut(part, reason))
    }
  }

  /// Adds a highlight to its book. Returns its place.
  @discardableResult
  mutating func add(
    _ highlight: ForeignHighlight, of book: ForeignHighlightedBook
  ) -> (book: Int, index: Int) {
    let place = places[book] ?? books.count
    if place == books.count { books.append(ForeignHighlights(book)) }
    places[book] = place
    books[place].highlights.append(highlight)
    return (place, books[place].highlights.count - 1)
  }
}

/// The most that is read of a file of highlights.
package enum HighlightLimits {
  /// Bytes of a database.
  package static let database = Int64(1) << 30
  /// Records of a file.
  package static let records = 200_000
  /// Bytes of one text; the rest of a longer one is not taken in.
  package static let text = 64 << 10
}
