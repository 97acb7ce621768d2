package import JSON

/// The purpose of an action. Kinds are hierarchical: `refactor.extract` is a `refactor`.
///
/// Source: LSP 3.17, "CodeActionKind".
package struct CodeActionKind: Sendable, Hashable {
  /// The kind's segments, separated by dots; empty is the kind of all.
  package var rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  /// Fixes a diagnostic.
  package static let quickFix = CodeActionKind("quickfix")
  /// Writes the same in another form.
  package static let rewrite = CodeActionKind("refactor.rewrite")
  /// Takes a part out into a new place.
  package static let extract = CodeActionKind("refactor.extract")
  /// Fixes everything that this server can fix safely.
  package static let fixAll = CodeActionKind("source.fixAll.commonplace")

  /// Changes the book of a note, and no text.
  package static let book = CodeActionKind("commonplace.book")
  /// Bringing back a note or one of its texts.
  package static let restore = CodeActionKind("commonplace.restore")

  /// Whether `other` is this kind or one below it.
  package func contains(_ other: CodeActionKind) -> Bool {
    rawValue.isEmpty || other == self || other.rawValue.hasPrefix(rawValue + ".")
  }
}

extension CodeActionKind: JSONCodable {
  /// Reads a kind, known or not.
  package init(json: JSONValue) throws(JSONDecodingError) { rawValue = try String(json: json) }

  package var json: JSONValue { rawValue.json }
}

/// The occasion of a request for code actions.
///
/// Source: LSP 3.17, "CodeActionTriggerKind".
package enum CodeActionTriggerKind: Int, Sendable, JSONCodable {
  /// The user asked.
  case invoked = 1
  /// No user asked: the cursor moved, or a document was saved.
  case automatic = 2
}

/// The parameters of `textDocument/codeAction`.
///
/// Source: LSP 3.17, "CodeActionParams", "CodeActionContext".
package struct CodeActionParams: Sendable, Equatable {
  package var textDocument: TextDocumentIdentifier
  /// The place it is about.
  package var range: LSPRange
  /// The diagnostics that the client shows there.
  package var diagnostics: [Diagnostic]
  /// The kinds that are wanted; nil for all.
  package var only: [CodeActionKind]?
  /// The occasion of the request, if the client says it.
  package var triggerKind: CodeActionTriggerKind?

  /// Whether actions of `kind` are wanted.
  package func wants(_ kind: CodeActionKind) -> Bool {
    only?.contains { $0.contains(kind) } ?? true
  }
}

extension CodeActionParams: JSONDecodable {
  /// Reads the place and its context, which may be missing.
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
    let context = json["context"]
    diagnostics = try context?.decodeIfPresent("diagnostics") ?? []
    only = try context?.decodeIfPresent("only")
    triggerKind = context?["triggerKind"].flatMap { try? CodeActionTriggerKind(json: $0) }
  }
}

/// Something that can be done about a place of a document: an edit, a command, or first the one and
/// then the other.
///
/// Source: LSP 3.17, "CodeAction".
package struct CodeAction: Sendable, Equatable {
  /// The title that the user sees.
  package var title: String
  /// The purpose of the action.
  package var kind: CodeActionKind?
  /// The diagnostics that it settles.
  package var diagnostics: [Diagnostic]
  /// Whether most people would choose it.
  package var isPreferred: Bool
  /// The edit.
  package var edit: WorkspaceEdit?
  /// The command that the server runs after the edit.
  package var command: Command?

  /// The action that `command` is, by the command's own title.
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
  /// The LSP form; empty members are left out.
  package var json: JSONValue {
    [
      "title": title.json, "kind": kind?.json,
      "diagnostics": diagnostics.isEmpty ? nil : diagnostics.json,
      "isPreferred": isPreferred ? true : nil, "edit": edit?.json, "command": command?.json,
    ]
  }
}
