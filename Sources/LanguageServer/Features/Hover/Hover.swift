import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// A source of hovers for a text. `HoverSource.all` lists all sources, in order; the first that
/// describes a node at the offset is used.
struct HoverSource: Sendable {
  let kinds: Set<SyntaxKind>
  /// Returns the hover for a node that contains the offset; nil if there is none.
  let describe: @Sendable (HoverRequest, Syntax) -> HoverText?
}

struct HoverText: Equatable {
  /// The described range, in UTF-8 bytes of the document.
  var range: Range<Int>
  var text: MarkupText
  /// The picture shown before the text, if the client shows pictures.
  var picture: Data?
}

struct HoverRequest: Sendable {
  let context: RequestContext
  let document: OpenDocument
  /// The offset of the character at the position, in UTF-8 bytes.
  var offset: Int
  let now: Date
}

extension HoverSource {
  static let all: [HoverSource] = [.hashtag, .noteLink, .image, .emoji, .cloze, .quoteOrPair]
}

extension Feature {
  static let hover = Feature("textDocument/hover", queue: .lookup) { _ in
    (["hoverProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> Hover? in
    guard let document = context.anyDocument(params.textDocument) else { return nil }
    let encoding = context.profile.encoding
    let offset = document.snapshot.offset(of: TextPosition(params.position), in: encoding)
    let request = HoverRequest(context: context, document: document, offset: offset, now: Date())
    guard document.name.record == nil, let hover = request.text else {
      return context.books.hover(in: document, at: offset)
    }
    let client = context.profile.client
    var contents = hover.text.content(for: client.textDocument.hoverContentFormat)
    if let picture = hover.picture { contents.show(picture, as: "image", to: client) }
    return Hover(
      contents: contents,
      range: document.snapshot.lspRange(of: hover.range, in: encoding))
  }
}

extension HoverRequest {
  /// The hover at the offset; nil if there is none. Each source is asked about the character after
  /// the offset, then about the one before it on the same line.
  fileprivate var text: HoverText? {
    let line = document.snapshot.lineRange(document.snapshot.line(at: offset))
    let offsets = offset > line.lowerBound ? [offset, offset - 1] : [offset]
    let paths = offsets.map { ($0, document.snapshot.path(to: $0)) }
    let unread = document.unread
    for source in HoverSource.all {
      for (offset, path) in paths where unread?.contains(offset) != true {
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
