package import JSON

/// The purpose of a code action. Kinds are hierarchical: `refactor.extract` is a `refactor`.
///
/// Source: LSP 3.17, "CodeActionKind".
package struct CodeActionKind: Sendable, Hashable {
  /// The kind's segments, separated by dots; empty for the root, which contains all kinds.
  package var rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package static let quickFix = CodeActionKind("quickfix")
  package static let rewrite = CodeActionKind("refactor.rewrite")
  package static let extract = CodeActionKind("refactor.extract")
  /// Applies all safe fixes of the document.
  package static let fixAll = CodeActionKind("source.fixAll.commonplace")

  package static let book = CodeActionKind("commonplace.book")
  package static let restore = CodeActionKind("commonplace.restore")

  /// Returns whether `other` is this kind or one below it.
  package func contains(_ other: CodeActionKind) -> Bool {
    rawValue.isEmpty || other == self || other.rawValue.hasPrefix(rawValue + ".")
  }
}

extension CodeActionKind: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) { rawValue = try String(json: json) }

  package var json: JSONValue { rawValue.json }
}

/// What triggered a request for code actions.
///
/// Source: LSP 3.17, "CodeActionTriggerKind".
package enum CodeActionTriggerKind: Int, Sendable, JSONCodable {
  case invoked = 1
  /// The client sent the request by itself, typically because the selection or the text changed.
  case automatic = 2
}

/// The parameters of `textDocument/codeAction`.
///
/// Source: LSP 3.17, "CodeActionParams", "CodeActionContext".
package struct CodeActionParams: Sendable, Equatable {
  package var textDocument: TextDocumentIdentifier
  package var range: LSPRange
  /// The diagnostics that the client has in the range.
  package var diagnostics: [Diagnostic]
  /// The requested kinds; nil for all.
  package var only: [CodeActionKind]?
  /// Nil if the client does not send it, or sends an unknown value.
  package var triggerKind: CodeActionTriggerKind?

  package func wants(_ kind: CodeActionKind) -> Bool {
    only?.contains { $0.contains(kind) } ?? true
  }
}

extension CodeActionParams: JSONDecodable {
  /// The context may be missing.
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
    let context = json["context"]
    diagnostics = try context?.decodeIfPresent("diagnostics") ?? []
    only = try context?.decodeIfPresent("only")
    triggerKind = context?["triggerKind"].flatMap { try? CodeActionTriggerKind(json: $0) }
  }
}

/// A change that the user can choose for a range: an edit, a command, or an edit followed by a
/// command.
///
/// Source: LSP 3.17, "CodeAction".
package struct CodeAction: Sendable, Equatable {
  package var title: String
  package var kind: CodeActionKind?
  package var diagnostics: [Diagnostic]
  package var isPreferred: Bool
  package var edit: WorkspaceEdit?
  /// The command to execute after the edit.
  package var command: Command?

  package init(_ command: Command, kind: CodeActionKind?, diagnostics: [Diagnostic] = []) {
    self.init(title: command.title, kind: kind, diagnostics: diagnostics, command: command)
  }

  package init(
    title: String, kind: CodeActionKind?, diagnostics: [Diagnostic] = [],
    isPreferred: Bool = false, edit: WorkspaceEdit? = nil, command: Command? = nil
  ) {
    self.title = title
    self.kind = kind
    self.diagnostics = diagnostics
    self.isPreferred = isPreferred
    self.edit = edit
    self.command = command
  }
}

extension CodeAction: JSONEncodable {
  package var json: JSONValue {
    [
      "title": title.json, "kind": kind?.json,
      "diagnostics": diagnostics.isEmpty ? nil : diagnostics.json,
      "isPreferred": isPreferred ? true : nil, "edit": edit?.json, "command": command?.json,
    ]
  }
}
