import ArgumentParser
import Books
import Foundation
import Notebook

struct BookOptions: ParsableArguments {
  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @Flag(help: "Print JSON.")
  var json = false

  func change(_ action: BookAction) throws {
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      switch try notebook.books.apply(action, to: note.id) {
      case .failure(.isNoBook): throw CommandFailure(aboutNoBook: note)
      case .failure(let refusal): throw CommandFailure(refusal)
      case .success(let outcome):
        try options.announce(
          outcome.isChanged ? .edited : .unchanged, outcome.record, outcome.note.summary,
          json: json)
      }
    }
  }
}

extension CommandFailure {
  fileprivate init(_ refusal: BookAction.Refusal) {
    switch refusal {
    case .endsBeforeStart(let start, let end):
      self.init(
        .badData, "the end \(end) is before the start \(start)",
        "“commonplace book edit” changes the dates")
    case .isInFuture(let date):
      self.init(.badData, "\(date) is in the future", "use today or an earlier date")
    case .forgetsReadings:
      self.init(
        .badData, "you have read this book",
        "“commonplace book start” starts another reading; --forget deletes all readings")
    case .isNotBeingRead:
      self.init(
        .badData, "you are not reading this book", "“commonplace book start” starts a reading")
    case .hasChanged, .isNoBook:
      self.init(
        .badData, "the book's record has changed", "“commonplace book show” prints it")
    }
  }

  fileprivate init(aboutNoBook note: NoteSummary) {
    self.init(
      .nothingFound, "“\(note.title.listed)” is not about a book",
      "“commonplace book add --note” attaches one to it")
  }
}

extension NotebookOptions {
  func book(of note: NoteSummary, in notebook: Notebook) throws -> BookRecord {
    guard let record = try notebook.books.record(of: note.id) else {
      throw CommandFailure(aboutNoBook: note)
    }
    return record
  }

  func announce(
    _ action: NoteAction, _ record: BookRecord, _ note: NoteSummary, json: Bool
  ) throws {
    if json { return try StandardOutput.write(record.json(of: note, after: action).line) }
    let facts = [
      record.section.heading.lowercased(), record.sectionDate?.description ?? "",
      Stars.text(record.stars),
    ]
    .filter { !$0.isEmpty }.joined(separator: ", ")
    try StandardOutput.write(
      "\(action.words): \(note.id)  \(record.citation)  (\(facts))".terminalSafeLine)
  }
}

extension BookRecord {
  var citation: String {
    let year = originalYearPublished ?? yearPublished
    return ([title] + authors).map(\.listed).filter { !$0.isEmpty }.joined(separator: ", ")
      + (year.map { " (\($0))" } ?? "")
  }
}

struct BookDate: ExpressibleByArgument {
  var date: PartialDate

  static let help = "2021, 2021-03 or 2021-03-04, today, yesterday, or unknown."

  init?(argument: String) { self.init(argument, now: Date(), calendar: .current) }

  init?(_ text: String, now: Date, calendar: Calendar) {
    guard let date = PartialDate(said: text, now: now, calendar: calendar) else { return nil }
    self.date = date
  }

  private init(date: PartialDate) { self.date = date }

  /// Today, in the local time zone.
  static var today: BookDate { BookDate(date: .today) }

  /// Nil if the user typed `unknown`.
  var known: PartialDate? { date.known }
}

struct GivenStars: ExpressibleByArgument {
  var stars: Double?

  static let help = "0.25 to 5 in steps of 0.25; 0 removes the rating."

  init?(argument: String) {
    guard let stars = Double(argument), stars == 0 || (0.25...5).contains(stars),
      stars * 4 == (stars * 4).rounded()
    else { return nil }
    self.stars = stars == 0 ? nil : stars
  }
}
