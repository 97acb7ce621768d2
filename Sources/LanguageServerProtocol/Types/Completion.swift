public import JSON

/// How completion was asked for.
///
/// Source: LSP 3.17, "CompletionTriggerKind".
public enum CompletionTriggerKind: Int, Sendable, JSONCodable {
  case invoked = 1
  case triggerCharacter = 2
  case triggerForIncompleteCompletions = 3
}

/// How completion was asked for, and by which character.
///
/// Source: LSP 3.17, "CompletionContext".
public struct CompletionContext: Sendable, Hashable {
  /// How.
  public var triggerKind: CompletionTriggerKind
  /// By which character, if by one.
  public var triggerCharacter: String?

  /// A completion of the kind `triggerKind`.
  public init(triggerKind: CompletionTriggerKind, triggerCharacter: String? = nil) {
    self.triggerKind = triggerKind
    self.triggerCharacter = triggerCharacter
  }
}

extension CompletionContext: JSONCodable {
  /// Reads a context.
  public init(json: JSONValue) throws(ResponseError) {
    triggerKind = try json.decode("triggerKind")
    triggerCharacter = try json.decodeIfPresent("triggerCharacter")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["triggerKind": triggerKind.json, "triggerCharacter": triggerCharacter?.json]
  }
}

/// The parameters of `textDocument/completion`.
///
/// Source: LSP 3.17, "CompletionParams".
public struct CompletionParams: Sendable, Hashable {
  /// The document.
  public var textDocument: TextDocumentIdentifier
  /// The place in it.
  public var position: Position
  /// How completion was asked for, if the client tells.
  public var context: CompletionContext?

  /// Asks at `position`.
  public init(
    textDocument: TextDocumentIdentifier, position: Position, context: CompletionContext? = nil
  ) {
    self.textDocument = textDocument
    self.position = position
    self.context = context
  }
}

extension CompletionParams: JSONCodable {
  /// Reads the place and the context.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    position = try json.decode("position")
    context = try json.decodeIfPresent("context")
  }

  /// The LSP form.
  public var json: JSONValue {
    [
      "textDocument": textDocument.json, "position": position.json, "context": context?.json,
    ]
  }
}

/// The result of `textDocument/completion`.
///
/// Source: LSP 3.17, "CompletionList".
public struct CompletionList: Sendable, Equatable {
  /// Whether the client must ask again as the user types on.
  public var isIncomplete: Bool
  /// The proposals.
  public var items: [CompletionItem]

  /// A list of `items`.
  public init(isIncomplete: Bool = false, items: [CompletionItem]) {
    self.isIncomplete = isIncomplete
    self.items = items
  }
}

extension CompletionList: JSONCodable {
  /// Reads a list.
  public init(json: JSONValue) throws(ResponseError) {
    isIncomplete = try json.decode("isIncomplete")
    items = try json.decode("items")
  }

  /// The LSP form.
  public var json: JSONValue { ["isIncomplete": isIncomplete.json, "items": items.json] }
}
