package import JSON

/// The parameters of `textDocument/rename`.
///
/// Source: LSP 3.17, "RenameParams".
package struct RenameParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  package var position: Position
  package var newName: String
}

extension RenameParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    position = try json.decode("position")
    newName = try json.decode("newName")
  }
}

/// The range that a rename at a position would change.
///
/// Source: LSP 3.17, "PrepareRenameResult".
package struct PrepareRenameResult: Sendable, Hashable {
  package var range: LSPRange
  /// The text to offer for editing.
  package var placeholder: String

  package init(range: LSPRange, placeholder: String) {
    self.range = range
    self.placeholder = placeholder
  }
}

extension PrepareRenameResult: JSONEncodable {
  package var json: JSONValue { ["range": range.json, "placeholder": placeholder.json] }
}

/// The parameters of `window/showMessageRequest`: a question with actions to choose from. The
/// result is one of them, as `{title}`, or null.
///
/// Source: LSP 3.17, "ShowMessage Request".
package struct ShowMessageRequestParams: Sendable, Hashable {
  package var type: MessageType
  package var message: String
  /// The titles of the actions.
  package var actions: [String]

  package init(type: MessageType, message: String, actions: [String]) {
    self.type = type
    self.message = message
    self.actions = actions
  }
}

extension ShowMessageRequestParams: JSONEncodable {
  package var json: JSONValue {
    [
      "type": type.json, "message": message.json,
      "actions": .array(actions.map { ["title": $0.json] }),
    ]
  }
}
