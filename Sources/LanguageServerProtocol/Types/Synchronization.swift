package import JSON

/// The parameters of `textDocument/didOpen`.
///
/// Source: LSP 3.17, "DidOpenTextDocument Notification".
package struct DidOpenTextDocumentParams: Sendable, Equatable {
  /// The document, whose text belongs to the client from now on.
  package var textDocument: TextDocumentItem
}

extension DidOpenTextDocumentParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
  }
}

/// One change of a text.
///
/// Source: LSP 3.17, "TextDocumentContentChangeEvent". The deprecated `rangeLength` is ignored.
package struct TextDocumentContentChangeEvent: Sendable, Equatable {
  /// The replaced range; nil for the whole text.
  package var range: LSPRange?
  package var text: String
}

extension TextDocumentContentChangeEvent: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    range = try json.decodeIfPresent("range")
    text = try json.decode("text")
  }
}

/// The parameters of `textDocument/didChange`.
///
/// Source: LSP 3.17, "DidChangeTextDocument Notification".
package struct DidChangeTextDocumentParams: Sendable, Equatable {
  /// The document, and its version after all changes.
  package var textDocument: VersionedTextDocumentIdentifier
  /// The changes in order, each relative to the result of the previous one. May be empty.
  package var contentChanges: [TextDocumentContentChangeEvent]
}

extension DidChangeTextDocumentParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    contentChanges = try json.decode("contentChanges")
  }
}

/// The parameters of `textDocument/didClose`.
///
/// Source: LSP 3.17, "DidCloseTextDocument Notification".
package typealias DidCloseTextDocumentParams = TextDocumentParams

/// The parameters of `textDocument/didSave`.
///
/// Source: LSP 3.17, "DidSaveTextDocument Notification".
package struct DidSaveTextDocumentParams: Sendable, Equatable {
  package var textDocument: TextDocumentIdentifier
  /// The saved text, if the server requested it.
  package var text: String?
}

extension DidSaveTextDocumentParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    text = try json.decodeIfPresent("text")
  }
}
