import JSON
import LanguageServerProtocol
import PackratParsing

/// One request the server answers: its method, its capability, and its answer. `Feature.all` is the
/// whole list; only its members are advertised and answered.
struct Feature: Sendable {
  let method: String
  /// The path in the server's capabilities at which it is announced, and the value there. Returns
  /// nil for clients that do not get it.
  let capability: @Sendable (Session) -> (path: [String], value: JSONValue)?
  let answer: @Sendable (RequestContext, JSONValue) throws(ResponseError) -> Answer
  /// Answers synchronously in the inbox if that is cheaper than a thread switch. Returns nil if it
  /// would take longer; is nil if a feature never answers there.
  private(set) var answerAtOnce: (@Sendable (TokenContext, JSONValue) -> JSONValue?)?
  /// Whether it is carried out even when the server is about to end.
  let writes: Bool

  init<Params: JSONDecodable & SendableMetatype, Result: JSONEncodable & SendableMetatype>(
    _ method: String, writes: Bool = false,
    capability: @escaping @Sendable (Session) -> (path: [String], value: JSONValue)?,
    answer: @escaping @Sendable (RequestContext, Params) throws(ResponseError) -> Result
  ) {
    self.init(
      method, writes: writes, capability: capability,
      asking: { (context, params: Params) throws(ResponseError) in
        .value(try answer(context, params).json)
      })
  }

  /// One that may ask the user something before it is answered.
  init<Params: JSONDecodable & SendableMetatype>(
    _ method: String, writes: Bool = false,
    capability: @escaping @Sendable (Session) -> (path: [String], value: JSONValue)?,
    asking answer: @escaping @Sendable (RequestContext, Params) throws(ResponseError) -> Answer
  ) {
    self.method = method
    self.writes = writes
    self.capability = capability
    self.answer = { (context, params) throws(ResponseError) in
      try answer(context, Params(json: params))
    }
    self.answerAtOnce = nil
  }
}

extension Feature {
  /// The same, with a way to answer at once. It is tried first.
  func answeringAtOnce<Params: JSONDecodable & SendableMetatype>(
    _ answer: @escaping @Sendable (TokenContext, Params) -> (any JSONEncodable)?
  ) -> Feature {
    var feature = self
    feature.answerAtOnce = { context, json in
      guard let params = try? Params(json: json) else { return nil }
      return answer(context, params)?.json
    }
    return feature
  }
}

/// The inputs of a request's answer: values taken when it was read, the settings, and the notebook.
struct RequestContext: Sendable {
  let session: Session
  let documents: [DocumentURI: OpenDocument]
  let notebook: NotebookAccess
  let openNotes: OpenNotes
  let mirrors: Mirrors
  let names: NoteNames
  let tokenHistory: TokenHistory
  let views: RecentViews
  let reviews: OpenReviews
  let survey: NotebookSurvey
  let cancellation: Cancellation
  let client: ClientConnection
  var settings: Settings
  /// The progress that the client wants to see, and where it takes parts of the result.
  let workDoneToken: ProgressToken?
  let partialResultToken: ProgressToken?
  /// The client's version of an open document by now; nil if it is closed.
  let currentVersion: @Sendable (DocumentURI) -> Int?
  /// To be called when a request changed a note: its conflict may be settled.
  let noteWasWritten: @Sendable (_ id: String) -> Void
  /// To be called if a request changed notes' texts to other than the client's: the client is asked
  /// to load them again.
  let notesChanged: @Sendable (_ ids: Set<String>) -> Void
  /// Brings the mirrors up to date, and waits for it.
  let mirrorNow: @Sendable () -> Void
  /// Has the client ask again for these.
  let refresh: @Sendable (_ kinds: [Refresh]) -> Void

  /// The open document that `identifier` names.
  func document(_ identifier: TextDocumentIdentifier) -> OpenDocument? {
    documents[DocumentURI(identifier.uri)]
  }

  /// The id of the note that a request's `uri` names, as `commonplace:` or as a file of a mirror.
  func note(named uri: String) throws(ResponseError) -> String {
    guard let note = mirrors.note(of: DocumentURI(uri)) else {
      throw .invalidParams("uri: expected commonplace://NOTEBOOK/NOTE-ID/slug.md")
    }
    return note
  }
}

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
