package import NotebookFile
package import JSON
package import Notebook

/// A row in a list of books: a book with one of its readings, or with none. A book that was read in two
/// years stands in both, as in the app.
package struct ListedBook: Sendable, Equatable {
  package var note: NoteSummary
  /// Its book.
  package var book: Book
  /// The part of the list in which it stands.
  package var shelf: BookShelf
  /// The reading for which it stands there.
  package var reading: BookReading?
  /// The exact stars.
  package var stars: Double?
  /// Of a book that was given up, when.
  package var stopped: StoppedReading?

  /// The year in which the reading ended.
  package var year: Int? { reading?.finish?.year }

  /// The date for which it stands where it does; nil if not even its year is known.
  package var date: PartialDate? {
    let date =
      switch shelf {
      case .reading: reading?.start
      case .read: reading?.finish
      case .stopped: stopped?.stop
      case .want: nil as PartialDate?
      }
    return date?.year == nil ? nil : date
  }

  /// The heading under which it stands, for people.
  package func heading(isByYear: Bool) -> String {
    guard shelf == .read, isByYear else { return shelf.heading }
    return year.map { "Read in \($0)" } ?? "Read, the year unknown"
  }
}

/// A part of a list of books.
package enum BookShelf: String, Sendable, CaseIterable {
  case reading, want, read, stopped

  /// The heading, for people.
  package var heading: String {
    switch self {
    case .reading: "Reading"
    case .want: "Want to read"
    case .read: "Read"
    case .stopped: "Did not finish"
    }
  }

  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ListedBook {
  /// The rows of the notes that are about books, in no particular order. `own` has the values that the
  /// app cannot hold, by the notes' ids.
  ///
  /// A row is a reading; readings that began and ended in the same years are one. This differs from
  /// the app's list where that says less than is known: a reading whose end has no year is
  /// read, not wanted; one whose start has none goes on; and a book may have been given up.
  package static func rows(of note: NoteSummary, own: [String: JSONObject] = [:]) -> [ListedBook] {
    guard let book = note.book else { return [] }
    let own = own[note.id] ?? [:]
    let stars = BookRecord.stars(rating: book.storedRating, own)
    func row(_ shelf: BookShelf, _ reading: BookReading? = nil) -> ListedBook {
      ListedBook(note: note, book: book, shelf: shelf, reading: reading, stars: stars)
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
    let stopped = StoppedReading.all(in: own)
    if BookRecord.isStopped(book.readings, hasRead: book.hasRead, stopped) {
      var row = row(.stopped)
      row.stopped = stopped.last
      rows.append(row)
    }
    return rows.isEmpty ? [row(book.hasRead ? .read : .want)] : rows
  }
}

/// A choice of books, and their order.
package struct BookListing: Sendable {
  /// The facts by which books are sorted, as the app does it; all within the shelf and the year.
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
  /// Turns the order within shelves and years around.
  package var isReversed = false
  /// Whether what was read is grouped by years, the last first.
  package var isByYear = true
  /// Only these; all if it is empty.
  package var shelves: Set<BookShelf> = []
  /// Only readings that ended then.
  package var year: Int?
  /// Only books with an author whose name has this as a part, in any case and with any accents.
  package var author: String?

  package init() {}
}

extension BookListing {
  /// The rows that are wanted, in their order: shelf by shelf. Cost: sorting them.
  package func listed(_ rows: [ListedBook]) -> [ListedBook] {
    let wanted = rows.filter(isWanted)
    let keys = wanted.map(Key.init)
    return wanted.indices.sorted { isInOrder(keys[$0], keys[$1]) }.map { wanted[$0] }
  }

  private func isWanted(_ row: ListedBook) -> Bool {
    (shelves.isEmpty || shelves.contains(row.shelf))
      && (year.map { row.year == $0 } ?? true)
      && (author.map { row.book.isBy($0) } ?? true)
  }

  /// The facts of a row that are compared.
  private struct Key {
    var row: ListedBook
    var author: [UInt8]?
    var title: [UInt8]
    var finish: PartialDate?

    init(_ row: ListedBook) {
      self.row = row
      // By bytes, as SQLite compares texts.
      author = row.note.authorLastFirst.map { Array($0.utf8) }
      title = Array(row.book.title.utf8)
      finish = row.reading?.finish
    }
  }

  private func isInOrder(_ one: Key, _ other: Key) -> Bool {
    if one.row.shelf != other.row.shelf { return one.row.shelf.place < other.row.shelf.place }
    if isByYear, one.finish?.year != other.finish?.year {
      return Self.isMore(one.finish?.year, other.finish?.year)
    }
    let (first, second) = isReversed ? (other, one) : (one, other)
    return Self.isBefore(first, second, by: order) ?? (one.row.note.id < other.row.note.id)
  }

  /// Whether `one` stands before `other`; nil if nothing distinguishes them.
  private static func isBefore(_ one: Key, _ other: Key, by order: Order) -> Bool? {
    switch order {
    case .author:
      if one.author != other.author {
        guard let first = one.author else { return true }
        return other.author.map { first.lexicographicallyPrecedes($0) } ?? false
      }
    case .title:
      if one.title != other.title { return one.title.lexicographicallyPrecedes(other.title) }
    case .stars:
      let (first, second) = (one.row.book.storedRating, other.row.book.storedRating)
      if first != second { return isMore(first, second) }
      if one.row.stars != other.row.stars { return isMore(one.row.stars, other.row.stars) }
    case .read:
      for part in [\PartialDate.year, \.month, \.day] {
        let (first, second) = (one.finish?[keyPath: part], other.finish?[keyPath: part])
        if first != second { return isMore(first, second) }
      }
      return newest(one.row.note.created, other.row.note.created)
    case .created: return newest(one.row.note.created, other.row.note.created)
    case .changed: break
    }
    return newest(one.row.note.modified, other.row.note.modified)
  }

  private static func newest<Value: Comparable>(_ one: Value, _ other: Value) -> Bool? {
    one == other ? nil : one > other
  }

  /// Whether `one` is more; nothing is the least.
  private static func isMore<Value: Comparable>(_ one: Value?, _ other: Value?) -> Bool {
    guard let one else { return false }
    return other.map { one > $0 } ?? true
  }
}

extension Notebook {
  /// The rows of all books outside the trash, in no particular order. Cost: linear in the notes.
  package func listedBooks() throws(NotebookError) -> [ListedBook] {
    let own = try ownBookValues()
    var rows: [ListedBook] = []
    try forEachNote { rows += ListedBook.rows(of: $0, own: own) }
    return rows
  }
}
