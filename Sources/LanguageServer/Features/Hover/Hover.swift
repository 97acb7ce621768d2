import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// Things that a note's text can be asked about. `HoverSource.all` is the whole list, in which the
/// first that has something to say at a place says it; each is written in a file of its own.
struct HoverSource: Sendable {
  /// The nodes it is about.
  let kinds: Set<SyntaxKind>
  /// What there is to say about a node that holds the place; nil for nothing.
  let describe: @Sendable (HoverRequest, Syntax) -> HoverText?
}

/// What is said about a part of a text.
struct HoverText: Equatable {
  /// What it is about, in UTF-8 bytes of the document.
  var range: Range<Int>
  var text: MarkupText
}

/// Where a client's pointer rests.
struct HoverRequest: Sendable {
  let context: RequestContext
  let document: OpenDocument
  /// The place, in UTF-8 bytes of the document: where the character begins that is pointed at.
  var offset: Int
  let now: Date
}

extension HoverSource {
  static let all: [HoverSource] = [.hashtag, .image, .emoji, .cloze, .quoteOrPair]
}

extension Feature {
  static let hover = Feature("textDocument/hover", queue: .lookup) { _ in
    (["hoverProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> Hover? in
    guard let document = context.document(params.textDocument) else { return nil }
    let encoding = context.session.encoding
    let offset = document.snapshot.offset(of: TextPosition(params.position), in: encoding)
    let request = HoverRequest(context: context, document: document, offset: offset, now: Date())
    return request.text.map { hover in
      Hover(
        contents: hover.text.content(for: context.session.client.textDocument.hoverContentFormat),
        range: document.snapshot.lspRange(of: hover.range, in: encoding))
    }
  }
}

extension HoverRequest {
  /// What there is to say. A cursor between two characters is on the second, but one at the end of
  /// something is on that if there is nothing else.
  fileprivate var text: HoverText? {
    let line = document.snapshot.lineRange(document.snapshot.line(at: offset))
    let offsets = offset > line.lowerBound ? [offset, offset - 1] : [offset]
    let paths = offsets.map { ($0, document.snapshot.path(to: $0)) }
    for source in HoverSource.all {
      for (offset, path) in paths {
        var request = self
        request.offset = offset
        for syntax in path.reversed() where source.kinds.contains(syntax.kind) {
          if let text = source.describe(request, syntax) { return text }
        }
      }
    }
    return nil
  }
}
