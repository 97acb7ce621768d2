package import Books
import JSON
package import NotebookFile

/// A row in a list of books: a book with one of its readings, or with none. A book that was read in two
/// years stands in both, as in the app.
package struct ListedBook: Sendable, Equatable {
  package var note: NoteSummary
  /// Its book.
  package var book: Book
  /// The part of the list in which it stands.
  package var section: BookListSection
  /// The reading for which it stands there.
  package var reading: ReadingDates?
  /// The exact stars.
  package var stars: Double?
  /// The reading that was given up; nil in other sections.
  package var stopped: StoppedReading?

  /// The year in which the reading ended.
  package var year: Int? { reading?.finish?.year }

  /// The date for which it stands where it does; nil if not even its year is known.
  package var date: PartialDate? {
    let date =
      switch section {
      case .reading: reading?.start
      case .read: reading?.finish
      case .stopped: stopped?.stop
      case .want: nil as PartialDate?
      }
    return date?.year == nil ? nil : date
  }

  /// The heading under which it stands, for people.
  package func heading(isByYear: Bool) -> String {
    guard section == .read, isByYear else { return section.heading }
    return year.map { "Read in \($0)" } ?? "Read, the year unknown"
  }
}

extension ListedBook {
  /// The rows of a note, none if it is about no book, in no particular order. `own` has the values that the
  /// app cannot hold, by the notes' ids.
  ///
  /// A row is a reading; readings that began and ended in the same years are one. This differs from
  /// the app's list where that says less than is known: a reading whose end has no year is
  /// read, not wanted; one whose start has none goes on; and a book may have been given up.
  package static func rows(of note: NoteSummary, own: [String: OwnBookFacts] = [:]) -> [ListedBook]
  {
    guard let book = note.book else { return [] }
    let own = own.isEmpty ? nil : own[note.id]
    let stars = BookRecord.stars(rating: book.storedRating, exact: own?.stars)
    func row(_ section: BookListSection, _ reading: ReadingDates? = nil) -> ListedBook {
      ListedBook(note: note, book: book, section: section, reading: reading, stars: stars)
    }
    var rows: [ListedBook] = []
    for reading in book.readings {
      let isKnown = rows.contains { other in
        other.reading.map {
          $0.isOpen == reading.isOpen && $0.start?.year == reading.start?.year
            && $0.finish?.year == reading.finish?.year
        } ?? false
      }
      if !isKnown { rows.append(row(reading.isOpen ? .reading : .read, reading)) }
    }
    if let stopped = own?.stopped,
      BookRecord.isStopped(book.readings, hasRead: book.hasRead, stopped)
    {
      var row = row(.stopped)
      row.stopped = stopped.last
      rows.append(row)
    }
    return rows.isEmpty ? [row(book.hasRead ? .read : .want)] : rows
  }
}

/// A choice of books, and their order.
package struct BookListing: Sendable {
  /// The facts by which books are sorted, as the app does it; all within the section and the year.
  package enum Order: String, Sendable, CaseIterable {
    /// By the first author's family name.
    case author
    /// By title.
    case title
    /// The best first.
    case stars
    /// The last read first.
    case read
    /// The newest note first.
    case created
    /// The last changed first.
    case changed
  }

  package var order = Order.created
  /// Turns the order within sections and years around.
  package var isReversed = false
  /// Whether what was read is grouped by years, the last first.
  package var isByYear = true
  /// Only these; all if it is empty.
  package var sections: Set<BookListSection> = []
  /// Only readings that ended then.
  package var year: Int?
  /// Only books with an author whose name has this as a part, in any case and with any accents.
  package var author: String?

  package init() {}
}

extension Notebook.Books {
  /// The rows of all books outside the trash, in no particular order. Cost: linear in the notes.
  package func list() throws(NotebookError) -> [ListedBook] {
    let own = try ownFacts()
    var rows: [ListedBook] = []
    try notebook.notes.forEach { rows += ListedBook.rows(of: $0, own: own) }
    return rows
  }

  /// The rows of the book of one note.
  package func list(of note: NoteSummary) throws(NotebookError) -> [ListedBook] {
    guard let own = try values(of: note.id)?.own else { return [] }
    return ListedBook.rows(of: note, own: [note.id: OwnBookFacts(JSONValue.object(own))])
  }
}
