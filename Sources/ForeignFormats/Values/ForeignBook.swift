import Base
package import Books
import Foundation

/// A book in a list of another program, as produced by every reader of lists.
///
/// Missing fields are empty. Missing dates are not guessed.
package struct ForeignBook: Sendable, Equatable {
  package var title = ""
  /// Names as “First Last”.
  package var authors: [String] = []
  /// Possible ISBNs, the best first.
  package var isbns: [String] = []
  /// Whether the list has no ISBN of the book, but another text in its place.
  package var hasUnusableISBN = false
  package var publisher: String?
  package var yearPublished: Int?
  package var originalYearPublished: Int?
  package var pages: Int?
  package var series: String?
  package var seriesNumber: String?
  package var language: String?
  /// The book's section in the list; nil if unknown.
  package var section: BookListSection?
  package var readings: [BookReading] = []
  package var stopped: [StoppedReading] = []
  /// The number of times the book was read, if the list counts them.
  package var readCount = 0
  package var stars: Double?
  package var review: String?
  /// The reader's notes, which become text of the note.
  package var notes: [String] = []
  /// The reader's shelves, collections and tags, which become hashtags.
  package var shelves: [String] = []
  /// The shelf among `shelves` that may or may not mean that the book was read or abandoned.
  package var unknownShelf: String?
  /// Subjects of the book, which become genres.
  package var genres: [String] = []
  package var added: PartialDate?
  /// The program, a colon, and the book's ID there; nil if it has none.
  package var source: String?
  /// Unreadable fields that were skipped, as the ends of sentences.
  package var remarks: [String] = []

  package init(title: String = "", authors: [String] = []) {
    (self.title, self.authors) = (title, authors)
  }
}

extension ForeignBook {
  package var futureDates: [PartialDate] {
    let dates =
      readings.flatMap { [$0.start, $0.finish] } + stopped.flatMap { [$0.start, $0.stop] }
    let today = PartialDate.today
    return dates.compactMap { $0 }.filter(today.isBefore)
  }

  /// The record of the book. A book without a title is named by its ISBN.
  package var record: BookRecord {
    let isbn = isbns.first { ISBN($0) != nil } ?? isbns.first
    let number = isbn.map { ISBN($0)?.thirteen ?? $0 } ?? ""
    var record = BookRecord(title: title.isInvisible ? "ISBN \(number)" : title, authors: authors)
    record.setISBN(isbn)
    record.publisher = publisher
    record.yearPublished = yearPublished
    record.originalYearPublished = originalYearPublished
    record.pages = pages
    (record.series, record.seriesNumber) = (series, seriesNumber)
    record.language = language
    record.stars = stars
    record.review = review
    record.tags = genres
    record.sources = source.map { [$0] } ?? []
    record.added = added?.date
    take(readings: &record)
    return record
  }

  /// Maximum number of readings that are added because a list counts them.
  private static var mostCounted: Int { 100 }

  private func take(readings record: inout BookRecord) {
    // A book with stars or a review counts as read, if its section is unknown.
    let section = section ?? (stars != nil || review != nil ? .read : nil)
    let ended = readings.filter { !$0.isOpen }
    let open = readings.filter(\.isOpen)
    var all = ended
    switch section {
    case .read: if ended.isEmpty { all = [BookReading(finish: .unknown)] }
    case .reading: all += open.isEmpty ? [BookReading()] : Array(open.prefix(1))
    case .stopped, .want, nil: break
    }
    // The count includes abandoned readings and readings in progress.
    let stops = section == .stopped ? max(stopped.count, 1) : stopped.count
    let missing = min(readCount, Self.mostCounted) - all.count - stops
    if missing > 0, section == .reading || all.contains(where: { !$0.isOpen }) {
      all += Array(repeating: BookReading(finish: .unknown), count: missing)
    }
    // The app lists readings in the order of recording, so the latest must come last.
    record.setReadings(all.sorted { $0.sortingKey.lexicographicallyPrecedes($1.sortingKey) })
    record.stopped = section == .stopped && stopped.isEmpty ? [StoppedReading()] : stopped
    if readCount > 1, record.hasRead { record.noteRead(again: true) }
  }
}

extension BookReading {
  /// The sort key among readings: unknown years first, a reading in progress last. A reading
  /// without a known finish is sorted by its start.
  fileprivate var sortingKey: [Int] {
    guard let finish else { return [.max] }
    let date = finish.year == nil ? start ?? finish : finish
    return [date.year ?? .min, date.month ?? 0, date.day ?? 0]
  }
}

extension PartialDate {
  /// Noon UTC of the day; nil if a part is missing.
  fileprivate var date: Date? {
    dayNumber.map { Date(timeIntervalSince1970: Double($0) * 86_400 + 43_200) }
  }
}
