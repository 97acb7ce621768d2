public import JSON

/// The parameters of `textDocument/publishDiagnostics`.
///
/// Source: LSP 3.17, "PublishDiagnostics Notification".
public struct PublishDiagnosticsParams: Sendable, Equatable {
  /// The document.
  public var uri: String
  /// The version the diagnostics are about.
  public var version: Int?
  /// All diagnostics of the document: they take the place of those before.
  public var diagnostics: [Diagnostic]

  /// The diagnostics of the document `uri`.
  public init(uri: String, version: Int? = nil, diagnostics: [Diagnostic]) {
    self.uri = uri
    self.version = version
    self.diagnostics = diagnostics
  }
}

extension PublishDiagnosticsParams: JSONCodable {
  /// Reads a publication.
  public init(json: JSONValue) throws(ResponseError) {
    uri = try json.decode("uri")
    version = try json.decodeIfPresent("version")
    diagnostics = try json.decode("diagnostics")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["uri": uri.json, "version": version?.json, "diagnostics": diagnostics.json]
  }
}

/// The parameters of `textDocument/diagnostic`.
///
/// Source: LSP 3.17, "DocumentDiagnosticParams".
public struct DocumentDiagnosticParams: Sendable, Equatable {
  /// The document.
  public var textDocument: TextDocumentIdentifier
  /// The last report the client has.
  public var previousResultId: String?

  /// Asks for the diagnostics of `textDocument`.
  public init(textDocument: TextDocumentIdentifier, previousResultId: String? = nil) {
    self.textDocument = textDocument
    self.previousResultId = previousResultId
  }
}

extension DocumentDiagnosticParams: JSONCodable {
  /// Reads the document and the last report.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    previousResultId = try json.decodeIfPresent("previousResultId")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["textDocument": textDocument.json, "previousResultId": previousResultId?.json]
  }
}

/// The result of `textDocument/diagnostic`.
///
/// Source: LSP 3.17, "DocumentDiagnosticReport".
public enum DocumentDiagnosticReport: Sendable, Equatable {
  /// All diagnostics, and a name for them.
  case full(resultId: String?, items: [Diagnostic])
  /// The diagnostics are those of the report the client named.
  case unchanged(resultId: String)
}

extension DocumentDiagnosticReport: JSONCodable {
  /// Reads a report; related documents are not read.
  public init(json: JSONValue) throws(ResponseError) {
    switch try json.decode("kind", as: String.self) {
    case "full":
      self = .full(
        resultId: try json.decodeIfPresent("resultId"), items: try json.decode("items"))
    case "unchanged":
      self = .unchanged(resultId: try json.decode("resultId"))
    default:
      throw .invalidParams("kind: expected \"full\" or \"unchanged\"")
    }
  }

  /// The LSP form.
  public var json: JSONValue {
    switch self {
    case .full(let resultId, let items):
      ["kind": "full", "resultId": resultId?.json, "items": items.json]
    case .unchanged(let resultId):
      ["kind": "unchanged", "resultId": resultId.json]
    }
  }
}
