import ArgumentParser
import Books
import Foundation
import Notebook

/// The options of commands that change a book.
struct BookOptions: ParsableArguments {
  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @Flag(help: "Print JSON.")
  var json = false

  /// Changes the book of the note, and prints it. `check` may refuse before anything is changed.
  func change(
    _ action: NoteAction = .edited,
    check: (BookRecord) throws -> Void = { _ in },
    _ edit: (inout BookRecord) -> Void
  ) throws {
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      let former = try options.book(of: note, in: notebook)
      try check(former)
      let changed = try notebook.editBook(of: note.id, edit).summary
      guard let record = try notebook.book(of: note.id) else { return }
      try options.tell(record == former ? .unchanged : action, record, changed, json: json)
    }
  }
}

extension NotebookOptions {
  /// The book of a note.
  func book(of note: NoteSummary, in notebook: Notebook) throws -> BookRecord {
    guard let record = try notebook.book(of: note.id) else {
      throw CommandFailure(
        .nothingFound, "“\(note.title.listed)” is about no book",
        "“commonplace book add --note” makes it a note about one")
    }
    return record
  }

  /// Prints a book after what happened to it.
  func tell(
    _ action: NoteAction, _ record: BookRecord, _ note: NoteSummary, json: Bool
  ) throws {
    if json { return try StandardOutput.write(record.json(of: note, after: action).line) }
    let facts = [record.shelf.heading.lowercased(), record.lastDate, Stars.text(record.stars)]
      .filter { !$0.isEmpty }.joined(separator: ", ")
    try StandardOutput.write(
      "\(action.words): \(note.id)  \(record.citation)  (\(facts))".terminalSafeLine)
  }
}

extension BookRecord {
  /// One line for people: `Walden, Henry David Thoreau (1854)`.
  var citation: String {
    let year = originalYearPublished ?? yearPublished
    return ([title] + authors).map(\.listed).filter { !$0.isEmpty }.joined(separator: ", ")
      + (year.map { " (\($0))" } ?? "")
  }

  /// When the book came to where it stands now, as far as that is known.
  fileprivate var lastDate: String {
    let date: PartialDate? =
      switch shelf {
      case .reading: readings.first(where: \.isOpen)?.start
      case .read: readings.last?.finish
      case .stopped: stopped.last?.stop
      case .want: nil
      }
    return date?.year == nil ? "" : date?.description ?? ""
  }
}

/// A date that a person gives for a reading.
struct BookDate: ExpressibleByArgument {
  var date: PartialDate

  static let help = "2021, 2021-03 or 2021-03-04, today, yesterday, or unknown."

  init?(argument: String) { self.init(argument, now: Date(), calendar: .current) }

  init?(_ text: String, now: Date, calendar: Calendar) {
    switch text.lowercased() {
    case "today": date = Self.day(now, calendar)
    case "yesterday":
      guard let day = calendar.date(byAdding: .day, value: -1, to: now) else { return nil }
      date = Self.day(day, calendar)
    case "unknown": date = .unknown
    default:
      guard let partial = PartialDate(text) else { return nil }
      date = partial
    }
  }

  private init(date: PartialDate) { self.date = date }

  /// Today, in this place.
  static var today: BookDate { BookDate(date: day(Date(), .current)) }

  /// Nil if it is unknown.
  var known: PartialDate? { date == .unknown ? nil : date }

  private static func day(_ date: Date, _ calendar: Calendar) -> PartialDate {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = calendar.timeZone
    let parts = gregorian.dateComponents([.year, .month, .day], from: date)
    return PartialDate(year: parts.year, month: parts.month, day: parts.day)
  }
}

/// A number of stars that a person gives.
struct GivenStars: ExpressibleByArgument {
  var stars: Double?

  static let help = "1 to 5, also halves and quarters such as 3.5 and 4.25; 0 takes them away."

  init?(argument: String) {
    guard let stars = Double(argument), stars == 0 || (0.25...5).contains(stars),
      stars * 4 == (stars * 4).rounded()
    else { return nil }
    self.stars = stars == 0 ? nil : stars
  }
}
