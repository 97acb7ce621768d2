/// The highlights of one book from a reading program or device.
package struct ForeignHighlights: Sendable, Equatable {
  package var book: ForeignHighlightedBook
  /// The highlights, in the order of the book if their positions are known.
  package var highlights: [ForeignHighlight]
  /// The hashtags of the book, with `#`.
  package var tags: [String] = []

  package init(_ book: ForeignHighlightedBook, _ highlights: [ForeignHighlight] = []) {
    (self.book, self.highlights) = (book, highlights)
  }
}

/// A book with highlights.
package struct ForeignHighlightedBook: Sendable, Hashable {
  package var title: String
  /// Names as “First Last”.
  package var authors: [String]
  package var isbn: String?
  /// The book's IDs in other programs: a name, a colon and the ID, as in `kobo:…`.
  package var sources: [String]

  package init(
    title: String, authors: [String] = [], isbn: String? = nil, sources: [String] = []
  ) {
    (self.title, self.authors, self.isbn, self.sources) = (title, authors, isbn, sources)
  }
}

/// A highlighted text with the reader's note. A note without a text has an empty `text`.
package struct ForeignHighlight: Sendable, Equatable {
  /// The ID in the program, which stays the same if the text changes; nil if there is none.
  package var id: String?
  /// The text, with empty lines between paragraphs. Other line breaks are insignificant.
  package var text: String
  package var note: String?
  /// The hashtags of the highlight, with `#`.
  package var tags: [String] = []
  package var position = HighlightPosition()
  package var chapter: String?
  /// The time when the highlight was made, `2024-08-22T19:01:04`, in the device's local time, or in
  /// UTC with `Z`.
  package var date: String?
  /// The program's name of the color.
  package var colour: String?
  /// Earlier texts of the highlight in the same file.
  package var earlier: [String] = []
  /// Whether the program withholds the text.
  package var isWithheld = false

  package init(
    id: String? = nil, text: String, note: String? = nil,
    position: HighlightPosition = HighlightPosition(),
    chapter: String? = nil, date: String? = nil, colour: String? = nil
  ) {
    (self.id, self.text, self.note, self.position) = (id, text, note, position)
    (self.chapter, self.date, self.colour) = (chapter, date, colour)
  }

  /// Whether the highlight becomes a quote.
  package var isQuote: Bool { text.unicodeScalars.contains { !$0.properties.isWhitespace } }
}

/// The highlights of a file, and its records that are not imported.
package struct HighlightFile: Sendable, Equatable {
  /// The kind of file, as part of a sentence: “the clippings of a Kindle”.
  package var program: String
  package var books: [ForeignHighlights] = []
  /// The number of records that are earlier states or duplicates of others.
  package var merged = 0
  /// The records that cannot be read, each with its position in the file and the reason.
  package var unreadable: [String] = []
  /// The records that are not imported.
  package var leftOut: [LeftOut] = []

  /// The index in `books` of each book.
  private var bookIndices: [ForeignHighlightedBook: Int] = [:]

  package init(program: String) { self.program = program }

  /// The number of records about highlights, including merged and unreadable ones.
  package var count: Int {
    books.reduce(0) { $0 + $1.highlights.count } + merged + unreadable.count
  }

  /// Counts a record that is not imported.
  package mutating func leaveOut(_ part: String, _ reason: String) {
    if let index = leftOut.firstIndex(where: { $0.part == part }) {
      leftOut[index].count += 1
    } else {
      leftOut.append(LeftOut(part, reason))
    }
  }

  /// Adds a highlight to its book. Returns the index of the book, and of the highlight in the book.
  @discardableResult
  mutating func add(
    _ highlight: ForeignHighlight, of book: ForeignHighlightedBook
  ) -> (book: Int, index: Int) {
    let index = bookIndices[book] ?? books.count
    if index == books.count { books.append(ForeignHighlights(book)) }
    bookIndices[book] = index
    books[index].highlights.append(highlight)
    return (index, books[index].highlights.count - 1)
  }
}

/// The limits for a file of highlights.
package enum HighlightLimits {
  /// Maximum size of a database, in bytes.
  package static let database = Int64(1) << 30
  /// Maximum number of records in a file.
  package static let records = 200_000
  /// Maximum size of a text, in bytes; longer ones are truncated.
  package static let text = 64 << 10
}
