import Base
import Foundation
import NoteGenerator
import Notebook
import NotebookFile
import NotebookIndex
import NotebookSearch

/// Looking up notes and words in a notebook that was saved on this machine, with indexes next to
/// the working copy.
enum IndexRows {
  static let all: [Row] =
    [
      lookUp("id", "its id") { $0.id },
      lookUp("beginning", "the beginning of its id") { String($0.id.prefix(9)) },
      lookUp("title", "its title") { $0.title },
      lookUp("part", "a part of its title") { String($0.title.dropFirst(2)) },
      lookUp("trash", "its title, and moving it to the trash", isTrashing: true) { $0.title },
    ] + [
      search("letters", "the first two letters of a word in 1,000 notes", bar: 0.1) {
        String(try $0(1_000).prefix(2))
      },
      search("two-common", "two words, each in half of all notes", bar: 0.2) {
        "\"\(try $0(50_000))\" \"\(try $0(49_000))\""
      },
      search("word-and-letters", "a word in 100 notes and two letters", bar: 1) {
        "\(try $0(100)). \(try $0(1_000).prefix(2))"
      },
      Row(
        id: "index-share",
        name: "opening until the first answer, a word in 1 note of 100: 100,000 notes against 100",
        bar: .atMost(3, "times"), measure: share),
      Row(
        id: "index-typed", name: "any of 1,000 random queries as one types them, p99",
        bar: .atMost(60, "ms"), measure: typed),
      Row(
        id: "index-make", name: "making the index of words of 100,000 notes, with its size",
        bar: .none("s"), measure: make),
    ]

  static func discard() { UsedNotebook.discardAll() }

  private static func lookUp(
    _ id: String, _ words: String, isTrashing: Bool = false,
    _ reference: @escaping @Sendable (NoteSummary) -> String
  ) -> Row {
    Row(
      id: "index-\(id)",
      name: "opening until a note is found by \(words): 100,000 notes against 100",
      bar: .atMost(2, "times")
    ) { bench in
      Figure.catching {
        let sides = try [100_000, 100].map { count in
          let used = try UsedNotebook.of(bench, noteCount: count)
          let notes = try used.open().notes.all().filter { $0.title.count > 12 }
          let wanted = notes.prefix(20).map(reference)
          var turn = 0
          return Side(count: bench.effort.searches) {
            turn += 1
            return Stopwatch.processorTime {
              guard let notebook = try? used.open(),
                case .one(let note) = try? notebook.titles.find(wanted[turn % wanted.count])
              else { return }
              if isTrashing {
                try? notebook.trash(note.id)
              } else {
                _ = try? notebook.note(id: note.id)
              }
            }
          }
        }
        Side.measure(sides[0], sides[1], effort: bench.effort)
        return .ratio(sides[0], to: sides[1])
      }
    }
  }

  private typealias Query = @Sendable ((Int) throws -> String) throws -> String

  private static func search(
    _ id: String, _ words: String, bar: Double, _ query: @escaping Query
  ) -> Row {
    Row(
      id: "index-\(id)", name: "searching 100,000 notes for \(words), against the notebook's index",
      bar: .atMost(bar, "times")
    ) { bench in
      Figure.catching {
        let used = try UsedNotebook.of(bench, noteCount: 100_000)
        let text = try query { try bench.notebooks.word(inAbout: $0, of: used.path) }
        let (ours, plain) = (try used.open(), try Notebook.open(at: used.path))
        let parsed = SearchQuery(parsing: text)
        let sides = [ours, plain].map { notebook in
          Side(count: bench.effort.searches) {
            Stopwatch.processorTime { _ = try? notebook.searches.run(parsed, limit: 20) }
          }
        }
        let found = try ours.searches.run(parsed, limit: 20).count
        Side.measure(sides[0], sides[1], effort: bench.effort)
        return .ratio(sides[0], to: sides[1], note: ", \(found)")
      }
    }
  }

  private static func share(_ bench: Bench) -> Figure {
    Figure.catching {
      let sides = try [100_000, 100].map { count in
        let used = try UsedNotebook.of(bench, noteCount: count)
        let word = try bench.notebooks.word(inAbout: count / 100, of: used.path)
        return Side(count: bench.effort.searches) {
          Stopwatch.processorTime {
            _ = try? used.open().searches.run(SearchQuery(parsing: "\"\(word)\""))
          }
        }
      }
      Side.measure(sides[0], sides[1], effort: bench.effort)
      return .ratio(sides[0], to: sides[1])
    }
  }

  private static func typed(_ bench: Bench) -> Figure {
    Figure.catching {
      let notebook = try UsedNotebook.of(bench, noteCount: 100_000).open()
      var random = SeededGenerator(seed: Bench.seed)
      var (samples, slowest) = (Samples(), (time: UInt64(0), query: ""))
      for _ in 0..<1000 {
        // One to three words, rare or not, the last one possibly incomplete.
        let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          let most = 1 << Int.random(in: 1...15, using: &random)
          return GeneratedNotebook.word(rank: Int.random(in: 0..<most, using: &random))
        }
        let text = words.joined(separator: " ")
        let last = words.last?.count ?? 0
        let query = String(text.dropLast(Int.random(in: 0..<max(1, last), using: &random)))
        let parsed = SearchQuery(parsing: query)
        let time = Stopwatch.processorTime { _ = try? notebook.searches.run(parsed, limit: 20) }
        samples.add(time)
        if time > slowest.time { slowest = (time, query) }
      }
      return .value(
        samples.quantile(0.99) / 1e6,
        detail: "median \(samples.median.duration), slowest \(Double(slowest.time).duration): "
          + slowest.query)
    }
  }

  private static func make(_ bench: Bench) -> Figure {
    Figure.catching {
      let used = try UsedNotebook.of(bench, noteCount: 100_000)
      let sizes = ["titles", "words"].map { name in
        let size = FileIdentity(path: used.paths.state + "/\(name).sqlite")?.size ?? 0
        return "\(name) \(size >> 20) MB"
      }
      return .value(
        Double(used.making) / 1e9,
        detail: sizes.joined(separator: ", ")
          + "; the index of titles was made in \(Double(used.makingTitles).duration)")
    }
  }
}

/// A notebook whose working copy and indexes are in a temporary folder.
private final class UsedNotebook {
  let path: String
  let state: StateFolder
  /// The processor time for building the index of titles, in nanoseconds.
  let makingTitles: UInt64
  let making: UInt64

  private static nonisolated(unsafe) var made: [Int: UsedNotebook] = [:]

  /// Returns the notebook of `noteCount` notes, created at the first call.
  static func of(_ bench: Bench, noteCount: Int) throws -> UsedNotebook {
    if let used = made[noteCount] { return used }
    let used = try UsedNotebook(path: bench.notebooks.path(noteCount: noteCount))
    made[noteCount] = used
    return used
  }

  private init(path: String) throws {
    self.path = path
    let folder = NSTemporaryDirectory() + "commonplace-benchmark-\(UUID().uuidString)"
    state = StateFolder(path: folder)
    let notebook = try Notebook.open(at: path, state: state)
    let id = try notebook.notes.all().first?.id ?? ""
    _ = try notebook.save(text: "# Saved on this machine\n", note: id)
    makingTitles = Stopwatch.processorTime { _ = try? notebook.titles.find("saved on this") }
    making = Stopwatch.processorTime { try? notebook.searches.makeWords() }
  }

  var paths: NotebookPaths { NotebookPaths(path: path, state: state) }

  func open() throws -> Notebook { try Notebook.open(at: path, state: state) }

  static func discardAll() {
    for used in made.values { try? FileManager.default.removeItem(atPath: used.state.path) }
    made = [:]
  }
}
