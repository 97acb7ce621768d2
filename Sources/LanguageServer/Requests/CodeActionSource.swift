import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import UserSettings

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
  var isAutomatic: Bool { params.only == nil && params.triggerKind == .automatic }

  /// The diagnostics by `rule` that the client shows at the place; nil if the user hides them.
  func shown(by rule: DiagnosticRule) -> [Diagnostic]? {
    context.settings.disabledDiagnostics.contains(rule.code)
      ? nil : params.diagnostics.filter { $0.code == rule.code }
  }

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
