import JSON
import LanguageServerProtocol
import Notebook

extension Feature {
  /// `{query, limit?}` -> `{hits, total}`, best first. `highlights` are pairs of UTF-16 offsets into
  /// `snippet`; `line` is counted from 0. With `totalIsExact: false`, `total` is the most that there
  /// can be.
  static let search = Feature("commonplace/search") { _ in
    (["experimental", "commonplace", "search"], true)
  } answer: { (context, params: SearchParams) throws(ResponseError) -> JSONValue in
    let limit = min(max(params.limit ?? 50, 0), searchLimit)
    let results = try context.notebook.ask { (notebook) throws(NotebookError) in
      try notebook.search(SearchQuery(parsing: params.query), limit: limit)
    }
    let path = try context.notebook.notebook().path
    return [
      "hits": .array(
        results.hits.map { hit in
          [
            "uri": hit.uri(in: path).json, "title": hit.note.title.withoutControls.json,
            "snippet": hit.snippet.json,
            "highlights": .array(hit.highlights.map { [$0.lowerBound.json, $0.upperBound.json] }),
            "line": hit.line.json,
          ]
        }),
      "total": results.total.json, "totalIsExact": results.totalIsExact ? nil : false,
    ]
  }

  /// The same search as symbols, so that every client's symbol picker is a search of the notebook.
  static let workspaceSymbol = Feature("workspace/symbol") { _ in
    (["workspaceSymbolProvider"], true)
  } answer: { (context, params: WorkspaceSymbolParams) -> [WorkspaceSymbol] in
    // What is wrong with the notebook was told when it was opened; a picker asks at every key.
    guard let path = try? context.notebook.notebook().path,
      let symbols = try? context.notebook.ask({ (notebook) throws(NotebookError) in
        try workspaceSymbols(matching: params.query, in: notebook, path: path)
      })
    else { return [] }
    return symbols
  }
}

/// The most hits that are sent at once.
private let searchLimit = 1000

/// One symbol a note: all notes for an empty query, else the hits, best first.
private func workspaceSymbols(
  matching text: String, in notebook: Notebook, path: String
) throws(NotebookError) -> [WorkspaceSymbol] {
  let query = SearchQuery(parsing: text)
  if query.isEmpty {
    return try notebook.notes().prefix(searchLimit).map { note in
      WorkspaceSymbol(
        name: note.title.withoutControls, kind: .file,
        location: Location(uri: note.uri(in: path), range: LSPRange(line: 0)))
    }
  }
  return try notebook.search(query, limit: 200).hits.map { hit in
    WorkspaceSymbol(
      name: hit.note.title.withoutControls, kind: .file,
      location: Location(uri: hit.uri(in: path), range: LSPRange(line: hit.line)),
      containerName: hit.snippet)
  }
}

private struct SearchParams: JSONDecodable {
  var query: String
  var limit: Int?

  init(json: JSONValue) throws(ResponseError) {
    query = try json.decode("query")
    limit = try json.decodeIfPresent("limit")
  }
}

extension SearchHit {
  fileprivate func uri(in path: String) -> String { note.uri(in: path) }
}

extension NoteSummary {
  /// The note's name as a document.
  func uri(in path: String) -> String {
    NoteURI(id: id, title: title, notebookPath: path).text
  }
}

extension String {
  /// The text as a name in a list: control characters and line ends are spaces, so that no client
  /// takes it for two lines or obeys it. Offsets stay as they are.
  var withoutControls: String {
    var name = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: name.append(" ")
      default: name.append(scalar)
      }
    }
    return String(name)
  }
}

extension LSPRange {
  /// The start of a line.
  fileprivate init(line: Int) {
    let start = Position(line: UInt32(clamping: line), character: 0)
    self.init(start: start, end: start)
  }
}
