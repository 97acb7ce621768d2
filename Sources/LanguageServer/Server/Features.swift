import JSON
import LanguageServerProtocol
import PackratParsing

extension Feature {
  /// Every feature. Registering one is a line here; its code is a file in `Features/`.
  static let all: [Feature] =
    [
      .semanticTokens,
      .semanticTokensDelta,
      .semanticTokensRange,
      .pullDiagnostics,
      .workspaceDiagnostics,
      .completion,
      .resolveCompletion,
      .hover,
      .codeLens,
      .inlayHint,
      .documentSymbol,
      .foldingRange,
      .selectionRange,
      .documentLink,
      .formatting,
      .rangeFormatting,
      .onTypeFormatting,
      .definition,
      .documentHighlight,
      .linkedEditing,
      .prepareRename,
      .prepareTypeHierarchy,
      .references,
      .rename,
      .subtypes,
      .supertypes,
      .workspaceSymbol,
      .search,
      .readNote,
      .readView,
      .writeNote,
      .createNote,
      .deleteNote,
      .textDocumentContent,
      .codeAction,
      .executeCommand,
      .listNotes,
      .listTags,
    ] + review

  static let byMethod = Dictionary(all.map { ($0.method, $0) }) { first, _ in first }

  /// The server's capabilities for `session`: text synchronization and whatever the features and the
  /// notifications add.
  static func capabilities(for session: Session) -> JSONObject {
    var capabilities: JSONObject = [
      "positionEncoding": session.encoding.rawValue.json,
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": true],
      ],
    ]
    let additions = all.map(\.capability) + NotificationHandler.all.map(\.capability)
    for addition in additions {
      guard let (path, value) = addition(session) else { continue }
      capabilities.set(value, at: path[...])
    }
    return capabilities
  }
}

extension JSONObject {
  /// Sets a member of a member, making the objects on the way.
  fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    if path.count == 1 {
      self[key] = value
    } else {
      var inner = self[key]?.object ?? [:]
      inner.set(value, at: path.dropFirst())
      self[key] = .object(inner)
    }
  }
}
