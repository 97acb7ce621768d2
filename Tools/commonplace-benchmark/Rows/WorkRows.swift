import Base
import Foundation
import ImportExport
import Maintenance
import MiniMarkdown
import NoteGenerator
import Notebook
import NotebookFile
import NotebookReview
import PackratParsing
import TextDiagnostics
import UserSettings

/// Long work, compared with its minimum cost: reading and parsing all texts once, or plain SQLite
/// with the same rows. Measures elapsed time, since some of the work runs on all cores.
enum WorkRows {
  static let all: [Row] = [
    looking("stats", "counting everything (`stats`)") { path, state in
      _ = try Notebook.open(at: path, state: state).statistics()
    },
    looking("review-stats", "the statistics of review") { path, state in
      _ = try Notebook.open(at: path, state: state).reviews.statistics()
    },
    looking("lint", "the diagnostics of all notes (`lint`)", lint),
    looking("check", "checking everything (`check`)") { path, state in
      _ = try Checkup.run(at: path, state: state)
    },
    Row(
      id: "work-import",
      name: "importing 100,000 Markdown files, against SQLite alone storing the same rows",
      bar: .atMost(3, "times"), measure: importing),
    Row(
      id: "work-merge",
      name: "merging a notebook of 20,000 new notes, against SQLite alone storing the same rows",
      bar: .atMost(3, "times"), measure: merging),
    Row(
      id: "work-export",
      name: "exporting 20,000 notes, against SQLite alone reading the rows, and writing the files",
      bar: .atMost(3, "times"), measure: exporting),
    Row(
      id: "work-rename", name: "renaming a hashtag of about 2,000 notes among 20,000",
      bar: .none("s"), measure: renaming),
  ]

  private static func looking(
    _ id: String, _ words: String, _ work: @escaping @Sendable (String, StateFolder) throws -> Void
  ) -> Row {
    Row(
      id: "work-\(id)",
      name: "\(words), 100,000 notes, against reading and parsing all texts once",
      bar: .atMost(2, "times")
    ) { bench in
      Figure.catching {
        let folder = try WorkFolder()
        defer { folder.discard() }
        let path = try bench.notebooks.path(noteCount: 100_000)
        return try .cost(
          of: { try work(path, folder.state) },
          to: { try parseAll(bench.notebooks.reader(path)) })
      }
    }
  }

  private static func parseAll(_ reader: SQLiteConnection) throws {
    let statement = try reader.prepare("SELECT text FROM entry WHERE key = '.noteText'")
    try statement.run([]) { row in
      guard case .text(let text) = row.value(0) else { return }
      withExtendedLifetime(MiniMarkdownDocument(text)) {}
    }
  }

  @Sendable private static func lint(_ path: String, _ state: StateFolder) throws {
    let notebook = try Notebook.open(at: path, state: state)
    var examiner = TextExaminer(notebook, settings: Settings())
    _ = try examiner.findingsInAllNotes()
  }

  private static func importing(_ bench: Bench) -> Figure {
    Figure.catching {
      let folder = try WorkFolder()
      defer { folder.discard() }
      let source = folder.path + "/texts"
      try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
      let notes = GeneratedNotebook(seed: Bench.seed, noteCount: 100_000)
      for number in 0..<notes.noteCount {
        let text = notes.note(number).text
        try Data(text.utf8).write(to: URL(filePath: "\(source)/\(number).md"))
      }
      let notebook = try folder.newNotebook("imported")
      let ours = try Cost.of { _ = try notebook.exchange.importNotes(from: [source]) }
      try notebook.publish()
      return .ratio(ours, to: try folder.store(rowsOf: notebook.path))
    }
  }

  private static func merging(_ bench: Bench) -> Figure {
    Figure.catching {
      let folder = try WorkFolder()
      defer { folder.discard() }
      let source = try bench.notebooks.path(noteCount: 20_000)
      let notebook = try folder.newNotebook("merged")
      let ours = try Cost.of { _ = try notebook.merge([source]) }
      return .ratio(ours, to: try folder.store(rowsOf: source))
    }
  }

  private static func exporting(_ bench: Bench) -> Figure {
    Figure.catching {
      let folder = try WorkFolder()
      defer { folder.discard() }
      let path = try bench.notebooks.path(noteCount: 20_000)
      let notebook = try Notebook.open(at: path, state: folder.state)
      let first = folder.path + "/export"
      let ours = try Cost.of { _ = try notebook.exchange.export(to: first) }
      let files = try FileManager.default.subpathsOfDirectory(atPath: first).compactMap { name in
        FileManager.default.contents(atPath: first + "/" + name).map { (name, $0) }
      }
      let second = folder.path + "/files"
      for folder in Set(files.map { ($0.0 as NSString).deletingLastPathComponent }) {
        try FileManager.default.createDirectory(
          atPath: second + "/" + folder, withIntermediateDirectories: true)
      }
      let least = try Cost.of {
        let rows = try bench.notebooks.reader(path).prepare("SELECT * FROM entry ORDER BY scope")
        var sum = 0
        try rows.run([]) { sum &+= $0.materialize() }
        for (name, content) in files { try content.write(to: URL(filePath: second + "/" + name)) }
      }
      return .ratio(ours, to: least)
    }
  }

  private static func renaming(_ bench: Bench) -> Figure {
    Figure.catching {
      let folder = try WorkFolder()
      defer { folder.discard() }
      let path = folder.path + "/renamed.libnotes"
      try FileManager.default.copyItem(
        atPath: bench.notebooks.path(noteCount: 20_000), toPath: path)
      let notebook = try Notebook.open(at: path, state: folder.state)
      let tag = try notebook.tags.all().filter { !$0.tag.contains("/") }
        .min { abs($0.noteCount - 2_000) < abs($1.noteCount - 2_000) }
      guard let tag, let rename = TagRename(tag.tag, to: "renamed") else {
        return .failed("the notebook does not have hashtags")
      }
      let cost = try Cost.of { _ = try notebook.tags.rename(rename) }
      return .value(cost.clock / 1e9, detail: "\(cost), \(tag.noteCount) notes")
    }
  }
}

/// The elapsed time and the processor time of some work, in nanoseconds.
private struct Cost: CustomStringConvertible {
  var clock: Double
  var processor: Double

  static func of(_ work: () throws -> Void) throws -> Cost {
    var cost = Cost(clock: 0, processor: 0)
    var failure: (any Error)?
    cost.clock = Double(
      Stopwatch.time {
        cost.processor = Double(
          Stopwatch.processorTime {
            do { try work() } catch { failure = error }
          })
      })
    if let failure { throw failure }
    return cost
  }

  var description: String { "\(clock.duration), processor time \(processor.duration)" }
}

extension Figure {
  fileprivate static func ratio(_ cost: Cost, to least: Cost) -> Figure {
    .value(
      cost.clock / max(1, least.clock),
      detail: "\(cost) / \(least): \((cost.processor / max(1, least.processor)).short) times")
  }

  /// Returns the ratio of the better of two runs of `work` to the better of two runs of `least`,
  /// alternating.
  fileprivate static func cost(
    of work: () throws -> Void, to least: () throws -> Void
  ) throws -> Figure {
    var costs: [Cost] = []
    var leastCosts: [Cost] = []
    for _ in 0..<2 {
      leastCosts.append(try Cost.of(least))
      costs.append(try Cost.of(work))
    }
    guard let cost = costs.min(by: { $0.clock < $1.clock }),
      let least = leastCosts.min(by: { $0.clock < $1.clock })
    else { return .failed("nothing was measured") }
    return .ratio(cost, to: least)
  }
}

private struct WorkFolder {
  let path = NSTemporaryDirectory() + "commonplace-benchmark-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  var state: StateFolder { StateFolder(path: path + "/state") }

  func discard() { try? FileManager.default.removeItem(atPath: path) }

  func newNotebook(_ name: String) throws -> Notebook {
    let path = "\(path)/\(name).libnotes"
    try Notebook.create(at: path, notes: [], state: state)
    return try Notebook.open(at: path, state: state)
  }

  /// Stores the rows of the notebook at `source` in a new one, using plain SQLite: one statement
  /// per row, in one transaction. Triggers fill its full-text index.
  func store(rowsOf source: String) throws -> Cost {
    let path = path + "/rows.libnotes"
    try Notebook.create(at: path, notes: [], state: state)
    let rows = try SQLiteConnection(path: source, readOnly: true).prepare("SELECT * FROM entry")
    let connection = try SQLiteConnection(path: path, readOnly: false)
    try connection.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536")
    let insert = try connection.prepare(
      "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    return try Cost.of {
      var failure: (any Error)?
      try connection.execute("BEGIN")
      try rows.run([]) { row in
        do { try insert.run((0..<10).map { row.value($0) }) } catch { failure = error }
      }
      if let failure { throw failure }
      try connection.execute("COMMIT")
    }
  }
}
