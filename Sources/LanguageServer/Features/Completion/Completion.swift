import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// A source of completion items. `CompletionSource.all` lists the sources for Mini Markdown, in
/// order; the first that applies is used. For a book record, the only source is `records`.
struct CompletionSource: Sendable {
  let triggers: [String]
  /// Returns the items at a position; nil if the source does not apply there.
  let offer: @Sendable (CompletionRequest) -> CompletionList?
}

/// The position of a completion. The items depend on the text there, not on what triggered the
/// request.
struct CompletionRequest: Sendable {
  let context: RequestContext
  let document: OpenDocument
  /// The requested position as an offset in UTF-8 bytes.
  let offset: Int

  var snapshot: DocumentSnapshot { document.snapshot }

  var takesSnippets: Bool { context.profile.client.textDocument.completion.snippetSupport }

  /// The text between the start of the line and the offset; at most the last 1000 bytes of it.
  var textBefore: String {
    let line = snapshot.lineRange(snapshot.line(at: offset))
    return snapshot.text(in: max(line.lowerBound, offset - 1000)..<max(line.lowerBound, offset))
  }

  /// The text between the offset and the end of the line; at most the first 1000 bytes of it.
  var textAfter: String {
    let line = snapshot.lineRange(snapshot.line(at: offset))
    return snapshot.text(in: offset..<max(offset, min(line.upperBound, offset + 1000)))
  }

  /// Returns whether the character before the offset is in one of `spans`.
  func isIn(_ spans: Set<SyntaxKind>) -> Bool {
    !spans.isDisjoint(with: snapshot.path(to: offset - 1).map(\.kind))
  }

  func range(_ bytes: Range<Int>) -> LSPRange {
    snapshot.lspRange(of: bytes, in: context.profile.encoding)
  }
}

extension CompletionSource {
  static let all: [CompletionSource] = [
    .links, .hashtags, .images, .clozes, .pairs, .emoji,
  ]
}

extension Feature {
  static let completion = Feature("textDocument/completion", queue: .lookup) { _ in
    let triggers = Set(CompletionSource.all.flatMap(\.triggers)).sorted()
    return (["completionProvider"], ["triggerCharacters": triggers.json])
  } answer: { (context, params: CompletionParams) -> CompletionList in
    guard let document = context.anyDocument(params.textDocument) else {
      return CompletionList(items: [])
    }
    let request = CompletionRequest(
      context: context, document: document,
      offset: document.snapshot.offset(
        of: TextPosition(params.position), in: context.profile.encoding))
    // In code or a comment of a file, the characters belong to another language.
    if document.name.record == nil,
      document.unread?.overlaps(request.offset..<request.offset) == true
    {
      return CompletionList(items: [])
    }
    let sources = document.name.record == nil ? CompletionSource.all : [.records]
    var list = sources.firstNonNil { $0.offer(request) } ?? CompletionList(items: [])
    // A client that indents inserted text would change its meaning.
    if context.profile.client.textDocument.completion.insertTextModes.contains(.asIs) {
      for index in list.items.indices { list.items[index].insertTextMode = .asIs }
    }
    return list
  }
}
