import JSON
import LanguageServerProtocol
import PackratParsing

/// Code actions at a place of a document. `CodeActionSource.all` is the whole list; each is in a
/// separate file.
struct CodeActionSource: Sendable {
  /// The kinds of its actions.
  let kinds: [CodeActionKind]
  /// The actions for a place. Only called if one of `kinds` is wanted; unwanted actions are left
  /// out later.
  let actions: @Sendable (CodeActionRequest) -> [CodeAction]
}

/// The inputs of code actions.
struct CodeActionRequest: Sendable {
  let context: RequestContext
  let params: CodeActionParams
  let document: OpenDocument
  /// The place, in UTF-8 bytes of the document.
  let range: Range<Int>

  var snapshot: DocumentSnapshot { document.snapshot }

  /// Whether the client asks by itself, as the cursor moves, for whatever there may be.
  var isUnasked: Bool { params.only == nil && params.triggerKind == .automatic }

  /// An action that edits this document.
  func action(
    _ title: String, kind: CodeActionKind, edits: [ByteEdit], diagnostics: [Diagnostic] = [],
    isPreferred: Bool = false
  ) -> CodeAction {
    CodeAction(
      title: title, kind: kind, diagnostics: diagnostics, isPreferred: isPreferred,
      edit: context.edit(document, edits))
  }
}

extension CodeActionSource {
  static let all: [CodeActionSource] = [
    .conflictChoices,
    .quickFixes,
    .hashtagSpelling,
    .rewrites,
    .extractNote,
    .fixAll,
    .reviewSteps,
  ]
}

extension Feature {
  /// The code actions at a place, from all sources. A client without literals gets the commands
  /// among them.
  static let codeAction = Feature("textDocument/codeAction") { session in
    var kinds: [CodeActionKind] = []
    for kind in CodeActionSource.all.flatMap(\.kinds) where !kinds.contains(kind) {
      kinds.append(kind)
    }
    return (
      ["codeActionProvider"],
      session.client.textDocument.codeActionLiteralSupport
        ? ["codeActionKinds": kinds.json] : true
    )
  } answer: { (context, params: CodeActionParams) -> [JSONValue] in
    guard let document = context.document(params.textDocument) else { return [] }
    let request = CodeActionRequest(
      context: context, params: params, document: document,
      range: document.snapshot.utf8Range(of: params.range, in: context.session.encoding))
    // Views are only read.
    let sources = ViewURI(document.uri) == nil ? CodeActionSource.all : [.reviewSteps]
    let actions = sources.filter { $0.kinds.contains(where: params.wants) }
      .flatMap { $0.actions(request) }
      .filter { $0.kind.map(params.wants) ?? true }
    return context.session.client.textDocument.codeActionLiteralSupport
      ? actions.map(\.json)
      : actions.filter { $0.edit == nil }.compactMap { $0.command?.json }
  }
}
