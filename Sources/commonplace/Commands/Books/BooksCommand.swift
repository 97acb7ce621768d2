import ArgumentParser
import Books
import Foundation
import JSON
import Notebook
import Terminal

struct BooksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "books",
    abstract: "List books by section.",
    discussion: """
      The sections are: reading, want to read, read (by year) and did not finish. “commonplace books \
      stats” counts books; “commonplace book” changes a book.
      """,
    subcommands: [ListBooks.self, BookStatisticsReport.self], defaultSubcommand: ListBooks.self)
}

extension BookListSection: ExpressibleByArgument {}

extension BookListing.Order: ExpressibleByArgument {}

struct ListBooks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the books (the default).",
    discussion: """
      Books that you read are grouped by the year in which you finished them, newest first. A \
      book that you read in two years appears twice. --sort applies within each section and \
      each year.
      """)

  @OptionGroup var options: NotebookOptions

  @Option(help: "Only books in this section. Can be repeated.")
  var section: [BookListSection] = []

  @Option(help: "Only books that you finished in this year.")
  var year: Int?

  @Option(
    help: ArgumentHelp("Only books by authors whose names contain this text.", valueName: "name"))
  var author: String?

  @Option(
    help: ArgumentHelp(
      "By author, title, stars, date read, or when the note was created or changed.",
      valueName: "order"))
  var sort: BookListing.Order = .created

  @Flag(help: "Reverse the order within each section and each year.")
  var reverse = false

  @Flag(help: "List the books that you read without grouping them by year.")
  var noYears = false

  @Option(help: "Maximum number of books listed.")
  var limit: Int?

  @Flag(help: "Only notes about the same book as another note.")
  var same = false

  @OptionGroup var printing: PrintingOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    if same, limit != nil || !section.isEmpty || year != nil || author != nil {
      throw ValidationError("--same lists all such books: use it without other filters")
    }
  }

  func run() throws {
    let notebook = try options.open()
    if same { return try listSame(in: notebook) }
    let all = try notebook.books.list()
    var listing = BookListing()
    (listing.order, listing.isReversed, listing.isByYear) = (sort, reverse, !noYears)
    (listing.sections, listing.year, listing.author) = (Set(section), year, author)
    let rows = Array(listing.listed(all).prefix(limit ?? .max))
    if json {
      try StandardOutput.write(JSONValue.array(rows.map(\.json)).line)
    } else {
      let output = ListOutput(printing)
      try output.write(
        output.rendered(BookLines(width: output.width, isByYear: !noYears).lines(rows)))
    }
    guard rows.isEmpty else { return }
    throw all.isEmpty
      ? CommandFailure(
        .nothingFound, "no books yet", "“commonplace book add” adds one")
      : CommandFailure(
        .nothingFound, "no books match these options", "“commonplace books” lists all")
  }

  private func listSame(in notebook: Notebook) throws {
    let own = try notebook.books.ownFacts()
    let groups = SameBooks.groups(of: try notebook.notes.all(), own: own)
    let rows = groups.map { group in
      group.flatMap { ListedBook.rows(of: $0, own: own).prefix(1) }
    }
    if json {
      try StandardOutput.write(JSONValue.array(rows.joined().map(\.json)).line)
    } else {
      let output = ListOutput(printing)
      let lines = BookLines(width: output.width, isByYear: false)
      let parts = rows.enumerated().flatMap { index, rows in
        (index > 0 ? [Line("")] : []) + rows.map(lines.line)
      }
      try output.write(output.rendered(parts))
      if !groups.isEmpty {
        StandardError.write(
          "commonplace: note: “commonplace book join” joins two notes; name them by their IDs")
      }
    }
    if groups.isEmpty {
      throw CommandFailure(
        .nothingFound, "no two notes are about the same book",
        "“commonplace books” lists all books")
    }
  }
}

struct BookLines {
  /// Cells per line; nil for no limit.
  var width: Int?
  var isByYear: Bool

  private static let headingStyle = TextStyle(bold: true)
  private static let idStyle = TextStyle(.yellow)
  private static let starStyle = TextStyle(.yellow)
  private static let tagStyle = TextStyle(.cyan)

  func lines(_ rows: [ListedBook]) -> [Line] {
    var lines: [Line] = []
    var heading: String?
    for row in rows {
      let next = row.heading(isByYear: isByYear)
      if next != heading {
        if heading != nil { lines.append(Line("")) }
        lines.append(Line([Span(next, Self.headingStyle)]))
        heading = next
      }
      lines.append(line(row))
    }
    return lines
  }

  func line(_ row: ListedBook) -> Line {
    var spans = [Span(row.note.id.prefix(8).description.terminalSafeLine, Self.idStyle)]
    spans.append(Span("  " + row.citation.terminalSafeLine))
    let stars = Stars.text(row.stars)
    if !stars.isEmpty { spans += [Span("  "), Span(stars, Self.starStyle)] }
    if let date = row.date { spans.append(Span("  \(date)")) }
    let tags = row.note.tags.joined(separator: " ").terminalSafeLine
    if !tags.isEmpty { spans += [Span("  "), Span(tags, Self.tagStyle)] }
    return Line(spans).fitted(to: width)
  }
}

extension ListedBook {
  var citation: String { book.byline(besides: nil) }
}
