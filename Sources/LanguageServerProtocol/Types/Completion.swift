package import JSON

/// What triggered a completion request.
///
/// Source: LSP 3.17, "CompletionTriggerKind".
package enum CompletionTriggerKind: Int, Sendable, JSONCodable {
  case invoked = 1
  case triggerCharacter = 2
  case triggerForIncompleteCompletions = 3
}

/// What triggered a completion request, with the character that did.
///
/// Source: LSP 3.17, "CompletionContext".
package struct CompletionContext: Sendable, Hashable {
  package var triggerKind: CompletionTriggerKind
  package var triggerCharacter: String?
}

extension CompletionContext: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    triggerKind = try json.decode("triggerKind")
    triggerCharacter = try json.decodeIfPresent("triggerCharacter")
  }
}

/// The parameters of `textDocument/completion`.
///
/// Source: LSP 3.17, "CompletionParams".
package struct CompletionParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  package var position: Position
  package var context: CompletionContext?
}

extension CompletionParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    position = try json.decode("position")
    context = try json.decodeIfPresent("context")
  }
}

/// The result of `textDocument/completion`.
///
/// Source: LSP 3.17, "CompletionList".
package struct CompletionList: Sendable, Equatable {
  /// Whether the client must send the request again as the user continues typing.
  package var isIncomplete: Bool
  package var items: [CompletionItem]

  package init(isIncomplete: Bool = false, items: [CompletionItem]) {
    self.isIncomplete = isIncomplete
    self.items = items
  }
}

extension CompletionList: JSONEncodable {
  package var json: JSONValue { ["isIncomplete": isIncomplete.json, "items": items.json] }
}
