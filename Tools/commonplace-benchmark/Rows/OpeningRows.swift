import Notebook
import NotebookSearch

/// The time from opening a notebook until the hits of a search are available.
enum OpeningRows {
  static let all: [Row] = [
    row("same", "in 20 notes of each") { _ in 20 },
    row("share", "in 1 note of 100") { $0 / 100 },
  ]

  private static func row(
    _ id: String, _ words: String, hits: @escaping @Sendable (Int) -> Int
  ) -> Row {
    Row(
      id: "open-\(id)",
      name: "opening until the first answer, a word \(words): 100,000 notes against 100",
      bar: .atMost(3, "times")
    ) { bench in
      Figure.catching {
        let big = try Opening(bench, noteCount: 100_000, hits: hits)
        let small = try Opening(bench, noteCount: 100, hits: hits)
        Side.measure(big.side, small.side, effort: bench.effort)
        return .ratio(big.side, to: small.side, note: ", \(big.found) and \(small.found)")
      }
    }
  }
}

private struct Opening {
  let side: Side
  let found: String

  init(_ bench: Bench, noteCount: Int, hits: (Int) -> Int) throws {
    let path = try bench.notebooks.path(noteCount: noteCount)
    let word = try bench.notebooks.word(inAbout: hits(noteCount), of: path)
    found = try Notebook.open(at: path).searches.run(SearchQuery(parsing: "\"\(word)\"")).count
    side = Side(count: bench.effort.searches) {
      Stopwatch.processorTime {
        let notebook = try? Notebook.open(at: path)
        _ = try? notebook?.searches.run(SearchQuery(parsing: "\"\(word)\""))
      }
    }
  }
}

extension Figure {
  static func catching(_ measure: () throws -> Figure) -> Figure {
    do {
      return try measure()
    } catch {
      return .failed("\(error)")
    }
  }
}
