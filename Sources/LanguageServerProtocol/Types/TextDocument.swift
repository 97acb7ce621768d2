package import JSON

/// A document, identified by its URI.
///
/// Source: LSP 3.17, "TextDocumentIdentifier".
package struct TextDocumentIdentifier: Sendable, Hashable {
  /// The document's URI as the client spells it.
  package var uri: String

  package init(uri: String) { self.uri = uri }
}

extension TextDocumentIdentifier: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) { uri = try json.decode("uri") }

  package var json: JSONValue { ["uri": uri.json] }
}

/// One version of an open document.
///
/// Source: LSP 3.17, "VersionedTextDocumentIdentifier".
package struct VersionedTextDocumentIdentifier: Sendable, Hashable {
  /// The document's URI as the client spells it.
  package var uri: String
  /// Increases with every change, not always by one. Before LSP 3.16 it may be null.
  package var version: Int?

  package init(uri: String, version: Int?) {
    self.uri = uri
    self.version = version
  }
}

extension VersionedTextDocumentIdentifier: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    version = try json.decodeIfPresent("version")
  }

  package var json: JSONValue { ["uri": uri.json, "version": version?.json ?? .null] }
}

/// A document that the client opens.
///
/// Source: LSP 3.17, "TextDocumentItem".
package struct TextDocumentItem: Sendable, Hashable {
  package var uri: String
  /// The language that the client assigns to the document, such as `markdown`.
  package var languageId: String
  package var version: Int
  package var text: String
}

extension TextDocumentItem: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    languageId = try json.decode("languageId")
    version = try json.decode("version")
    text = try json.decode("text")
  }
}

/// The parameters of `workspace/textDocumentContent`, which requests a text that is not in a file,
/// and of `workspace/textDocumentContent/refresh`, which reports that it has changed.
///
/// Source: LSP 3.18, "Text Document Content Request".
package typealias TextDocumentContentParams = TextDocumentIdentifier

/// The result of `workspace/textDocumentContent`.
///
/// Source: LSP 3.18, "TextDocumentContentResult".
package struct TextDocumentContentResult: Sendable, Hashable {
  /// Clients show the text read-only.
  package var text: String

  package init(text: String) { self.text = text }
}

extension TextDocumentContentResult: JSONEncodable {
  package var json: JSONValue { ["text": text.json] }
}
