import Base
import Books
import Foundation
import Notebook
import Quoting

/// The CSV export of Goodreads, with its 24 columns.
enum GoodreadsForm {
  private static let columns = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
    "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
    "Original Publication Year", "Date Read", "Date Added", "Bookshelves",
    "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
  ]

  static func text(
    _ books: [ExportedBook], _ forSpreadsheets: Bool, _ losses: inout BookLosses
  ) -> String {
    let rows = [columns] + books.map { row($0, &losses) }
    let lines = rows.map { row in
      row.map { CSVField.text($0, isGuarded: forSpreadsheets) }.joined(separator: ",") + "\n"
    }
    return (forSpreadsheets ? "\u{FEFF}" : "") + lines.joined()
  }

  private static func row(_ book: ExportedBook, _ losses: inout BookLosses) -> [String] {
    let record = book.record
    let shelf = shelf(of: book)
    let ended = record.readings.filter { !$0.isOpen }
    // For an abandoned book, Goodreads stores the day of abandoning as `Date Read`.
    let last = shelf == "did-not-finish" ? record.stopped.last?.stop : ended.last?.finish
    losses.addGoodreads(book, ended)
    let isbn = record.isbn
    let stored = record.wrongISBNs.first ?? ""
    return [
      id(record), title(record), record.authors.first ?? "",
      record.authors.first.map { AuthorName($0).inverted } ?? "",
      record.authors.dropFirst().joined(separator: ", "),
      "=\"\(isbn?.ten ?? (isbn == nil && stored.utf8.count <= 10 ? stored : ""))\"",
      "=\"\(isbn?.thirteen ?? (stored.utf8.count > 10 ? stored : ""))\"",
      "\(record.stars.map { Int(exactly: min(max($0, 1), 5).rounded(.toNearestOrAwayFromZero)) ?? 0 } ?? 0)",
      "", record.publisher ?? "", "", number(record.pages), number(record.yearPublished),
      number(record.originalYearPublished), last.flatMap(date) ?? "", record.added.map(day) ?? "",
      (book.tags.map { $0.replacingBytes(of: "/", with: "-") } + (shelf == "read" ? [] : [shelf]))
        .joined(separator: ", "),
      "", shelf, review(record.review), "", "", "\(max(ended.count, record.hasRead ? 1 : 0))", "0",
    ]
  }

  /// Returns the value of `Exclusive Shelf`. BookWyrm and others recognize `did-not-finish`.
  private static func shelf(of book: ExportedBook) -> String {
    switch book.section {
    case "reading": "currently-reading"
    case "read": "read"
    case "stopped": "did-not-finish"
    default: "to-read"
    }
  }

  /// Returns the book's ID at Goodreads; empty if it was not imported from there.
  private static func id(_ record: BookRecord) -> String {
    record.sources.first { $0.hasPrefix("goodreads:") }.map { String($0.dropFirst(10)) } ?? ""
  }

  private static func title(_ record: BookRecord) -> String {
    guard let series = record.series, !series.isEmpty else { return record.title }
    return record.title + " (\(series)" + (record.seriesNumber.map { ", #\($0)" } ?? "") + ")"
  }

  private static func review(_ review: String?) -> String {
    (review ?? "").htmlLines
  }

  private static func number(_ number: Int?) -> String { number.map(String.init) ?? "" }

  /// Returns a complete date; nil for a partial one, which Goodreads cannot store.
  static func date(_ date: PartialDate) -> String? {
    guard date.dayNumber != nil else { return nil }
    return date.description.replacingBytes(of: "-", with: "/")
  }

  private static func day(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day()).replacingBytes(of: "-", with: "/")
  }
}

extension AuthorName {
  /// Family name, comma, given names: `Example, Ann`. Without given names, only the family name.
  var inverted: String {
    let family = family
    let given = given
    return given.isEmpty ? family : "\(family), \(given)"
  }

  var given: String {
    let family = family
    return lastFirst.hasPrefix(family) ? String(lastFirst.dropFirst(family.count)).trimmed : ""
  }
}
