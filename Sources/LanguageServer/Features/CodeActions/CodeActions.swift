import JSON
import LanguageServerProtocol
import PackratParsing

extension CodeActionSource {
  static let all: [CodeActionSource] = [
    .conflictChoices,
    .quickFixes,
    .addImageFile,
    .hashtagSpelling,
    .danglingLinks,
    .missingHeadings,
    .mentions,
    .rewrites,
    .extractNote,
    .fixAll,
    .reviewSteps,
    .bookDeeds,
    .recordFixes,
    .restoring,
  ]

  /// Returns the sources for a document: fewer for a view, which is read-only, and for a book
  /// record, which is not a note.
  fileprivate static func of(_ document: OpenDocument) -> [CodeActionSource] {
    if document.name.record != nil { return [.recordFixes, .bookDeeds] }
    return ViewURI(document.uri) == nil ? all : [.reviewSteps, .bookDeeds, .restoring]
  }
}

extension Feature {
  /// A client without code action literals gets only the actions that are commands.
  static let codeAction = Feature("textDocument/codeAction", queue: .documents) { profile in
    var kinds: [CodeActionKind] = []
    for kind in CodeActionSource.all.flatMap(\.kinds) where !kinds.contains(kind) {
      kinds.append(kind)
    }
    return (
      ["codeActionProvider"],
      profile.client.textDocument.codeActionLiteralSupport
        ? ["codeActionKinds": kinds.json] : true
    )
  } answer: { (context, params: CodeActionParams) -> [JSONValue] in
    guard let document = context.anyDocument(params.textDocument) else { return [] }
    let request = CodeActionRequest(
      context: context, params: params, document: document,
      range: document.snapshot.utf8Range(of: params.range, in: context.profile.encoding))
    let actions = CodeActionSource.of(document).filter { $0.kinds.contains(where: params.wants) }
      .flatMap { $0.actions(request) }
      .filter { $0.kind.map(params.wants) ?? true }
    return context.profile.client.textDocument.codeActionLiteralSupport
      ? actions.map(\.json)
      : actions.filter { $0.edit == nil }.compactMap { $0.command?.json }
  }
}
