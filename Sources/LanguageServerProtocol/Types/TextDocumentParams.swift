public import JSON

/// A place in a document: what most requests ask about.
///
/// Source: LSP 3.17, "TextDocumentPositionParams".
public struct TextDocumentPositionParams: Sendable, Hashable {
  /// The document.
  public var textDocument: TextDocumentIdentifier
  /// The place in it.
  public var position: Position

  /// The place `position` in `textDocument`.
  public init(textDocument: TextDocumentIdentifier, position: Position) {
    self.textDocument = textDocument
    self.position = position
  }
}

extension TextDocumentPositionParams: JSONCodable {
  /// Reads the document and the place.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    position = try json.decode("position")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["textDocument": textDocument.json, "position": position.json]
  }
}

/// A document alone: the parameters of `textDocument/documentSymbol`,
/// `textDocument/semanticTokens/full` and others.
///
/// Source: LSP 3.17, "DocumentSymbolParams", "SemanticTokensParams".
public struct TextDocumentParams: Sendable, Hashable {
  /// The document.
  public var textDocument: TextDocumentIdentifier

  /// The document `textDocument`.
  public init(textDocument: TextDocumentIdentifier) { self.textDocument = textDocument }
}

extension TextDocumentParams: JSONCodable {
  /// Reads the document.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
  }

  /// The LSP form.
  public var json: JSONValue { ["textDocument": textDocument.json] }
}
