import Base
package import Books
import Foundation

/// A book as a list of another program has it: the value that each reader of lists makes.
///
/// Facts that the list does not say are empty. No date is made up.
package struct ForeignBook: Sendable, Equatable {
  package var title = ""
  /// As “First Last”.
  package var authors: [String] = []
  /// The numbers that may be its ISBN, the best first.
  package var isbns: [String] = []
  package var publisher: String?
  package var yearPublished: Int?
  package var originalYearPublished: Int?
  package var pages: Int?
  package var series: String?
  package var seriesNumber: String?
  package var language: String?
  /// The section in which the list has the book; nil if the list does not say.
  package var section: BookListSection?
  /// Readings that ended, and those that go on.
  package var readings: [BookReading] = []
  /// Readings that were given up.
  package var stopped: [StoppedReading] = []
  /// The number of times it was read, if the list counts.
  package var readCount = 0
  package var stars: Double?
  package var review: String?
  /// Notes of the reader, which become text of the note.
  package var notes: [String] = []
  /// Shelves, collections and tags of the reader, which become hashtags.
  package var shelves: [String] = []
  /// The shelf of `shelves` of which it is not known whether it means that the book was read or given up.
  package var unknownShelf: String?
  /// Subjects of the book, which become its genres.
  package var genres: [String] = []
  /// The day on which it came into the list.
  package var added: PartialDate?
  /// The program, a colon, and the book's id there; nil if it has none.
  package var source: String?
  /// Fields that were not understood and are left out, as the ends of sentences.
  package var remarks: [String] = []

  package init(title: String = "", authors: [String] = []) {
    (self.title, self.authors) = (title, authors)
  }
}

extension ForeignBook {
  /// The record of the book. One without a title is named by its number.
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

  private func take(readings record: inout BookRecord) {
    // A book with stars or a review has been read, if nothing else is said.
    let section = section ?? (stars != nil || review != nil ? .read : nil)
    let ended = readings.filter { !$0.isOpen }
    let open = readings.filter(\.isOpen)
    var all = ended
    switch section {
    case .read: if ended.isEmpty { all = [BookReading(finish: .unknown)] }
    case .reading: all += open.isEmpty ? [BookReading()] : Array(open.prefix(1))
    case .stopped, .want, nil: break
    }
    // The app puts a reading in the order in which it was noted: the last one last.
    record.setReadings(all.sorted { $0.place.lexicographicallyPrecedes($1.place) })
    record.stopped = section == .stopped && stopped.isEmpty ? [StoppedReading()] : stopped
    if readCount > 1, record.hasRead { record.noteRead(again: true) }
  }
}

extension BookReading {
  /// Its place among others: those of unknown years first, one that goes on last. One that began and ended at
  /// an unknown time stands by its start.
  fileprivate var place: [Int] {
    guard let finish else { return [.max] }
    let date = finish.year == nil ? start ?? finish : finish
    return [date.year ?? .min, date.month ?? 0, date.day ?? 0]
  }
}

extension PartialDate {
  /// Noon of the day, in the middle of all time zones; nil if a part is missing.
  fileprivate var date: Date? {
    dayNumber.map { Date(timeIntervalSince1970: Double($0) * 86_400 + 43_200) }
  }
}
