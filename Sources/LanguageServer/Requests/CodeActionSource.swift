import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import UserSettings

struct CodeActionSource: Sendable {
  let kinds: [CodeActionKind]
  /// Returns the actions for a range. Only called if one of `kinds` is requested; actions of other
  /// kinds are removed later.
  let actions: @Sendable (CodeActionRequest) -> [CodeAction]
}

struct CodeActionRequest: Sendable {
  let context: RequestContext
  let params: CodeActionParams
  let document: OpenDocument
  /// The requested range, in UTF-8 bytes.
  let range: Range<Int>

  var snapshot: DocumentSnapshot { document.snapshot }

  /// Whether the client sent the request by itself, for example as the cursor moved, and without
  /// naming kinds.
  var isAutomatic: Bool { params.only == nil && params.triggerKind == .automatic }

  /// Returns the diagnostics by `rule` that the client sent; nil if the user disabled the rule.
  func shown(by rule: DiagnosticRule) -> [Diagnostic]? {
    context.settings.disabledDiagnostics.contains(rule.code)
      ? nil : params.diagnostics.filter { $0.code == rule.code }
  }

  func action(
    _ title: String, kind: CodeActionKind, edits: [ByteEdit], diagnostics: [Diagnostic] = [],
    isPreferred: Bool = false
  ) -> CodeAction {
    CodeAction(
      title: title, kind: kind, diagnostics: diagnostics, isPreferred: isPreferred,
      edit: context.edit(document, edits))
  }
}
