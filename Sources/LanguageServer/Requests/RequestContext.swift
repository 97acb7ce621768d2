import JSON
import LanguageServerProtocol
import MiniMarkdown
import UserSettings

/// The state that a request needs for its answer: the documents when it was read, and the notebook.
struct RequestContext: Sendable {
  let profile: ClientProfile
  /// The settings when the request is answered.
  var settings: Settings
  /// The open documents, as they were when the request was read.
  let documents: [DocumentURI: OpenDocument]
  let notebook: NotebookAccess
  let clientNotes: ClientNotes
  let memory: RequestMemory
  let client: ClientConnection
  let server: ServerActions
  let cancellation: Cancellation
  let progressTokens: ProgressTokens
  /// Whether counting due prompts was attempted for this request.
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

  /// Whether due prompts were counted, or cannot be.
  var knowsDuePrompts: Bool { hasCountedDuePrompts || notebook.knowsDuePrompts }

  /// Throws if due prompts are not counted yet. The server then counts them, with work done
  /// progress, and answers the request again from the start. Other requests do not wait for the
  /// count.
  func requireDuePrompts() throws(ResponseError) {
    if !knowsDuePrompts { throw .duePromptsAreUnknown }
  }
}

extension ResponseError {
  /// Due prompts must be counted first. Never sent to clients.
  static let duePromptsAreUnknown = requestFailed("Due prompts are not counted yet.")
}

struct ClientNotes: Sendable {
  let openNotes: OpenNotes
  let mirrors: Mirrors
  let names: NoteNames
  let proposed: ProposedEdits
}

struct RequestMemory: Sendable {
  let tokenHistory: TokenHistory
  let views: RecentViews
  let reviews: OpenReviews
  let indexCache: NotebookFactsCache
  let records = OpenRecords()
  let lists = PagedLists()
  let typing = TypingPositions()
}

struct ServerActions: Sendable {
  /// Returns the client's present version of an open document; nil if it is closed.
  let currentVersion: @Sendable (DocumentURI) -> Int?
  /// Must be called when a request changed a note: its conflict may be resolved.
  let noteWasWritten: @Sendable (_ id: String) -> Void
  /// Must be called when a save changed a note's title: the user may want to update links.
  let titleChanged: @Sendable (_ id: String, TitleChange) -> Void
  /// Must be called if a request changed stored texts, so that they differ from the client's: the
  /// client is asked to reload them.
  let notesChanged: @Sendable (_ ids: Set<String>) -> Void
  /// Updates the mirrors, and waits for that, at most two seconds.
  let mirrorNow: @Sendable () -> Void
  /// Counts due prompts in the background. The client is notified of the result.
  let countDuePrompts: @Sendable () -> Void
  let refresh: @Sendable (_ kinds: [Refresh]) -> Void
}

/// The tokens for reports to the client before the response; nil if the client sent none.
struct ProgressTokens: Sendable {
  let workDone: ProgressToken?
  let partialResult: ProgressToken?

  init(workDone: ProgressToken? = nil, partialResult: ProgressToken? = nil) {
    (self.workDone, self.partialResult) = (workDone, partialResult)
  }

  init(params: JSONValue) {
    self.init(
      workDone: try? ProgressToken(json: params["workDoneToken"] ?? .null),
      partialResult: try? ProgressToken(json: params["partialResultToken"] ?? .null))
  }
}

extension RequestContext {
  /// Creates progress of this request, for work that can take longer than half a second. The caller
  /// must end it.
  func progress(_ title: String) -> WorkDoneProgress {
    WorkDoneProgress(
      client, title: title, token: progressTokens.workDone,
      canAsk: profile.client.window.workDoneProgress,
      cancellation: cancellation)
  }

  /// Whether the client accepts partial results. If so, the final result is empty.
  var takesPartialResults: Bool { progressTokens.partialResult != nil }

  func send(partialResult: JSONValue) {
    guard let token = progressTokens.partialResult else { return }
    client.notify("$/progress", ["token": token.json, "value": partialResult] as JSONValue)
  }

  func showDocument(_ uri: String, line: Int? = nil) {
    guard profile.client.window.showDocument else { return }
    client.request(
      "window/showDocument",
      ShowDocumentParams(uri: uri, takeFocus: true, selection: line.map { LSPRange(line: $0) })
        .json)
  }
}
