import ArgumentParser
import Base
import Books
import JSON
import Notebook
import NotebookSearch
import Terminal

struct Quotes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print quotes with their sources.",
    discussion: """
      Without a query, prints all quotes. A query works as in “commonplace search”: its words \
      are in the quote, in the title of the note, or in the title or the authors of the book. \
      Below each quote is its source: the authors and the title of the book, and the title of \
      the note if it differs. If the page follows the quote, as in (p. 12), it is part of the \
      source.
      """)

  static let optionsWithValue: Set = ["--notebook", "--random", "--seed", "--color"]

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: "Words, hashtags and filters, as in “commonplace search”.",
    completion: NotebookCompletion.query)
  var query: [String] = []

  @Option(help: ArgumentHelp("Choose this number of quotes at random.", valueName: "count"))
  var random: Int?

  @Option(
    help: ArgumentHelp("With --random: the same seed chooses the same quotes.", valueName: "number")
  )
  var seed: UInt64?

  @OptionGroup var printing: PrintingOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let random, random < 1 { throw ValidationError("--random must be at least 1") }
    if seed != nil, random == nil { throw ValidationError("--seed requires --random") }
  }

  func run() throws {
    let notebook = try options.open()
    let quotes = try quotes(in: notebook)
    if json {
      try StandardOutput.write(JSONValue.array(quotes.map(\.json)).line)
    } else {
      let output = ListOutput(printing)
      try output.write(
        quotes.map { output.rendered($0.lines(for: output)) }.joined(separator: "\n"))
    }
    if quotes.isEmpty {
      throw query.isEmpty
        ? CommandFailure(
          .nothingFound, "the notebook has no quotes",
          "begin a line with “> ” to write a quote")
        : CommandFailure(.nothingFound, "no quote matches", "try fewer words")
    }
  }

  private func quotes(in notebook: Notebook) throws -> [FoundQuote] {
    let seed = seed ?? .random(in: 0 ... .max)
    guard !query.isEmpty else {
      if let random { return try notebook.quotes.random(random, seed: seed) }
      return try notebook.quotes.of(try notebook.notes.all())
    }
    let query = SearchQuery(parsing: Search.text(of: query))
    guard !query.isEmpty else { throw CommandFailure(emptyQuery: "search") }
    if let note = query.limitNote { StandardError.write("commonplace: note: \(note)") }
    let found = try notebook.quotes.matching(query)
    return random.map { found.random($0, seed: seed) } ?? found
  }
}

extension FoundQuote {
  /// The source, such as `Henry David Thoreau, Walden, p. 12`. Includes the note's title if it
  /// differs from the book's.
  fileprivate var source: String {
    let book =
      note.book.map { ($0.authors + [$0.title]).map(\.trimmed).filter { !$0.isEmpty } } ?? []
    let isSame = book.last == note.title
    return (book + (isSame ? [] : [note.title.listed]) + (location.map { [$0] } ?? []))
      .joined(separator: ", ")
  }

  /// Returns the quote, and its source after a dash, in lines of the output's width. If the output
  /// is not for a terminal, the quote is exact, except for control characters, line ends and
  /// surrounding white space.
  fileprivate func lines(for output: ListOutput) -> [Line] {
    let cells = output.width
    func wrapped(_ text: String, _ indent: Int, _ style: TextStyle) -> [Line] {
      let spans = [Span(text, style)]
      return (cells.map { Line.wrapped(spans, to: max(2, $0 - indent)) } ?? [Line(spans)])
        .map { $0.indented(by: indent) }
    }
    let words = words.trimmed.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return words.flatMap {
      wrapped(output.isForTerminal ? String($0).terminalSafeLine : String($0), 0, TextStyle())
    } + wrapped("— \(output.field(source))", 4, TextStyle(dim: true))
  }

  fileprivate var json: JSONValue {
    [
      "id": note.id.json, "title": note.title.json, "quote": words.trimmed.json,
      "place": location.json, "line": (line + 1).json,
      "book": note.book.map { ["title": $0.title.json, "authors": $0.authors.json] } ?? .null,
    ]
  }
}
