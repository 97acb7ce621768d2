import JSON
import LanguageServerProtocol
import NotebookFile
import Notebook
import NotebookSearch

extension Feature {
  /// `{query, limit?}` -> `{hits, total, note?}`, best first. `highlights` are pairs of UTF-16 offsets into
  /// `snippet`; `line` is counted from 0. With `totalIsExact: false`, `total` is the most that there
  /// can be; `note` says if not all of the query was looked for.
  static let search = Feature("commonplace/search", queue: .notebook) { _ in
    (["experimental", "commonplace", "search"], true)
  } answer: { (context, params: SearchParams) throws(ResponseError) -> JSONValue in
    let limit = min(max(params.limit ?? 50, 0), searchLimit)
    let query = SearchQuery(parsing: params.query)
    let results = try context.notebook.ask { (notebook) throws(NotebookError) in
      try notebook.search(query, limit: limit)
    }
    let path = try context.notebook.notebook().path
    return [
      "hits": .array(
        results.hits.map { hit in
          [
            "uri": context.clientNotes.names.uri(of: hit.note, in: path).json,
            "title": hit.note.title.withoutControls.json,
            "snippet": hit.snippet.json,
            "highlights": .array(hit.highlights.map { [$0.lowerBound.json, $0.upperBound.json] }),
            "line": hit.line.json,
          ]
        }),
      "total": results.total.json, "totalIsExact": results.totalIsExact ? nil : false,
      "note": query.limitNote?.json,
    ]
  }
}

/// The most hits that are sent at once.
private let searchLimit = 1000

private struct SearchParams: JSONDecodable {
  var query: String
  var limit: Int?

  init(json: JSONValue) throws(JSONDecodingError) {
    query = try json.decode("query")
    limit = try json.decodeIfPresent("limit")
  }
}
