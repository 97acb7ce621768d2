import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension Feature {
  /// The other places in the document of the hashtag at the cursor, or of one below it, or the links to
  /// the same note. Null elsewhere: then editors highlight words.
  static let documentHighlight = Feature("textDocument/documentHighlight", queue: .documents) { _ in
    (["documentHighlightProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> JSONValue in
    let (document, ranges): (OpenDocument, [Range<Int>])
    if let (tagged, place) = context.hashtagPlace(params) {
      document = tagged
      ranges = tagged.ranges(of: place.path, while: { !context.cancellation.isCancelled })
    } else if let (linked, link) = context.linkPlace(params.textDocument, params.position) {
      document = linked
      ranges = linked.noteLinks().filter { $0.names.first == link.names.first }.map(\.range)
    } else {
      return .null
    }
    return document.snapshot.lspRanges(for: ranges, in: context.profile.encoding)
      .map { DocumentHighlight(range: $0) }.json
  }
}
