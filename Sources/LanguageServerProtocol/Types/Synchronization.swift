public import JSON

/// The parameters of `textDocument/didOpen`.
///
/// Source: LSP 3.17, "DidOpenTextDocument Notification".
public struct DidOpenTextDocumentParams: Sendable, Equatable {
  /// The document, which from now on belongs to the client.
  public var textDocument: TextDocumentItem

  /// Opens `textDocument`.
  public init(textDocument: TextDocumentItem) { self.textDocument = textDocument }
}

extension DidOpenTextDocumentParams: JSONCodable {
  /// Reads the document.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
  }

  /// The LSP form.
  public var json: JSONValue { ["textDocument": textDocument.json] }
}

/// One change of a text.
///
/// Source: LSP 3.17, "TextDocumentContentChangeEvent". Its `rangeLength` is deprecated and is
/// not read.
public struct TextDocumentContentChangeEvent: Sendable, Equatable {
  /// What is replaced; nil for the whole text.
  public var range: LSPRange?
  /// What comes in its place.
  public var text: String

  /// Puts `text` in place of `range`, or of everything.
  public init(range: LSPRange? = nil, text: String) {
    self.range = range
    self.text = text
  }
}

extension TextDocumentContentChangeEvent: JSONCodable {
  /// Reads a change.
  public init(json: JSONValue) throws(ResponseError) {
    range = try json.decodeIfPresent("range")
    text = try json.decode("text")
  }

  /// The LSP form.
  public var json: JSONValue { ["range": range?.json, "text": text.json] }
}

/// The parameters of `textDocument/didChange`.
///
/// Source: LSP 3.17, "DidChangeTextDocument Notification".
public struct DidChangeTextDocumentParams: Sendable, Equatable {
  /// The document, and its version after all the changes.
  public var textDocument: VersionedTextDocumentIdentifier
  /// The changes in order, each on the result of the one before. May be empty.
  public var contentChanges: [TextDocumentContentChangeEvent]

  /// Changes `textDocument`.
  public init(
    textDocument: VersionedTextDocumentIdentifier,
    contentChanges: [TextDocumentContentChangeEvent]
  ) {
    self.textDocument = textDocument
    self.contentChanges = contentChanges
  }
}

extension DidChangeTextDocumentParams: JSONCodable {
  /// Reads the changes.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    contentChanges = try json.decode("contentChanges")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["textDocument": textDocument.json, "contentChanges": contentChanges.json]
  }
}

/// The parameters of `textDocument/didClose`.
///
/// Source: LSP 3.17, "DidCloseTextDocument Notification".
public typealias DidCloseTextDocumentParams = TextDocumentParams

/// The parameters of `textDocument/didSave`.
///
/// Source: LSP 3.17, "DidSaveTextDocument Notification".
public struct DidSaveTextDocumentParams: Sendable, Equatable {
  /// The document.
  public var textDocument: TextDocumentIdentifier
  /// What was saved, if the server asked for it.
  public var text: String?

  /// Saves `textDocument`.
  public init(textDocument: TextDocumentIdentifier, text: String? = nil) {
    self.textDocument = textDocument
    self.text = text
  }
}

extension DidSaveTextDocumentParams: JSONCodable {
  /// Reads the document and its text.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    text = try json.decodeIfPresent("text")
  }

  /// The LSP form.
  public var json: JSONValue { ["textDocument": textDocument.json, "text": text?.json] }
}
