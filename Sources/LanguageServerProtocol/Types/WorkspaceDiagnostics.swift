package import JSON

/// The ID of the last report that a client has of a document.
///
/// Source: LSP 3.17, "PreviousResultId".
package struct PreviousResultId: Sendable, Hashable {
  package var uri: String
  package var value: String
}

extension PreviousResultId: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    value = try json.decode("value")
  }
}

/// The parameters of `workspace/diagnostic`.
///
/// Source: LSP 3.17, "WorkspaceDiagnosticParams".
package struct WorkspaceDiagnosticParams: Sendable, Equatable {
  package var previousResultIds: [PreviousResultId]
}

extension WorkspaceDiagnosticParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    previousResultIds = try json.decodeIfPresent("previousResultIds") ?? []
  }
}

/// The report on one document of the workspace.
///
/// Source: LSP 3.17, "WorkspaceDocumentDiagnosticReport".
package struct WorkspaceDocumentDiagnosticReport: Sendable, Equatable {
  package var uri: String
  /// The version of an open document; nil for any other.
  package var version: Int?
  package var report: DocumentDiagnosticReport

  package init(uri: String, version: Int?, report: DocumentDiagnosticReport) {
    self.uri = uri
    self.version = version
    self.report = report
  }
}

extension WorkspaceDocumentDiagnosticReport: JSONEncodable {
  /// The version is always present, and null for a document that is not open.
  package var json: JSONValue {
    var json = report.json.object ?? [:]
    json["uri"] = uri.json
    json["version"] = version.json
    return .object(json)
  }
}

/// The result of `workspace/diagnostic`, or a partial result.
///
/// Source: LSP 3.17, "WorkspaceDiagnosticReport", "WorkspaceDiagnosticReportPartialResult".
package struct WorkspaceDiagnosticReport: Sendable, Equatable {
  package var items: [WorkspaceDocumentDiagnosticReport]

  package init(items: [WorkspaceDocumentDiagnosticReport]) { self.items = items }
}

extension WorkspaceDiagnosticReport: JSONEncodable {
  package var json: JSONValue { ["items": items.json] }
}
