import JSON
import LanguageServerProtocol
import NotebookFile
import Notebook
import NotebookSearch

extension Feature {
  /// `{query, limit?}` -> `{hits, total, note?}`, best first. `highlights` are pairs of UTF-16 offsets into
  /// `snippet`; `line` is counted from 0. With `totalIsExact: false`, `total` is the most that there
  /// can be; `note` says if not all of the query was looked for.
  static let search = Feature("commonplace/search") { _ in
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
            "uri": context.names.uri(of: hit.note, in: path).json,
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

  init(json: JSONValue) throws(ResponseError) {
    query = try json.decode("query")
    limit = try json.decodeIfPresent("limit")
  }
}

extension NoteSummary {
  /// The note's name as a document.
  func uri(in path: String) -> String {
    NoteURI(id: id, title: title, notebookPath: path).text
  }
}

extension String {
  /// The text as a name in a list: control characters, line ends and characters that reverse the
  /// direction of writing are spaces, so that no client takes it for two lines, obeys it, or shows
  /// the text after it wrongly. Offsets in UTF-16 stay as they are.
  var withoutControls: String {
    var name = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: name.append(" ")
      default: name.append(scalar.turnsDirection ? " " : scalar)
      }
    }
    return String(name)
  }
}

extension Unicode.Scalar {
  /// Whether it reverses the direction of writing after it.
  var turnsDirection: Bool {
    "\u{202A}"..."\u{202E}" ~= self || "\u{2066}"..."\u{2069}" ~= self
  }
}
