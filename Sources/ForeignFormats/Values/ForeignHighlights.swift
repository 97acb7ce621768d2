package struct ForeignHighlights: Sendable, Equatable {
  package var book: ForeignHighlightedBook
  package var highlights: [ForeignHighlight]
  /// The hashtags of the book, with `#`.
  package var tags: [String] = []

  package init(_ book: ForeignHighlightedBook, _ highlights: [ForeignHighlight] = []) {
    (self.book, self.highlights) = (book, highlights)
  }
}

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
  /// The time when the highlight was made, in the program's format, such as `2024-08-22T19:01:04`:
  /// local time, or UTC with `Z`.
  package var date: String?
  package var color: String?
  /// Earlier texts of the highlight in the same file.
  package var earlier: [String] = []
  /// Whether the program withholds the text.
  package var isWithheld = false

  package init(
    id: String? = nil, text: String, note: String? = nil,
    position: HighlightPosition = HighlightPosition(),
    chapter: String? = nil, date: String? = nil, color: String? = nil
  ) {
    (self.id, self.text, self.note, self.position) = (id, text, note, position)
    (self.chapter, self.date, self.color) = (chapter, date, color)
  }

  package var isQuote: Bool { text.unicodeScalars.contains { !$0.properties.isWhitespace } }
}

/// The highlights of a file, and its records that are not imported.
package struct HighlightFile: Sendable, Equatable {
  /// The kind of file, as part of a sentence: “the clippings of a Kindle”.
  package var program: String
  package var books: [ForeignHighlights] = []
  /// The number of records that are earlier states, duplicates or parts of others, or deleted
  /// notes.
  package var merged = 0
  /// Descriptions of the records that cannot be read, such as `line 3: the highlight is missing`.
  package var unreadable: [String] = []
  package var leftOut: [LeftOut] = []

  private var bookIndices: [ForeignHighlightedBook: Int] = [:]

  package init(program: String) { self.program = program }

  /// The number of records about highlights, including merged and unreadable ones.
  package var count: Int {
    books.reduce(0) { $0 + $1.highlights.count } + merged + unreadable.count
  }

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

package enum HighlightLimits {
  /// Maximum size of a database, in bytes.
  package static let database = Int64(1) << 30
  package static let records = 200_000
  /// Maximum size of a text, in bytes; longer ones are truncated.
  package static let text = 64 << 10
}
