package import JSON

/// The parameters of `workspace/textDocumentContent`, which requests a text that is in no file, and
/// of `workspace/textDocumentContent/refresh`, which reports that it has changed.
///
/// Source: LSP 3.18, "Text Document Content Request".
package typealias TextDocumentContentParams = TextDocumentIdentifier

/// The result of `workspace/textDocumentContent`.
///
/// Source: LSP 3.18, "TextDocumentContentResult".
package struct TextDocumentContentResult: Sendable, Hashable {
  /// The text; clients show it read-only.
  package var text: String

  /// The text of a document.
  package init(text: String) { self.text = text }
}

extension TextDocumentContentResult: JSONCodable {
  /// Reads the text.
  package init(json: JSONValue) throws(JSONDecodingError) { text = try json.decode("text") }

  /// The LSP form.
  package var json: JSONValue { ["text": text.json] }
}
