import JSON
import LanguageServerProtocol
import MiniMarkdown
import UserSettings

/// The values from which a request is answered: those of the moment when it was read, and the notebook.
struct RequestContext: Sendable {
  /// The agreement of client and server.
  let profile: ClientProfile
  /// The settings at the moment of the answer.
  var settings: Settings
  /// The open documents, as they were when the request was read.
  let documents: [DocumentURI: OpenDocument]
  let notebook: NotebookAccess
  let clientNotes: ClientNotes
  let memory: RequestMemory
  let client: ClientConnection
  let server: ServerActions
  /// Whether the request is still wanted.
  let cancellation: Cancellation
  let progressTokens: ProgressTokens
  /// Whether due prompts were counted for it, if that was possible.
  var hasCountedDuePrompts = false
}

extension RequestContext {
  var notes: NoteRequests { NoteRequests(context: self) }
  var links: LinkRequests { LinkRequests(context: self) }
  var hashtags: HashtagRequests { HashtagRequests(context: self) }
  var books: BookRequests { BookRequests(context: self) }
  var reviews: ReviewRequests { ReviewRequests(context: self) }
  var images: ImageRequests { ImageRequests(context: self) }
  var views: ViewRequests { ViewRequests(context: self) }

  /// Whether due prompts are known, or cannot be.
  var knowsDuePrompts: Bool { hasCountedDuePrompts || notebook.knowsDuePrompts }

  /// Has the server count due prompts before the request is answered, if they are not known: it is answered
  /// again from its beginning. No other request waits for that, and there is progress.
  func requireDuePrompts() throws(ResponseError) {
    if !knowsDuePrompts { throw .duePromptsAreUnknown }
  }
}

extension ResponseError {
  /// Due prompts have to be counted first. Clients do not get it.
  static let duePromptsAreUnknown = requestFailed("Due prompts are not counted yet.")
}

/// The notes as the client has them.
struct ClientNotes: Sendable {
  /// The stored versions on which its texts are based.
  let openNotes: OpenNotes
  /// The files that are notes.
  let mirrors: Mirrors
  let names: NoteNames
  /// The edits that were proposed for them.
  let proposed: ProposedEdits
}

/// State that the server keeps between requests.
struct RequestMemory: Sendable {
  /// The versions of which the client has tokens.
  let tokenHistory: TokenHistory
  /// The views that were last shown.
  let views: RecentViews
  /// The sessions of review.
  let reviews: OpenReviews
  /// Facts about the whole notebook.
  let indexCache: NotebookFactsCache
  /// The records of books that the client was sent.
  let records = OpenRecords()
  /// The lists of notes of which the client has the first pages.
  let lists = PagedLists()
  /// The places at which the user types.
  let typing = TypingPlaces()
}

/// Calls from a request to the server.
struct ServerActions: Sendable {
  /// The client's version of an open document by now; nil if it is closed.
  let currentVersion: @Sendable (DocumentURI) -> Int?
  /// To be called when a request changed a note: its conflict may be settled.
  let noteWasWritten: @Sendable (_ id: String) -> Void
  /// To be called when a save gave a note another title: links may follow.
  let titleChanged: @Sendable (_ id: String, TitleChange) -> Void
  /// To be called if a request changed notes' texts to other than the client's: the client is asked
  /// to load them again.
  let notesChanged: @Sendable (_ ids: Set<String>) -> Void
  /// Brings the mirrors up to date, and waits for it.
  let mirrorNow: @Sendable () -> Void
  /// Counts due prompts, which nothing waits for. The client gets the result.
  let countDuePrompts: @Sendable () -> Void
  /// Has the client ask again for these.
  let refresh: @Sendable (_ kinds: [Refresh]) -> Void
}

/// The tokens under which the client hears of a request before its answer; nil where it gave none.
struct ProgressTokens: Sendable {
  /// For its progress.
  let workDone: ProgressToken?
  /// For parts of the result.
  let partialResult: ProgressToken?

  init(workDone: ProgressToken? = nil, partialResult: ProgressToken? = nil) {
    (self.workDone, self.partialResult) = (workDone, partialResult)
  }

  /// Those in the parameters of a request.
  init(params: JSONValue) {
    self.init(
      workDone: try? ProgressToken(json: params["workDoneToken"] ?? .null),
      partialResult: try? ProgressToken(json: params["partialResultToken"] ?? .null))
  }
}

// The client, while a request is handled.
extension RequestContext {
  /// Progress of this request's work, for whatever can take longer than half a second. To be ended.
  func progress(_ title: String) -> WorkDoneProgress {
    WorkDoneProgress(
      client, title: title, token: progressTokens.workDone,
      canAsk: profile.client.window.workDoneProgress,
      cancellation: cancellation)
  }

  /// Whether the client takes the result in parts. If it does, the result itself is empty.
  var takesPartialResults: Bool { progressTokens.partialResult != nil }

  /// Sends a part of the result. (LSP 3.17, "Partial Result Progress".)
  func send(partialResult: JSONValue) {
    guard let token = progressTokens.partialResult else { return }
    client.notify("$/progress", ["token": token.json, "value": partialResult] as JSONValue)
  }

  /// Shows a document, where the client can.
  func showDocument(_ uri: String, line: Int? = nil) {
    guard profile.client.window.showDocument else { return }
    client.request(
      "window/showDocument",
      ShowDocumentParams(uri: uri, takeFocus: true, selection: line.map { LSPRange(line: $0) })
        .json)
  }
}
