import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// A source of hovers on a note's text. `HoverSource.all` is the whole list, in which the first
/// with a text at a place answers; each is in a separate file.
struct HoverSource: Sendable {
  /// The nodes it is about.
  let kinds: Set<SyntaxKind>
  /// The text about a node that holds the place. Returns nil if there is none.
  let describe: @Sendable (HoverRequest, Syntax) -> HoverText?
}

/// The hover on a part of a text.
struct HoverText: Equatable {
  /// The part, in UTF-8 bytes of the document.
  var range: Range<Int>
  var text: MarkupText
  /// Shown before the text, where the client shows pictures.
  var picture: Data?
}

/// The place at which a client's pointer rests.
struct HoverRequest: Sendable {
  let context: RequestContext
  let document: OpenDocument
  /// The place, in UTF-8 bytes of the document: where the character begins that is pointed at.
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
  /// The hover. A cursor between two characters is on the second, but one at the end of a node is
  /// on that if there is no other. Returns nil if there is none.
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
