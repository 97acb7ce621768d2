package import JSON

/// Source: LSP 3.17, "DiagnosticSeverity".
package enum DiagnosticSeverity: Int, Sendable, JSONCodable {
  case error = 1
  case warning = 2
  case information = 3
  case hint = 4
}

/// How a client may show a diagnostic's range.
///
/// Source: LSP 3.17, "DiagnosticTag".
package enum DiagnosticTag: Int, Sendable, JSONCodable {
  case unnecessary = 1
  case deprecated = 2
}

/// A location related to a diagnostic.
///
/// Source: LSP 3.17, "DiagnosticRelatedInformation".
package struct DiagnosticRelatedInformation: Sendable, Equatable {
  package var location: Location
  package var message: String

  package init(location: Location, message: String) {
    self.location = location
    self.message = message
  }
}

extension DiagnosticRelatedInformation: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    location = try json.decode("location")
    message = try json.decode("message")
  }

  package var json: JSONValue { ["location": location.json, "message": message.json] }
}

/// A message about a range of a document.
///
/// Source: LSP 3.17, "Diagnostic".
package struct Diagnostic: Sendable, Equatable {
  package var range: LSPRange
  /// If nil, the client decides.
  package var severity: DiagnosticSeverity?
  /// The name of the rule, as in `unterminated-cloze`. A number from a client is read as its
  /// digits.
  package var code: String?
  /// The URI of a page about the rule.
  package var codeDescription: String?
  package var source: String?
  package var message: String
  /// Unknown tags are ignored.
  package var tags: [DiagnosticTag]
  package var relatedInformation: [DiagnosticRelatedInformation]
  /// The data that a client returns in a request for code actions.
  package var data: JSONValue?

  package init(
    range: LSPRange, severity: DiagnosticSeverity? = nil, code: String? = nil,
    codeDescription: String? = nil, source: String? = nil, message: String,
    tags: [DiagnosticTag] = [], relatedInformation: [DiagnosticRelatedInformation] = [],
    data: JSONValue? = nil
  ) {
    self.range = range
    self.severity = severity
    self.code = code
    self.codeDescription = codeDescription
    self.source = source
    self.message = message
    self.tags = tags
    self.relatedInformation = relatedInformation
    self.data = data
  }
}

extension Diagnostic: JSONCodable {
  /// Reads a diagnostic, which may come from another server.
  package init(json: JSONValue) throws(JSONDecodingError) {
    range = try json.decode("range")
    severity = try json.decodeIfPresent("severity")
    code = json["code"]?.string ?? json["code"]?.int.map(String.init)
    codeDescription = json["codeDescription"]?["href"]?.string
    source = try json.decodeIfPresent("source")
    message = try json.decode("message")
    tags = (json["tags"]?.array ?? []).compactMap { try? DiagnosticTag(json: $0) }
    relatedInformation = try json.decodeIfPresent("relatedInformation") ?? []
    data = json["data"]
  }

  package var json: JSONValue {
    [
      "range": range.json, "severity": severity?.json, "code": code?.json,
      "codeDescription": codeDescription.map { ["href": $0.json] },
      "source": source?.json, "message": message.json,
      "tags": tags.isEmpty ? nil : tags.json,
      "relatedInformation": relatedInformation.isEmpty ? nil : relatedInformation.json,
      "data": data,
    ]
  }
}
