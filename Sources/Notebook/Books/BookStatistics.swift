package import Books
package import Foundation

/// Counts of books and pages. Each finished reading counts in its year, also a further reading of
/// the same book. An abandoned reading does not count as read.
package struct BookStatistics: Sendable, Equatable {
  package struct Year: Sendable, Equatable {
    /// Nil for readings whose year is unknown.
    package var year: Int?
    package var books = 0
    package var pages = 0
    /// January first. Excludes readings that ended in an unknown month.
    package var monthBooks = Array(repeating: 0, count: 12)
    package var monthPages = Array(repeating: 0, count: 12)

    package var undatedBooks: Int { books - monthBooks.reduce(0, +) }
  }

  /// An author's name, and the number of readings of their books.
  package struct Count: Sendable, Equatable {
    package var name: String
    package var books: Int
  }

  package struct Duration: Sendable, Equatable {
    package var note: String
    package var title: String
    package var days: Int
  }

  /// A book in the section `want`.
  package struct Unread: Sendable, Equatable {
    package var note: String
    package var title: String
    package var since: Date
  }

  /// The number of notes in the rows.
  package var books = 0
  /// The number of books by section; a book may be in several.
  package var sections: [BookListSection: Int] = [:]
  /// The years with finished readings, latest first. The unknown year is last.
  package var years: [Year] = []
  /// The numbers of books with 1 to 5 stars, whole numbers as the app stores them. Negative numbers
  /// count as 1, and numbers above 5 as 5; 0 means no stars.
  package var stars = Array(repeating: 0, count: 5)
  /// The mean of the exact stars; nil if no book has stars.
  package var meanStars: Double?
  /// The authors of the books that were read, most read first; at most `most`.
  package var authors: [Count] = []
  /// The readings whose duration is known, shortest first.
  package var durations: [Duration] = []
  /// The books to read, longest waiting first; at most `most`.
  package var unread: [Unread] = []

  /// The median of the known durations, in days. If two are in the middle, the longer one. Nil if
  /// no duration is known.
  package var medianDays: Int? {
    durations.isEmpty ? nil : durations[durations.count / 2].days
  }

  package static let most = 10
}

extension BookStatistics {
  /// Cost: O(n log n).
  package init(_ rows: [ListedBook]) {
    var years: [Int?: Year] = [:]
    var authors: [String: Int] = [:]
    var seen: Set<String> = []
    var standing: [BookListSection: Set<String>] = [:]
    var exact: [Double] = []
    for row in rows {
      let isFirst = seen.insert(row.note.id).inserted
      if standing[row.section, default: []].insert(row.note.id).inserted {
        sections[row.section, default: 0] += 1
      }
      if isFirst {
        books += 1
        if let stars = row.book.rating { self.stars[min(max(stars, 1), 5) - 1] += 1 }
        row.stars.map { exact.append($0) }
      }
      if row.section == .want {
        let since = row.book.added ?? row.note.created
        unread.append(Unread(note: row.note.id, title: row.book.title, since: since))
      }
      guard isFirst else { continue }
      // Counts readings, not rows: readings in the same years share one row.
      let ended = row.book.readings.filter { !$0.isOpen }
      let finishes = ended.map(\.finish) + (ended.isEmpty && row.book.hasRead ? [nil] : [])
      for finish in finishes {
        let year = finish?.year
        years[year, default: Year(year: year)].add(
          row.book.numberOfPages ?? 0, month: finish?.month)
      }
      for author in Set(row.book.authors) where !finishes.isEmpty {
        authors[author, default: 0] += finishes.count
      }
      durations += ended.compactMap { reading in
        reading.dayCount.map { Duration(note: row.note.id, title: row.book.title, days: $0) }
      }
    }
    self.years = years.values.sorted { ($0.year ?? .min) > ($1.year ?? .min) }
    meanStars = exact.isEmpty ? nil : exact.reduce(0, +) / Double(exact.count)
    self.authors = Array(
      authors.map { Count(name: $0.key, books: $0.value) }
        .sorted { ($1.books, $0.name) < ($0.books, $1.name) }.prefix(Self.most))
    durations.sort { ($0.days, $0.title, $0.note) < ($1.days, $1.title, $1.note) }
    unread.sort { ($0.since, $0.title, $0.note) < ($1.since, $1.title, $1.note) }
    unread = Array(unread.prefix(Self.most))
  }
}

extension BookStatistics.Year {
  fileprivate mutating func add(_ pages: Int, month: Int?) {
    let pages = max(0, min(pages, 999_999))
    books += 1
    self.pages &+= pages
    guard let month, (1...12).contains(month) else { return }
    monthBooks[month - 1] += 1
    monthPages[month - 1] &+= pages
  }
}
