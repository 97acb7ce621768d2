import JSON
import LanguageServerProtocol
import PackratParsing

extension Feature {
  /// The other places in the document of the hashtag at the cursor, or of one below it. Null off a
  /// hashtag: then editors highlight words.
  static let documentHighlight = Feature("textDocument/documentHighlight", queue: .documents) { _ in
    (["documentHighlightProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> JSONValue in
    guard let (document, place) = context.hashtagPlace(params) else { return .null }
    let snapshot = document.snapshot
    let ranges = document.ranges(of: place.path, while: { !context.cancellation.isCancelled })
    return snapshot.lspRanges(for: ranges, in: context.profile.encoding)
      .map { DocumentHighlight(range: $0) }.json
  }
}
