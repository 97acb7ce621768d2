import Base
import Foundation
import JSON
import LanguageServerProtocol
import PackratParsing
import UserSettings

/// The facts that client and server agreed on in `initialize`; they do not change afterwards. There
/// is one profile, which all requests share: it is expensive to copy at every key.
final class ClientProfile: Sendable {
  let client: ClientCapabilities
  let encoding: PositionEncoding
  let tokenLegend: TokenLegend

  init(_ params: InitializeParams) {
    client = params.capabilities
    encoding =
      params.capabilities.general.positionEncodings
      .firstNonNil(PositionEncoding.init(rawValue:)) ?? .utf16
    let options = params.initializationOptions?.settingsSection
    tokenLegend = TokenLegend(
      clientTypes: params.capabilities.textDocument.semanticTokens?.tokenTypes ?? [],
      usesOwnTypes: options?["semanticTokenTypes"]?.string == "minimarkdown")
  }

  /// Whether the client gets the changes of its tokens. If it has no type for some kind, tokens are
  /// not counted the same for all clients.
  var hasTokenDeltas: Bool {
    client.textDocument.semanticTokens?.delta == true && tokenLegend.isComplete
  }

  /// Whether the client pulls diagnostics, so that they are not sent. A client that cannot be asked
  /// to pull again is sent them: the diagnostics of a text change with the notebook, too.
  var pullsDiagnostics: Bool {
    client.textDocument.diagnostic != nil && client.workspace.diagnosticsRefresh
  }
}

extension ClientProfile {
  /// Whether the client says that it opens `commonplace:` documents.
  var knowsNotes: Bool { client.knowsCommonplace || client.workspace.textDocumentContent != nil }

  /// Whether the client shows documents of the server's own schemes.
  var showsViews: Bool { client.workspace.textDocumentContent != nil || client.showsViews }

  /// The form in which the client knows edits of documents.
  var editForm: WorkspaceEdit.Form {
    let workspace = client.workspace
    guard workspace.documentChanges else { return .plain }
    return workspace.changeAnnotations ? .annotated : .versioned
  }
}
