package import Books
import JSON
package import NotebookFile

/// A row in a list of books: a book with one of its readings, or with none. A book that was read in
/// two years has two rows, as in the app.
package struct ListedBook: Sendable, Equatable {
  package var note: NoteSummary
  package var book: Book
  package var section: BookListSection
  /// The reading that this row shows; nil for a book without one, and for an abandoned book.
  package var reading: ReadingDates?
  /// The exact number of stars; nil if the book has none.
  package var stars: Double?
  /// The last abandoned reading; nil unless the section is `stopped`.
  package var stopped: StoppedReading?

  package var year: Int? { reading?.finish?.year }

  /// The date to show in the row: the start of a reading in progress, or the end of another. Nil if
  /// its year is unknown, and for books to read.
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

  /// Returns the heading of the row's group, for people: its section or, for read books with
  /// `isByYear`, its year.
  package func heading(isByYear: Bool) -> String {
    guard section == .read, isByYear else { return section.heading }
    return year.map { "Read in \($0)" } ?? "Read, year unknown"
  }
}

extension ListedBook {
  /// Returns the rows of a note, in no particular order; an empty array if the note is not about a
  /// book. `own` contains the values that the app cannot store, by the notes' ids.
  ///
  /// Each reading has a row; readings that started and ended in the same years share one. The list
  /// uses more data than the app's: a reading whose end has no year is finished, a reading whose
  /// start has no year is in progress, and a book may be abandoned.
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

package struct BookListing: Sendable {
  /// The properties by which books are sorted within the section and the year, as in the app.
  package enum Order: String, Sendable, CaseIterable {
    /// By `authorLastFirst`.
    case author
    case title
    /// Best first.
    case stars
    /// Last read first.
    case read
    /// Newest note first.
    case created
    /// Last changed first.
    case changed
  }

  package var order = Order.created
  /// Whether the order within sections and years is reversed.
  package var isReversed = false
  /// Whether read books are grouped by year, latest first.
  package var isByYear = true
  /// Selects only these sections; all if empty.
  package var sections: Set<BookListSection> = []
  /// Selects only readings that ended in this year; all if nil.
  package var year: Int?
  /// Selects only books with an author whose name contains this, ignoring case and accents; all if
  /// nil.
  package var author: String?

  package init() {}
}

extension Notebook.Books {
  /// Returns the rows of all books outside the trash, in no particular order. Cost: a pass over the
  /// notebook's keys.
  package func list() throws(NotebookError) -> [ListedBook] {
    let own = try ownFacts()
    var rows: [ListedBook] = []
    try notebook.notes.forEach { rows += ListedBook.rows(of: $0, own: own) }
    return rows
  }

  package func list(of note: NoteSummary) throws(NotebookError) -> [ListedBook] {
    guard let own = try values(of: note.id)?.own else { return [] }
    return ListedBook.rows(of: note, own: [note.id: OwnBookFacts(JSONValue.object(own))])
  }
}
