public import JSON

/// The last report that a client has of a document.
///
/// Source: LSP 3.17, "PreviousResultId".
public struct PreviousResultId: Sendable, Hashable {
  /// The document.
  public var uri: String
  /// The report's name.
  public var value: String

  /// The report `value` of the document `uri`.
  public init(uri: String, value: String) {
    self.uri = uri
    self.value = value
  }
}

extension PreviousResultId: JSONCodable {
  /// Reads the document and the report.
  public init(json: JSONValue) throws(ResponseError) {
    uri = try json.decode("uri")
    value = try json.decode("value")
  }

  /// The LSP form.
  public var json: JSONValue { ["uri": uri.json, "value": value.json] }
}

/// The parameters of `workspace/diagnostic`.
///
/// Source: LSP 3.17, "WorkspaceDiagnosticParams".
public struct WorkspaceDiagnosticParams: Sendable, Equatable {
  /// The last reports the client has.
  public var previousResultIds: [PreviousResultId]

  /// Asks for the diagnostics of all documents.
  public init(previousResultIds: [PreviousResultId] = []) {
    self.previousResultIds = previousResultIds
  }
}

extension WorkspaceDiagnosticParams: JSONCodable {
  /// Reads the last reports; none if they are missing.
  public init(json: JSONValue) throws(ResponseError) {
    previousResultIds = try json.decodeIfPresent("previousResultIds") ?? []
  }

  /// The LSP form.
  public var json: JSONValue { ["previousResultIds": previousResultIds.json] }
}

/// What is reported of one document of the workspace.
///
/// Source: LSP 3.17, "WorkspaceDocumentDiagnosticReport".
public struct WorkspaceDocumentDiagnosticReport: Sendable, Equatable {
  /// The document.
  public var uri: String
  /// The version of an open document; nil for any other.
  public var version: Int?
  /// What is reported.
  public var report: DocumentDiagnosticReport

  /// Reports `report` of the document `uri`.
  public init(uri: String, version: Int?, report: DocumentDiagnosticReport) {
    self.uri = uri
    self.version = version
    self.report = report
  }
}

extension WorkspaceDocumentDiagnosticReport: JSONCodable {
  /// Reads the document and its report.
  public init(json: JSONValue) throws(ResponseError) {
    uri = try json.decode("uri")
    version = try json.decodeIfPresent("version")
    report = try DocumentDiagnosticReport(json: json)
  }

  /// The LSP form. The version is always there, and null for a document that is not open.
  public var json: JSONValue {
    var json = report.json.object ?? [:]
    json["uri"] = uri.json
    json["version"] = version.json
    return .object(json)
  }
}

/// The result of `workspace/diagnostic`, or a part of it.
///
/// Source: LSP 3.17, "WorkspaceDiagnosticReport", "WorkspaceDiagnosticReportPartialResult".
public struct WorkspaceDiagnosticReport: Sendable, Equatable {
  /// The documents' reports.
  public var items: [WorkspaceDocumentDiagnosticReport]

  /// Holds `items`.
  public init(items: [WorkspaceDocumentDiagnosticReport]) { self.items = items }
}

extension WorkspaceDiagnosticReport: JSONCodable {
  /// Reads the reports.
  public init(json: JSONValue) throws(ResponseError) { items = try json.decode("items") }

  /// The LSP form.
  public var json: JSONValue { ["items": items.json] }
}
