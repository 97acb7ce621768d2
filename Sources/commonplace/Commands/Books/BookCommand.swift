import ArgumentParser
import Base
import BookLookup
import Books
import Foundation
import Notebook
import UserSettings

struct BookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "Add a book, record readings and stars, edit its record.",
    discussion: """
      The app on the phone shows the same books, but rounds half and quarter stars, and does \
      not show the page that you reached, series or languages. A book that you gave up gets the \
      hashtag \(BookRecord.stoppedTag), which the app shows. “commonplace books” lists the books.

      EXAMPLES:
        commonplace book add --author 'Jane Austen' Emma
        commonplace book finish Emma
        commonplace book rate Emma 4.5
      """,
    subcommands: [
      BookAdd.self, BookLookUp.self, BookShow.self, BookEdit.self, BookStart.self, BookFinish.self,
      BookStop.self,
      BookWant.self, BookSetPage.self, BookRate.self, BookCover.self, BookJoin.self,
      BookRemove.self,
    ])
}

struct BookAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Create a note about a book, or attach a book to a note.",
    discussion: """
      If a note about the book exists, the command prints it and does not create another note. \
      Books match by ISBN, or else by an author and the whole title. The network is used only \
      with --look-up, or if your setting “books.lookUp” is “always”. Only the ISBN is sent, or \
      else the title and the first author.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: "The title; with --look-up, authors may follow.")
  var words: [String] = []

  @Option(help: "The title.")
  var title: String?

  @Option(
    name: .customLong("author"),
    help: ArgumentHelp(
      "An author, first name first. Can be repeated.", valueName: "name"))
  var authors: [String] = []

  @Option(
    help: ArgumentHelp(
      "The ISBN, 10 or 13 digits. An invalid ISBN is refused.", valueName: "number"))
  var isbn: String?

  @Option(help: "The publisher.")
  var publisher: String?

  @Option(help: "The year of first publication.")
  var year: Int?

  @Option(help: "The number of pages.")
  var pages: Int?

  @Option(
    help: ArgumentHelp("Attach the book to this note.", valueName: "note"),
    completion: NotebookCompletion.note)
  var note: String?

  @Flag(help: "Create a note even if a note about this book exists.")
  var again = false

  @Flag(help: "Look the book up at Open Library and other services.")
  var lookUp = false

  @OptionGroup var lookup: LookupOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if lookup.isAnyGiven, !looksUp {
      throw ValidationError("--from, --first, --edition and --no-cover require --look-up")
    }
    if title != nil, !words.isEmpty {
      throw ValidationError("give the title either as words or with --title")
    }
    if let isbn, ISBN(isbn) == nil {
      throw ValidationError("“\(isbn)” is not a valid ISBN: check its length and its digits")
    }
    if let year, !PartialDate.years.contains(year) {
      throw ValidationError("--year must be from -9999 to 9999")
    }
    if let pages, !(1...999_999).contains(pages) {
      throw ValidationError("--pages must be from 1 to 999999")
    }
  }

  func run() throws {
    let found = try looksUp ? find() : nil
    try options.change { notebook in
      if let note {
        let note = try options.find(note, in: notebook)
        return try add(found, to: note, in: notebook)
      }
      var record = typed
      found?.edition.fill(&record, isNew: !isTitleTyped)
      let same = try notebook.books.same().matches(BookIdentity(record))
      if !again, let id = same.notes.first, let note = try notebook.summary(of: id) {
        let found = try options.book(of: note, in: notebook)
        try options.announce(.found, found, note, json: json)
        if let isbn = record.isbn, try notebook.books.keep(isbn: isbn, of: note.id) {
          StandardError.write(
            "commonplace: note: the note now has this ISBN, too: \(isbn.thirteen)")
        }
        return
      }
      guard !record.title.isInvisible else {
        throw CommandFailure(
          .usage, "missing title", "add it, as in “commonplace book add Walden”")
      }
      let made = try notebook.books.add(record).summary
      if let cover = found?.cover { try notebook.books.setCover(of: made.id, to: cover) }
      try options.announce(
        .created, try options.book(of: made, in: notebook), made, json: json)
      if let other = same.perhaps.first {
        let id = PlainID.inCommand(other.prefix(8))
        StandardError.write(
          "commonplace: note: note \(id) may be about the same book: "
            + "“commonplace book join” joins the two notes"
        )
      }
    }
  }

  private var typedTitle: String { (title ?? words.joined(separator: " ")).trimmed }

  /// Whether the typed words are a title, not a search.
  private var isTitleTyped: Bool { title != nil || (isbn != nil && !typedTitle.isEmpty) }

  private var typed: BookRecord {
    var record = BookRecord(title: typedTitle, authors: [])
    fill(&record)
    return record
  }

  private var looksUp: Bool { lookUp || CommandSettings.current.lookUp == .always }

  /// Looks the book up. Returns nil if a note about it exists and neither a note nor `again` was
  /// given, or if there are no words to look up.
  ///
  /// If the lookup fails and the book has a title or a note, prints a message and returns nil: then
  /// the typed fields are used. Throws other errors, and `turnedOff`.
  private func find() throws -> LookupOptions.Found? {
    let typed = typed
    let notebook = try options.open()
    let wanted = try note.map { try options.find($0, in: notebook) }
    let isThere =
      try wanted == nil && !again && !notebook.books.same().notes(about: typed).isEmpty
    try notebook.close()
    if isThere { return nil }
    var asked = typed
    if asked.title.isEmpty, asked.isbn == nil, let wanted { asked.title = wanted.title }
    guard let question = LookupQuestion(about: asked) else { return nil }
    do {
      return try lookup.choose(question, wantsCover: true)
    } catch {
      let failure = CommandFailure(error)
      let isLost = typed.title.isEmpty && wanted == nil
      guard !isLost, error is LookupFailure, error as? LookupFailure != .turnedOff else {
        throw error
      }
      let words =
        "\(failure.problem): \(failure.advice). Adding the book as typed; “commonplace book look-up” "
        + "tries again"
      StandardError.write("commonplace: note: \(words)".terminalSafeLine)
      return nil
    }
  }

  private func add(
    _ found: LookupOptions.Found?, to note: NoteSummary, in notebook: Notebook
  ) throws {
    let given = typedTitle
    let isNew = note.book == nil
    let changed = try notebook.books.edit(of: note.id) { record in
      if isNew { record.title = note.title }
      if !given.isEmpty { record.title = given }
      fill(&record)
      found?.edition.fill(&record, isNew: isNew && !isTitleTyped)
      if isNew { record.added = Date() }
    }.summary
    if let cover = found?.cover, try notebook.books.cover(of: note.id) == nil {
      try notebook.books.setCover(of: note.id, to: cover)
    }
    try options.announce(
      note.book == changed.book ? .unchanged : .edited, try options.book(of: changed, in: notebook),
      changed, json: json)
  }

  private func fill(_ record: inout BookRecord) {
    if !authors.isEmpty { record.authors = authors.map(\.trimmed).filter { !$0.isEmpty } }
    if let isbn { record.setISBN(isbn) }
    if let publisher { record.publisher = publisher }
    if let year { record.originalYearPublished = year }
    if let pages { record.pages = pages }
  }
}

struct BookShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the record of a book.")

  @OptionGroup var book: BookOptions

  @Option(
    help: ArgumentHelp(
      "Print the record as it was at this time.", discussion: Moment.help, valueName: "time"))
  var at: Moment?

  func run() throws {
    let notebook = try book.options.open()
    let note = try book.options.find(book.note, in: notebook)
    let former = try at.map {
      try book.options.record(of: note.id, at: $0, in: notebook).record.values
    }
    let record =
      try former.flatMap(BookRecord.init) ?? book.options.book(of: note, in: notebook)
    if book.json { return try StandardOutput.write(record.json(of: note).line) }
    for line in record.report(of: note, hasCover: try notebook.books.cover(of: note.id) != nil) {
      try StandardOutput.write(line.terminalSafeLine)
    }
  }
}

extension BookRecord {
  fileprivate func report(of note: NoteSummary, hasCover: Bool) -> [String] {
    var facts: [(String, String?)] = [
      ("note", note.id), ("section", section.heading.lowercased()),
      ("stars", Stars.text(stars)), ("page", page.map(String.init)),
    ]
    facts += readings.map { reading in
      let start = reading.start.map { "from \($0) " } ?? ""
      let days = reading.dayCount.map { ", \(Counts.of($0, "day"))" } ?? ""
      return reading.finish.map { ("read", "\(start)to \($0)\(days)") }
        ?? ("reading", "\(start)until now")
    }
    facts += stopped.map { reading in
      let start = reading.start.map { "from \($0) " } ?? ""
      let page = reading.page.map { ", page \($0)" } ?? ""
      return ("stopped", "\(start)to \(reading.stop?.description ?? "unknown")\(page)")
    }
    facts += [
      ("series", series.map { $0 + (seriesNumber.map { ", \($0)" } ?? "") }),
      ("language", language), ("publisher", publisher), ("edition", yearPublished.map(String.init)),
      ("pages", pages.map(String.init)), ("isbn", isbn?.thirteen ?? wrongISBNs.first),
      ("tags", tags.joined(separator: ", ")),
      ("added", added.map { String($0.local().prefix(10)) }),
      ("cover", hasCover ? "yes" : nil), ("sources", sources.joined(separator: ", ")),
      ("review", review),
    ]
    return [citation]
      + facts.compactMap { name, value in
        guard let value, !value.isEmpty else { return nil }
        return "  " + (name + ":").padding(toLength: 11, withPad: " ", startingAt: 0) + value.listed
      }
  }
}
