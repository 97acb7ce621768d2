import Foundation
import JSON
import NoteGenerator
import Notebook
import NotebookSearch

/// The cost of a large notebook to a client that does not read all of it.
enum ServerNotebookRows {
  static let all: [Row] = [
    Row(
      id: "server-start",
      name: "start until initialize is answered, 100,000 notes against no notebook",
      bar: .atMost(1.2, "times"), measure: start),
    Row(
      id: "server-completion",
      name: "completion of # at the client, 100,000 tags in the notebook against 1,000",
      bar: .atMost(3, "times"), measure: completion),
    Row(
      id: "server-search",
      name: "a search of 100,000 notes at the client, against a search in the store",
      bar: .atMost(1.5, "times"), measure: search),
    Row(
      id: "server-memory", name: "peak memory with a document of 1 MB, and no notebook",
      bar: .atMost(32, "MB"), measure: memory),
    Row(
      id: "server-memory-notebook", name: "memory that a notebook of 100,000 notes adds",
      bar: .atMost(20, "MB"), measure: notebookMemory),
    Row(
      id: "server-memory-lists", name: "peak memory once all of 100,000 notes were listed",
      bar: .atMost(60, "MB"), measure: listMemory),
  ]

  private static func options(_ path: String) -> JSONObject {
    let absolute = URL(filePath: path).path(percentEncoded: false)
    return ["notebook": .string(absolute)]
  }

  private static func start(_ bench: Bench) -> Figure {
    Figure.catching {
      let path = try bench.notebooks.path(noteCount: 100_000)
      func side(_ options: JSONObject) -> Side {
        Side(count: bench.effort.parses) {
          var server: PipeServer?
          let time = Stopwatch.time {
            server = try? .commonplace()
            _ = try? server?.ask(
              "initialize",
              ["processId": .null, "capabilities": [:], "initializationOptions": .object(options)])
          }
          withExtendedLifetime(server) {}
          return time
        }
      }
      let (large, none) = (side(options(path)), side([:]))
      Side.measure(large, none, effort: bench.effort)
      return .ratio(large, to: none)
    }
  }

  private static func completion(_ bench: Bench) -> Figure {
    Figure.catching {
      func side(_ count: Int) throws -> (side: Side, offered: Int) {
        let path = try bench.notebooks.path(tagCount: count)
        let open = try OpenServer(.commonplace(), "A note.\n\n#", options: options(path))
        var params = open.document.object ?? [:]
        params["position"] = ["line": 2, "character": 1]
        let method = "textDocument/completion"
        let request = JSONValue.object(params)
        let list = try open.server.ask(method, request)
        let offered = list["items"]?.array?.count ?? 0
        return (Side(count: bench.effort.searches) { open.time(method, request) }, offered)
      }
      let (many, few) = (try side(100_000), try side(1_000))
      Side.measure(many.side, few.side, effort: bench.effort)
      return .ratio(
        many.side, to: few.side, note: ", \(many.offered) and \(few.offered) offered")
    }
  }

  private static func search(_ bench: Bench) -> Figure {
    Figure.catching {
      let path = try bench.notebooks.path(noteCount: 100_000)
      let query = "\"\(try bench.notebooks.word(inAbout: 1_000, of: path))\""
      let open = try OpenServer(.commonplace(), "", options: options(path))
      let params: JSONValue = ["query": .string(query), "limit": 20]
      let found = try open.server.ask("commonplace/search", params)["total"]?.int ?? 0
      let notebook = try Notebook.open(at: path)
      let client = Side(count: bench.effort.searches) { open.time("commonplace/search", params) }
      let own = Side(count: bench.effort.searches) {
        Stopwatch.time { _ = try? notebook.searches.run(SearchQuery(parsing: query), limit: 20) }
      }
      Side.measure(client, own, effort: bench.effort)
      return .ratio(client, to: own, note: ", \(found) hits")
    }
  }

  // MARK: Memory

  /// Returns the peak memory of a server, in MB; nil if the system does not report it. The client
  /// opens a document of `document` bytes, types, searches, and requests tokens, symbols and
  /// diagnostics. With `lists`, it also requests workspace symbols, hashtags and notes.
  private static func peak(
    _ bench: Bench, _ options: JSONObject = [:], document: Int = 1_000_000, lists: Bool = false
  ) throws -> Double? {
    let open = try OpenServer(.commonplace(), bench.notes(document), options: options)
    for _ in 0..<200 { _ = open.timeKey() }
    for _ in 0..<5 {
      _ = open.timeDiagnostics()
      _ = open.time("textDocument/semanticTokens/full", open.document)
      _ = open.time("textDocument/documentSymbol", open.document)
      _ = open.time("commonplace/search", ["query": "walden", "limit": 20])
    }
    if lists {
      _ = open.time("workspace/symbol", ["query": ""])
      _ = open.time("commonplace/listTags", [:])
      _ = open.time("commonplace/listNotes", ["limit": 50])
    }
    return open.server.peakMemory.map { Double($0) / 1_000_000 }
  }

  private static let unknown = Figure.skipped("the system does not report memory")

  private static func memory(_ bench: Bench) -> Figure {
    Figure.catching {
      guard let used = try peak(bench) else { return unknown }
      return .value(used, detail: "after 200 keys, tokens, diagnostics and symbols")
    }
  }

  private static func notebookMemory(_ bench: Bench) -> Figure {
    Figure.catching {
      let path = try bench.notebooks.path(noteCount: 100_000)
      guard let with = try peak(bench, options(path)), let without = try peak(bench) else {
        return unknown
      }
      return .value(
        with - without, detail: "\(with.short) MB after a search, \(without.short) without")
    }
  }

  private static func listMemory(_ bench: Bench) -> Figure {
    Figure.catching {
      let options = options(try bench.notebooks.path(noteCount: 100_000))
      guard let listed = try peak(bench, options, document: 10_000, lists: true),
        let both = try peak(bench, options, lists: true)
      else { return unknown }
      return .value(
        listed,
        detail:
          "after notes, hashtags and symbols; \(both.short) MB with a document of 1 MB, too")
    }
  }
}
