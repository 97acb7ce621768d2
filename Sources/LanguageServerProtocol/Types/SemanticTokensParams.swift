package import JSON

/// The parameters of `textDocument/semanticTokens/full/delta`.
///
/// Source: LSP 3.17, "SemanticTokensDeltaParams".
package struct SemanticTokensDeltaParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// The tokens the client has.
  package var previousResultId: String

  /// Requests the changes since `previousResultId`.
  package init(textDocument: TextDocumentIdentifier, previousResultId: String) {
    self.textDocument = textDocument
    self.previousResultId = previousResultId
  }
}

extension SemanticTokensDeltaParams: JSONCodable {
  /// Reads the document and the earlier result.
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    previousResultId = try json.decode("previousResultId")
  }

  package var json: JSONValue {
    ["textDocument": textDocument.json, "previousResultId": previousResultId.json]
  }
}

/// The parameters of `textDocument/semanticTokens/range`.
///
/// Source: LSP 3.17, "SemanticTokensRangeParams".
package struct SemanticTokensRangeParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// The part of it that is asked about.
  package var range: LSPRange

  /// Asks for the tokens in `range`.
  package init(textDocument: TextDocumentIdentifier, range: LSPRange) {
    self.textDocument = textDocument
    self.range = range
  }
}

extension SemanticTokensRangeParams: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
  }

  package var json: JSONValue { ["textDocument": textDocument.json, "range": range.json] }
}
