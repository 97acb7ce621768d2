import NoteGenerator
import Notebook
import NotebookSearch

/// The cost of a search in a notebook of 100,000 notes, compared with its SQL alone.
enum SearchRows {
  /// The number of hits shown, as on the command line.
  private static let limit = 20

  static let all: [Row] = [
    row("one-rare", "a word in 100 notes") { "\"\(try $0(100))\"" },
    row("one-middling", "a word in 1,000 notes") { "\"\(try $0(1_000))\"" },
    row("one-common", "a word in half of all notes") { "\"\(try $0(50_000))\"" },
    row("two-rare", "two words, in 100 notes and in half of all") {
      "\"\(try $0(50_000))\" \"\(try $0(100))\""
    },
    row("two-middling", "two words, in 1,000 notes and in 10,000") {
      "\"\(try $0(10_000))\" \"\(try $0(1_000))\""
    },
    row("two-common", "two words, each in half of all notes") {
      "\"\(try $0(50_000))\" \"\(try $0(49_000))\""
    },
    row("prefix-rare", "the first six letters of a word in 100 notes") {
      String(try $0(100).prefix(6))
    },
    row("prefix-common", "the first two letters of a word in 1,000 notes") {
      String(try $0(1_000).prefix(2))
    },
    row("tag-common", "a tag on many notes and a word in 1,000") {
      "\(GeneratedNotebook.hashtag(rank: 0)) \"\(try $0(1_000))\""
    },
    row("tag-rare", "a tag on few notes and a word in 10,000") {
      "\(GeneratedNotebook.hashtag(rank: 200)) \"\(try $0(10_000))\""
    },
  ]

  /// Builds a query from words that occur in a given number of notes.
  private typealias Query = @Sendable ((Int) throws -> String) throws -> String

  private static func row(_ id: String, _ words: String, _ query: @escaping Query) -> Row {
    Row(
      id: "search-\(id)", name: "searching 100,000 notes for \(words), against its SQL alone",
      bar: .atMost(1.3, "times")
    ) { bench in
      Figure.catching {
        let path = try bench.notebooks.path(noteCount: 100_000)
        let text = try query { try bench.notebooks.word(inAbout: $0, of: path) }
        return try measure(bench, path, SearchQuery(parsing: text))
      }
    }
  }

  private static func measure(_ bench: Bench, _ path: String, _ query: SearchQuery) throws -> Figure
  {
    let notebook = try Notebook.open(at: path)
    let recorder = StatementRecorder()
    let found = try notebook.searches.run(query, limit: Self.limit, observing: recorder.record)
      .count
    let sqlite = try RecordedSearch(recorder.statements, on: bench.notebooks.reader(path))
    try sqlite.run()
    let ours = Side(count: bench.effort.searches) {
      Stopwatch.processorTime { _ = try? notebook.searches.run(query, limit: Self.limit) }
    }
    let alone = Side(count: bench.effort.searches) { Stopwatch.processorTime { try? sqlite.run() } }
    Side.measure(ours, alone, effort: bench.effort)
    return .ratio(ours, to: alone, note: ", \(found), \(recorder.statements.count) statements")
  }
}

extension SearchResults {
  var count: String { "\(totalIsExact ? "" : "up to ")\(total) hits" }
}

private final class StatementRecorder {
  private(set) var statements: [SearchStatement] = []

  func record(_ statement: SearchStatement) { statements.append(statement) }
}

/// The statements of a search, to be run by SQLite alone.
private struct RecordedSearch {
  private let statements: [(SQLiteStatement, [SQLiteValue])]
  private let begin: SQLiteStatement
  private let commit: SQLiteStatement

  init(_ recorded: [SearchStatement], on connection: SQLiteConnection) throws {
    try connection.execute(SearchStatement.preparation)
    statements = try recorded.map { statement in
      (try connection.prepare(statement.sql), statement.arguments.map(SQLiteValue.text))
    }
    begin = try connection.prepare("BEGIN")
    commit = try connection.prepare("COMMIT")
  }

  func run() throws {
    try begin.run([])
    var sum = 0
    for (statement, values) in statements {
      try statement.run(values) { row in sum &+= row.materialize() }
    }
    try commit.run([])
    Self.keep(sum)
  }

  /// Prevents the compiler from optimizing the sum away.
  @inline(never)
  private static func keep(_ sum: Int) {}
}
