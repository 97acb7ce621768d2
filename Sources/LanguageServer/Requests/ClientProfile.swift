import Base
import Foundation
import JSON
import LanguageServerProtocol
import PackratParsing
import UserSettings

/// What client and server agreed on in `initialize`; it does not change afterwards. A class, so
/// that all requests share one: copying it at every keystroke would be expensive.
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

  /// Whether the client gets semantic token deltas. False if its legend lacks a type: then the
  /// number of tokens depends on the client.
  var hasTokenDeltas: Bool {
    client.textDocument.semanticTokens?.delta == true && tokenLegend.isComplete
  }

  /// Whether the client pulls diagnostics, so that they are not pushed. A client that does not
  /// support refresh requests gets them pushed, because the diagnostics of a text also change with
  /// the notebook.
  var pullsDiagnostics: Bool {
    client.textDocument.diagnostic != nil && client.workspace.diagnosticsRefresh
  }
}

extension ClientProfile {
  /// Whether the client's capabilities show that it opens `commonplace:` documents.
  var knowsNotes: Bool { client.knowsCommonplace || client.workspace.textDocumentContent != nil }

  /// Whether the client shows documents of the server's own schemes.
  var showsViews: Bool { client.workspace.textDocumentContent != nil || client.showsViews }

  var editForm: WorkspaceEdit.Form {
    let workspace = client.workspace
    guard workspace.documentChanges else { return .plain }
    return workspace.changeAnnotations ? .annotated : .versioned
  }
}
