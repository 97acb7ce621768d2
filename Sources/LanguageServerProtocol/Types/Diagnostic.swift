package import JSON

/// The severity of a diagnostic.
///
/// Source: LSP 3.17, "DiagnosticSeverity".
package enum DiagnosticSeverity: Int, Sendable, JSONCodable {
  case error = 1
  case warning = 2
  case information = 3
  case hint = 4
}

/// A way of showing a diagnostic's range.
///
/// Source: LSP 3.17, "DiagnosticTag".
package enum DiagnosticTag: Int, Sendable, JSONCodable {
  case unnecessary = 1
  case deprecated = 2
}

/// A place elsewhere that belongs to a diagnostic.
///
/// Source: LSP 3.17, "DiagnosticRelatedInformation".
package struct DiagnosticRelatedInformation: Sendable, Equatable {
  /// The place.
  package var location: Location
  /// The text about the place.
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

/// Something the server has to say about a range of a document.
///
/// Source: LSP 3.17, "Diagnostic".
package struct Diagnostic: Sendable, Equatable {
  /// The range that it describes.
  package var range: LSPRange
  /// The severity; if nil, the client decides.
  package var severity: DiagnosticSeverity?
  /// The name of the rule, as in `unclosed-cloze`. A number from a client is read as its digits.
  package var code: String?
  /// The URI of a page on the rule, for clients with `codeDescriptionSupport`.
  package var codeDescription: String?
  /// The program that says it, as in `commonplace`.
  package var source: String?
  /// The text that the user sees.
  package var message: String
  /// Ways of showing the range. Unknown tags are not read.
  package var tags: [DiagnosticTag]
  /// Places that belong to it.
  package var relatedInformation: [DiagnosticRelatedInformation]
  /// The data that a client returns with a request for code actions.
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

  /// The LSP form; empty lists are left out.
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
