package import JSON

/// A place in a document: the parameters of most requests.
///
/// Source: LSP 3.17, "TextDocumentPositionParams".
package struct TextDocumentPositionParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// The place in it.
  package var position: Position

  /// The place `position` in `textDocument`.
  package init(textDocument: TextDocumentIdentifier, position: Position) {
    self.textDocument = textDocument
    self.position = position
  }
}

extension TextDocumentPositionParams: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    position = try json.decode("position")
  }

  package var json: JSONValue {
    ["textDocument": textDocument.json, "position": position.json]
  }
}

/// A document alone: the parameters of `textDocument/documentSymbol`,
/// `textDocument/semanticTokens/full` and others.
///
/// Source: LSP 3.17, "DocumentSymbolParams", "SemanticTokensParams".
package struct TextDocumentParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier

  /// The document `textDocument`.
  package init(textDocument: TextDocumentIdentifier) { self.textDocument = textDocument }
}

extension TextDocumentParams: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
  }

  package var json: JSONValue { ["textDocument": textDocument.json] }
}
