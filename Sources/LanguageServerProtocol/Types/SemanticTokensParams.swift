public import JSON

/// The parameters of `textDocument/semanticTokens/full/delta`.
///
/// Source: LSP 3.17, "SemanticTokensDeltaParams".
public struct SemanticTokensDeltaParams: Sendable, Hashable {
  /// The document.
  public var textDocument: TextDocumentIdentifier
  /// The tokens the client has.
  public var previousResultId: String

  /// Asks for what has changed since `previousResultId`.
  public init(textDocument: TextDocumentIdentifier, previousResultId: String) {
    self.textDocument = textDocument
    self.previousResultId = previousResultId
  }
}

extension SemanticTokensDeltaParams: JSONCodable {
  /// Reads the document and the earlier result.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    previousResultId = try json.decode("previousResultId")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["textDocument": textDocument.json, "previousResultId": previousResultId.json]
  }
}

/// The parameters of `textDocument/semanticTokens/range`.
///
/// Source: LSP 3.17, "SemanticTokensRangeParams".
public struct SemanticTokensRangeParams: Sendable, Hashable {
  /// The document.
  public var textDocument: TextDocumentIdentifier
  /// The part of it that is asked about.
  public var range: LSPRange

  /// Asks for the tokens in `range`.
  public init(textDocument: TextDocumentIdentifier, range: LSPRange) {
    self.textDocument = textDocument
    self.range = range
  }
}

extension SemanticTokensRangeParams: JSONCodable {
  /// Reads the document and the range.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
  }

  /// The LSP form.
  public var json: JSONValue { ["textDocument": textDocument.json, "range": range.json] }
}
