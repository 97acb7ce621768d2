public import JSON

/// A replacement of one range by other text.
///
/// Source: LSP 3.17, "TextEdit".
public struct TextEdit: Sendable, Hashable {
  /// What is replaced; empty to insert.
  public var range: LSPRange
  /// What comes in its place; empty to delete.
  public var newText: String

  /// Puts `newText` in place of `range`.
  public init(range: LSPRange, newText: String) {
    self.range = range
    self.newText = newText
  }
}

extension TextEdit: JSONCodable {
  /// Reads an edit.
  public init(json: JSONValue) throws(ResponseError) {
    range = try json.decode("range")
    newText = try json.decode("newText")
  }

  /// The LSP form.
  public var json: JSONValue { ["range": range.json, "newText": newText.json] }
}

/// Edits of one document, all on the same text; they do not overlap.
///
/// Source: LSP 3.17, "TextDocumentEdit".
public struct TextDocumentEdit: Sendable, Equatable {
  /// The document.
  public var uri: String
  /// The version the edits are made for; nil if the document is not open.
  public var version: Int?
  /// The edits.
  public var edits: [TextEdit]

  /// Edits of the document `uri` at `version`.
  public init(uri: String, version: Int?, edits: [TextEdit]) {
    self.uri = uri
    self.version = version
    self.edits = edits
  }
}

extension TextDocumentEdit: JSONEncodable {
  /// The LSP form; a document that is not open has the version `null`.
  public var json: JSONValue {
    [
      "textDocument": ["uri": uri.json, "version": version?.json ?? .null],
      "edits": edits.json,
    ]
  }
}

/// Edits of documents, to be made together.
///
/// Source: LSP 3.17, "WorkspaceEdit".
public struct WorkspaceEdit: Sendable, Equatable {
  /// The edits, each document once.
  public var documentChanges: [TextDocumentEdit]

  /// Edits of documents, each once.
  public init(documentChanges: [TextDocumentEdit]) {
    self.documentChanges = documentChanges
  }
}

extension WorkspaceEdit: JSONEncodable {
  /// The form with versions, for clients that have `workspaceEdit.documentChanges`.
  public var json: JSONValue { ["documentChanges": documentChanges.json] }

  /// The form without versions, which every client knows.
  public var jsonWithoutVersions: JSONValue {
    ["changes": JSONObject(documentChanges.map { ($0.uri, $0.edits.json) }).json]
  }
}
