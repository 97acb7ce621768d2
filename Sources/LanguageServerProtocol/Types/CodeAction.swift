package import JSON

/// The purpose of a code action. Kinds are hierarchical: `refactor.extract` is a `refactor`.
///
/// Source: LSP 3.17, "CodeActionKind".
package struct CodeActionKind: Sendable, Hashable {
  /// The kind's segments, separated by dots; empty for the root, which contains all kinds.
  package var rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  /// Fixes a diagnostic.
  package static let quickFix = CodeActionKind("quickfix")
  /// Rewrites text in another form.
  package static let rewrite = CodeActionKind("refactor.rewrite")
  /// Extracts a part of a text, for example into a note.
  package static let extract = CodeActionKind("refactor.extract")
  /// Fixes everything that this server can fix safely.
  package static let fixAll = CodeActionKind("source.fixAll.commonplace")

  /// Changes only the book record of a note.
  package static let book = CodeActionKind("commonplace.book")
  /// Restores a note or one of its versions.
  package static let restore = CodeActionKind("commonplace.restore")

  /// Returns whether `other` is this kind or one below it.
  package func contains(_ other: CodeActionKind) -> Bool {
    rawValue.isEmpty || other == self || other.rawValue.hasPrefix(rawValue + ".")
  }
}

extension CodeActionKind: JSONCodable {
  /// Reads a kind, also one that this server does not use.
  package init(json: JSONValue) throws(JSONDecodingError) { rawValue = try String(json: json) }

  package var json: JSONValue { rawValue.json }
}

/// What triggered a request for code actions.
///
/// Source: LSP 3.17, "CodeActionTriggerKind".
package enum CodeActionTriggerKind: Int, Sendable, JSONCodable {
  /// The user requested code actions.
  case invoked = 1
  /// The client sent the request by itself: the cursor moved, or a document was saved.
  case automatic = 2
}

/// The parameters of `textDocument/codeAction`.
///
/// Source: LSP 3.17, "CodeActionParams", "CodeActionContext".
package struct CodeActionParams: Sendable, Equatable {
  package var textDocument: TextDocumentIdentifier
  /// The range for which actions are requested.
  package var range: LSPRange
  /// The diagnostics that the client shows in the range.
  package var diagnostics: [Diagnostic]
  /// The requested kinds; nil for all.
  package var only: [CodeActionKind]?
  /// What triggered the request; nil if the client does not send it.
  package var triggerKind: CodeActionTriggerKind?

  /// Returns whether actions of `kind` are requested.
  package func wants(_ kind: CodeActionKind) -> Bool {
    only?.contains { $0.contains(kind) } ?? true
  }
}

extension CodeActionParams: JSONDecodable {
  /// Reads the range and its context, which may be missing.
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
  /// The title that the user sees.
  package var title: String
  package var kind: CodeActionKind?
  /// The diagnostics that the action resolves.
  package var diagnostics: [Diagnostic]
  /// Whether most users would choose it.
  package var isPreferred: Bool
  package var edit: WorkspaceEdit?
  /// The command to execute after the edit.
  package var command: Command?

  /// Creates a code action that executes `command`, with the command's title.
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
  /// The LSP form; empty members are omitted.
  package var json: JSONValue {
    [
      "title": title.json, "kind": kind?.json,
      "diagnostics": diagnostics.isEmpty ? nil : diagnostics.json,
      "isPreferred": isPreferred ? true : nil, "edit": edit?.json, "command": command?.json,
    ]
  }
}
