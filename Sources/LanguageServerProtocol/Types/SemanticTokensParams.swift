package import JSON

/// The parameters of `textDocument/semanticTokens/full/delta`.
///
/// Source: LSP 3.17, "SemanticTokensDeltaParams".
package struct SemanticTokensDeltaParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// The tokens the client has.
  package var previousResultId: String
}

extension SemanticTokensDeltaParams: JSONDecodable {
  /// Reads the document and the earlier result.
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
  /// The part of it that is asked about.
  package var range: LSPRange
}

extension SemanticTokensRangeParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
  }
}
