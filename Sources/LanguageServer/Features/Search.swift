import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookSearch
import PackratParsing

extension Feature {
  /// `{query, limit?}` -> `{hits, total, totalIsExact?, note?}`, best first. `highlights` are pairs
  /// of UTF-16 offsets into `snippet`; `line` is counted from 0. `range` is the range of the first
  /// match, if it is in the text; `places` has a snippet and a range for each passage. With
  /// `totalIsExact: false`, `total` is an upper bound. `note` is a message if a part of the query
  /// was ignored, or was perhaps meant as a filter.
  static let search = Feature("commonplace/search", queue: .notebook) { _ in
    (["experimental", "commonplace", "search"], true)
  } answer: { (context, params: SearchParams) throws(ResponseError) -> JSONValue in
    let limit = min(max(params.limit ?? 50, 0), searchLimit)
    let query = SearchQuery(parsing: params.query)
    let (results, note) = try context.notebook.ask { (notebook) throws(NotebookError) in
      let results = try notebook.searches.run(query, limit: limit)
      return (results, try notebook.searches.note(on: query, hasHits: !results.hits.isEmpty))
    }
    context.notebook.prepareSearch()
    let path = try context.notebook.notebook().path
    return [
      "hits": .array(
        results.hits.map { hit in
          [
            "uri": context.clientNotes.names.uri(of: hit.note, in: path).json,
            "title": hit.note.title.withoutControls.json,
            "snippet": hit.snippet.json,
            "highlights": hit.passages.first?.highlightsJSON ?? [],
            "line": hit.line.json,
            "range": hit.passages.first?.range(in: context.profile.encoding)?.json,
            "places": .array(
              hit.passages.map { passage in
                [
                  "snippet": passage.snippet.json, "highlights": passage.highlightsJSON,
                  "range": passage.range(in: context.profile.encoding)?.json,
                ]
              }), "placeCount": hit.passageCount.json,
          ]
        }),
      "total": results.total.json, "totalIsExact": results.totalIsExact ? nil : false,
      "note": note?.json,
    ]
  }
}

extension FoundPassage {
  /// Returns the range of the first match; nil if it is not in the text.
  func range(in encoding: PositionEncoding) -> LSPRange? {
    let columns =
      switch encoding {
      case .utf8: byteColumns
      case .utf16: columns
      case .utf32: scalarColumns
      }
    return columns.map { columns in
      LSPRange(
        start: Position(
          line: UInt32(clamping: line), character: UInt32(clamping: columns.lowerBound)),
        end: Position(line: UInt32(clamping: line), character: UInt32(clamping: columns.upperBound))
      )
    }
  }

  fileprivate var highlightsJSON: JSONValue {
    .array(highlights.map { [$0.lowerBound.json, $0.upperBound.json] })
  }
}

private let searchLimit = 1000

private struct SearchParams: JSONDecodable {
  var query: String
  var limit: Int?

  init(json: JSONValue) throws(JSONDecodingError) {
    query = try json.decode("query")
    limit = try json.decodeIfPresent("limit")
  }
}
