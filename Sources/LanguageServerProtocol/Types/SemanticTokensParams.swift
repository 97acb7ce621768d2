package import JSON

/// The parameters of `textDocument/semanticTokens/full/delta`.
///
/// Source: LSP 3.17, "SemanticTokensDeltaParams".
package struct SemanticTokensDeltaParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  package var previousResultId: String
}

extension SemanticTokensDeltaParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    previousResultId = try json.decode("previousResultId")
  }
}

/// The parameters of `textDocument/semanticTokens/range`.
///
/// Source: LSP 3.17, "SemanticTokensRangeParams".
package struct SemanticTokensRangeParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  package var range: LSPRange
}

extension SemanticTokensRangeParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
  }
}
