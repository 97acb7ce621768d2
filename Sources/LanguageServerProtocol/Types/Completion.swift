package import JSON

/// The occasion of a request for completion.
///
/// Source: LSP 3.17, "CompletionTriggerKind".
package enum CompletionTriggerKind: Int, Sendable, JSONCodable {
  case invoked = 1
  case triggerCharacter = 2
  case triggerForIncompleteCompletions = 3
}

/// The occasion of a request for completion, with the character that caused it.
///
/// Source: LSP 3.17, "CompletionContext".
package struct CompletionContext: Sendable, Hashable {
  /// The occasion.
  package var triggerKind: CompletionTriggerKind
  /// The character that caused it; nil if no character did.
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
  /// The place in it.
  package var position: Position
  /// The way in which completion was requested, if the client sends it.
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
  /// Whether the client must ask again as the user types on.
  package var isIncomplete: Bool
  /// The proposals.
  package var items: [CompletionItem]

  package init(isIncomplete: Bool = false, items: [CompletionItem]) {
    self.isIncomplete = isIncomplete
    self.items = items
  }
}

extension CompletionList: JSONEncodable {
  package var json: JSONValue { ["isIncomplete": isIncomplete.json, "items": items.json] }
}
