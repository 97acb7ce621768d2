package import JSON

/// A position in a document: the parameters of most requests.
///
/// Source: LSP 3.17, "TextDocumentPositionParams".
package struct TextDocumentPositionParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  package var position: Position
}

extension TextDocumentPositionParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    position = try json.decode("position")
  }
}

/// A document: the parameters of `textDocument/documentSymbol`, `textDocument/semanticTokens/full`
/// and others.
///
/// Source: LSP 3.17, "DocumentSymbolParams", "SemanticTokensParams".
package struct TextDocumentParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
}

extension TextDocumentParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
  }
}
