import LanguageServerProtocol
import MiniMarkdown

extension CodeActionSource {
  /// All safe fixes of a document at once. They affect more than the range. They are therefore
  /// offered only if the client names kinds, as on saving, or the user requested actions. (LSP
  /// 3.17, "CodeActionKind".)
  static let fixAll = CodeActionSource(kinds: [.fixAll]) { request in
    guard request.params.only != nil || request.params.triggerKind == .invoked else { return [] }
    let changes = request.snapshot.fixingAll(
      in: request.document.kind, while: { !request.context.cancellation.isCancelled })
    if changes.isEmpty { return [] }
    return [
      request.action("Apply all safe fixes", kind: .fixAll, edits: changes)
    ]
  }
}
