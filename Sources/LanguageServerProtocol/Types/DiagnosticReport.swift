package import JSON

/// The parameters of `textDocument/publishDiagnostics`.
///
/// Source: LSP 3.17, "PublishDiagnostics Notification".
package struct PublishDiagnosticsParams: Sendable, Equatable {
  package var uri: String
  /// The version of the document that the diagnostics describe.
  package var version: Int?
  /// All diagnostics of the document; they replace earlier ones.
  package var diagnostics: [Diagnostic]

  package init(uri: String, version: Int? = nil, diagnostics: [Diagnostic]) {
    self.uri = uri
    self.version = version
    self.diagnostics = diagnostics
  }
}

extension PublishDiagnosticsParams: JSONEncodable {
  package var json: JSONValue {
    ["uri": uri.json, "version": version?.json, "diagnostics": diagnostics.json]
  }
}

/// The parameters of `textDocument/diagnostic`.
///
/// Source: LSP 3.17, "DocumentDiagnosticParams".
package struct DocumentDiagnosticParams: Sendable, Equatable {
  package var textDocument: TextDocumentIdentifier
  /// The ID of the last report that the client has.
  package var previousResultId: String?
}

extension DocumentDiagnosticParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    previousResultId = try json.decodeIfPresent("previousResultId")
  }
}

/// The result of `textDocument/diagnostic`.
///
/// Source: LSP 3.17, "DocumentDiagnosticReport".
package enum DocumentDiagnosticReport: Sendable, Equatable {
  case full(resultId: String?, items: [Diagnostic])
  /// The diagnostics are the same as in the report that the client named.
  case unchanged(resultId: String)
}

extension DocumentDiagnosticReport: JSONEncodable {
  package var json: JSONValue {
    switch self {
    case .full(let resultId, let items):
      ["kind": "full", "resultId": resultId?.json, "items": items.json]
    case .unchanged(let resultId):
      ["kind": "unchanged", "resultId": resultId.json]
    }
  }
}
