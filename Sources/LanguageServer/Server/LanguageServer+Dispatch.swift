import Base
import Dispatch
import Foundation
import JSON
import LanguageServerProtocol
import NotebookFile
import NotebookReview

import struct Synchronization.Atomic

// The path of a message: `receive` passes it from the reader's thread to the inbox, `handleRequest`
// to the queue of its feature, `handleNotification` to its handler. The lists of features and
// notifications come first.

extension Feature {
  /// Register a feature by adding a line; its code is in `Features/`.
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
      .resolveDocumentLink,
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
      .listLinks,
      .listTemplates,
      .listDays,
      .readTitles,
      .addImage,
      .readImage,
      .listBooks,
      .readBook,
      .writeBook,
    ] + review + trashAndHistory + conflicts

  static let byMethod = Dictionary(all.map { ($0.method, $0) }) { first, _ in first }
}

extension NotificationHandler {
  /// Every notification that is handled, except `exit` and `$/cancelRequest`, which are handled
  /// directly.
  static let all: [NotificationHandler] = [
    .initialized,
    .setTrace,
    .cancelProgress,
    .didOpen,
    .didChange,
    .didSave,
    .didClose,
    .didRenameFiles,
    .didChangeConfiguration,
    .didChangeWorkspaceFolders,
    .didChangeWatchedFiles,
  ]

  static let byMethod = Dictionary(all.map { ($0.method, $0) }) { first, _ in first }
}

extension LanguageServer {
  // MARK: Reading

  func receive(_ incoming: MessageReader.Incoming) {
    switch incoming {
    case .message(.request(let id, let method, _), let size):
      pending.enter(id, client.receipt(method, size: size))
    case .message(.notification("$/cancelRequest", let params), _):
      if let params, let cancel = try? CancelParams(json: params) { pending.cancel(cancel.id) }
      return
    case .message(.response, _): return inbox.sync { handle(incoming) }
    case .message(.notification("exit", _), _): inbox.sync { handOn(evenNow: true) }
    default: break
    }
    guard self.incoming.admit(incoming) else { return }
    // Handle the message on this thread, which takes less time than waking another thread.
    inbox.sync { handle(incoming) }
  }

  /// Runs `work` in a queue. Reading input waits while too much work is unfinished; `weight` is the
  /// memory that the work needs, in bytes. A survey runs after earlier work of the notebook's
  /// queue, so that it sees what was written.
  func perform(
    in queue: RequestQueue, weight: Int = 0, _ work: @escaping @Sendable () -> Void
  ) {
    incoming.begin(weight)
    let counted: @Sendable () -> Void = { [self] in
      work()
      if incoming.end(weight) { inbox.async { self.handOn() } }
    }
    guard queue == .survey else { return queues[queue].async(counted) }
    queues.notebook.async { [queues] in queues.survey.async(counted) }
  }

  // MARK: The inbox

  /// Handles waiting messages while the work limit permits, or all of them if `isUrgent`.
  func handOn(evenNow isUrgent: Bool = false) {
    while let message = incoming.next(evenNow: isUrgent) { handle(message) }
  }

  private func handle(_ incoming: MessageReader.Incoming) {
    switch incoming {
    case .message(.request(let id, let method, let params), let size):
      handleRequest(id, method, params ?? .null, size: size)
    case .message(.notification(let method, let params), let size):
      let receipt = client.receipt(method, size: size)
      handleNotification(method, params ?? .null)
      client.trace(receipt)
    case .message(.response(let id, let result), _): client.receive(id, result)
    case .refused(let refusal): writer.send(refusal.response)
    case .malformed(let reason):
      client.log("a message was skipped: \(reason)")
      writer.send(
        .response(id: nil, result: .failure(.parseError("a message was skipped: \(reason)"))))
    case .stalled(let missing):
      client.show(
        .warning,
        "Incomplete message from the editor: \(missing.counted("byte")) missing. Restart the "
          + "server if it does not respond.")
    case .hopeless:
      client.show(
        .error,
        "The server cannot read the editor's messages, and exits. Restart the server.")
    }
  }

  private func handleRequest(
    _ id: RequestID, _ method: String, _ params: JSONValue, size: Int
  ) {
    if let refusal = state.withLock({ $0.lifecycle.refusal(ofRequest: method) }) {
      return reply(id, .failure(refusal))
    }
    switch method {
    case "initialize": reply(id, initialize(params))
    case "shutdown":
      state.withLock { $0.lifecycle = .shutDown }
      client.stopWaiting()
      // Reply after all pending saves, and after publishing was attempted.
      queues.notebook.async { [self] in
        memory.reviews.removeAll()
        backgroundSync.finish { [self] in reply(id, .success(.null)) }
      }
    default:
      guard let feature = Feature.byMethod[method] else {
        return reply(id, .failure(.methodNotFound(method)))
      }
      if let answerAtOnce = feature.answerAtOnce, !pending.cancellation(of: id).isCancelled,
        let context = tokenContext, let answer = answerAtOnce(context, params)
      {
        return reply(id, .success(answer))
      }
      noteCursor(method, params)
      guard let context = context(for: id, params) else {
        return reply(id, .failure(.methodNotFound(method)))
      }
      let work: @Sendable (RequestContext) -> Void = { [self] context in
        let answer = answer(feature, context) { (context) throws(ResponseError) in
          try feature.answer(context, params)
        }
        guard case .failure(.duePromptsAreUnknown) = answer, !context.hasCountedDuePrompts else {
          return settle(id, feature, params, answer)
        }
        incoming.begin(size)
        queues.counting.async { [self] in
          countDuePrompts(for: context)
          var context = context
          context.hasCountedDuePrompts = true
          let counted = context
          perform(in: feature.queue, weight: size) { [self] in
            answerAgain(feature, counted, id, params)
          }
          if incoming.end(size) { inbox.async { self.handOn() } }
        }
      }
      perform(in: feature.queue, weight: size) { work(context) }
    }
  }

  private func answerAgain(
    _ feature: Feature, _ context: RequestContext, _ id: RequestID, _ params: JSONValue
  ) {
    settle(
      id, feature, params,
      answer(feature, context) { (context) throws(ResponseError) in
        try feature.answer(context, params)
      })
  }

  /// Sends the response. If the result is a question, asks the user first; other requests do not
  /// wait for the user's answer.
  private func settle(
    _ id: RequestID, _ feature: Feature, _ params: JSONValue,
    _ result: Result<Answer, ResponseError>
  ) {
    switch result {
    case .success(.value(let value)): reply(id, .success(value))
    case .failure(let error): reply(id, .failure(error))
    case .success(.question(let question)):
      client.ask(
        question.method, question.params, patience: question.patience,
        unless: pending.cancellation(of: id)
      ) { [self] said in
        perform(in: feature.queue) { [self] in
          guard let context = context(for: id, params) else {
            return reply(id, .failure(.requestCancelled()))
          }
          let answer = answer(feature, context) { (context) throws(ResponseError) in
            try question.then(context, said)
          }
          settle(id, feature, params, answer)
        }
      }
    }
  }

  /// Counts due prompts, which takes seconds the first time in a big notebook. Errors are ignored,
  /// because they recur when the request is answered.
  private func countDuePrompts(for context: RequestContext) {
    let (progress, cancellation) = (context.progress("Counting due prompts"), context.cancellation)
    defer { progress.end() }
    Work.observed(by: { progress.report($0.done, of: $0.total ?? 0) }) {
      Cancellable.with({ cancellation.isCancelled }) {
        try? context.notebook.opened?.reviews.count()
      }
    }
  }

  private var tokenContext: TokenContext? {
    state.withLock { state in
      state.profile.map {
        TokenContext(profile: $0, history: memory.tokenHistory) { [self] uri in
          self.state.withLock { $0.documents?[uri]?.asMarkdown }
        }
      }
    }
  }

  func context(for id: RequestID, _ params: JSONValue) -> RequestContext? {
    state.withLock { state in
      state.profile.map {
        RequestContext(
          profile: $0, settings: state.settings, documents: state.documents?.snapshots ?? [:],
          notebook: notebook,
          clientNotes: ClientNotes(
            openNotes: openNotes, mirrors: mirrors,
            names: NoteNames(mirrors: mirrors, knowsNotes: state.knowsNotes),
            proposed: proposedEdits),
          memory: memory, client: client, server: actions,
          cancellation: pending.cancellation(of: id),
          progressTokens: ProgressTokens(params: params))
      }
    }
  }

  private var actions: ServerActions {
    ServerActions(
      currentVersion: { [self] uri in state.withLock { $0.documents?[uri]?.version } },
      noteWasWritten: { [self] in lookForConflict(in: $0) },
      titleChanged: { [self] in titleChanged($0, $1) },
      notesChanged: { [self] in notifyNotesChanged(of: $0) },
      mirrorNow: { [backgroundSync] in backgroundSync.mirrorNow() },
      countDuePrompts: { [self] in
        notebook.opened?.reviews.countAside { [weak self] in self?.notifyReviewCounts() }
      },
      refresh: { [self] in refresh($0) })
  }

  private func answer(
    _ feature: Feature, _ context: RequestContext,
    _ make: (RequestContext) throws(ResponseError) -> Answer
  ) -> Result<Answer, ResponseError> {
    let isEnding = isAlone.load(ordering: .relaxed) || exitCode.withLock { $0 != nil }
    if context.cancellation.isCancelled || (isEnding && !feature.writes) {
      return .failure(.requestCancelled())
    }
    do throws(ResponseError) {
      var context = context
      // Settings may have changed while the request waited in its queue.
      context.settings = state.withLock { $0.settings }
      // A write that has begun is completed.
      if feature.writes { return .success(try make(context)) }
      let (cancellation, current) = (context.cancellation, context)
      let isGivenUp: @Sendable () -> Bool = { [self] in
        cancellation.isCancelled || isOver.load(ordering: .relaxed)
      }
      let result = Cancellable.with(isGivenUp) {
        Result { () throws(ResponseError) in try make(current) }
      }
      // Some features omit values that could not be read in time, so a canceled result is
      // discarded.
      return isGivenUp() ? .failure(.requestCancelled()) : .success(try result.get())
    } catch {
      return .failure(error)
    }
  }

  private func reply(_ id: RequestID, _ result: Result<JSONValue, ResponseError>) {
    let receipt = pending.leave(id)
    let size = writer.send(.response(id: id, result: result))
    client.trace(receipt, id: id, answer: size)
  }

  private func handleNotification(_ method: String, _ params: JSONValue) {
    let lifecycle = state.withLock { $0.lifecycle }
    if method == "exit" { return end(lifecycle == .shutDown ? 0 : 1) }
    // Unknown notifications are ignored. (LSP 3.17, "$ Notifications and Requests")
    guard lifecycle == .running, let handler = NotificationHandler.byMethod[method] else { return }
    do throws(ResponseError) {
      try handler.handle(self, params)
    } catch {
      client.log("\(method): \(error.message)", type: .warning)
    }
  }
}
