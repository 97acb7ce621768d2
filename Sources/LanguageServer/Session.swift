import Foundation
import JSON
import LanguageServerProtocol
import PackratParsing

/// What client and server agreed on in `initialize`; it does not change afterwards.
struct Session: Sendable {
  let client: ClientCapabilities
  let encoding: PositionEncoding
  let tokenLegend: TokenLegend
  /// The notebook the client named.
  let notebookPath: String?
  /// The folder the client works in, if it has one on this machine.
  let rootDirectory: String?

  init(_ params: InitializeParams) {
    client = params.capabilities
    encoding =
      params.capabilities.general.positionEncodings.lazy
      .compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
    let options = params.initializationOptions
    tokenLegend = TokenLegend(
      clientTypes: params.capabilities.textDocument.semanticTokens?.tokenTypes ?? [],
      usesOwnTypes: options?["semanticTokenTypes"]?.string == "minimarkdown")
    notebookPath = options?["notebook"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let uri = params.workspaceFolders?.first?.uri ?? params.rootUri
    rootDirectory = uri.flatMap { DocumentURI($0).filePath } ?? params.rootPath
  }

  /// Whether the client is told what changed in its tokens. Where it has no type for some kind, tokens
  /// are not counted the same for all clients.
  var hasTokenDeltas: Bool {
    client.textDocument.semanticTokens?.delta == true && tokenLegend.isComplete
  }

  /// Whether diagnostics are asked for, and so not sent unasked. A client that cannot be told to ask
  /// again is sent them: what is to be said about a text changes with the notebook, too.
  var pullsDiagnostics: Bool {
    client.textDocument.diagnostic != nil && client.workspace.diagnosticsRefresh
  }
}
