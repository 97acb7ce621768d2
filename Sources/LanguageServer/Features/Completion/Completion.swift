import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// A source of completions. `CompletionSource.all` is the whole list, of which the first with an
/// offer answers; each is in a separate file.
struct CompletionSource: Sendable {
  /// The characters after which a client asks unasked.
  let triggers: [String]
  /// The offer at a place. Returns nil if the source has none there.
  let offer: @Sendable (CompletionRequest) -> CompletionList?
}

/// The place of a completion. The offer depends on the text there, not on the reason of the
/// request.
struct CompletionRequest: Sendable {
  let context: RequestContext
  let document: OpenDocument
  /// The place, in UTF-8 bytes of the document.
  let offset: Int

  var snapshot: DocumentSnapshot { document.snapshot }

  /// Whether the client takes placeholders to be filled in.
  var takesSnippets: Bool { context.profile.client.textDocument.completion.snippetSupport }

  /// The text between the start of the line and the place, at most the last 1000 bytes of it.
  var textBefore: String {
    let line = snapshot.lineRange(snapshot.line(at: offset))
    return snapshot.text(in: max(line.lowerBound, offset - 1000)..<max(line.lowerBound, offset))
  }

  /// The text between the place and the end of the line, at most the first 1000 bytes of it.
  var textAfter: String {
    let line = snapshot.lineRange(snapshot.line(at: offset))
    return snapshot.text(in: offset..<max(offset, min(line.upperBound, offset + 1000)))
  }

  /// Whether one of `spans`, in which nothing else is written, holds the character in front of the
  /// place.
  func isIn(_ spans: Set<SyntaxKind>) -> Bool {
    !spans.isDisjoint(with: snapshot.path(to: offset - 1).map(\.kind))
  }

  /// A client's range for bytes of the document.
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
    // Within code or a comment of a file, the marks are those of another language.
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
