package import JSON

/// The parameters of `textDocument/publishDiagnostics`.
///
/// Source: LSP 3.17, "PublishDiagnostics Notification".
package struct PublishDiagnosticsParams: Sendable, Equatable {
  package var uri: String
  /// The version the diagnostics are about.
  package var version: Int?
  /// All diagnostics of the document: they take the place of those before.
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
  /// The last report the client has.
  package var previousResultId: String?
}

extension DocumentDiagnosticParams: JSONDecodable {
  /// Reads the document and the last report.
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    previousResultId = try json.decodeIfPresent("previousResultId")
  }
}

/// The result of `textDocument/diagnostic`.
///
/// Source: LSP 3.17, "DocumentDiagnosticReport".
package enum DocumentDiagnosticReport: Sendable, Equatable {
  /// All diagnostics, and a name for them.
  case full(resultId: String?, items: [Diagnostic])
  /// The diagnostics are those of the report the client named.
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
