import LanguageServerProtocol

/// A result on the client's screen that may change with the notebook or the settings; the client
/// can be asked to request it again. (LSP 3.17, "Code Lens Refresh Request" and others.)
///
/// Tokens are not among them: they come from the text alone.
enum Refresh: CaseIterable, Sendable {
  case codeLenses, diagnostics, inlayHints

  var method: String {
    switch self {
    case .codeLenses: "workspace/codeLens/refresh"
    case .diagnostics: "workspace/diagnostic/refresh"
    case .inlayHints: "workspace/inlayHint/refresh"
    }
  }

  func isKnown(to client: ClientCapabilities) -> Bool {
    switch self {
    case .codeLenses: client.workspace.codeLensRefresh
    case .diagnostics: client.workspace.diagnosticsRefresh
    case .inlayHints: client.workspace.inlayHintRefresh
    }
  }
}
