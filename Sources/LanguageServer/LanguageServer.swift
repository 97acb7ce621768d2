import Foundation
import JSON
import LanguageServerProtocol
import Synchronization

/// The server: reads messages, keeps them in order, and answers each request exactly once.
///
///     descriptor -> MessageReader -> inbox (one at a time) -> lanes -> MessageWriter -> descriptor
///
/// One thread reads. The inbox alone changes state; a request that only reads is handed to its lane
/// with values taken at that moment (see `Lane`).
public final class LanguageServer: Sendable {
  private let reader: MessageReader
  private let writer: MessageWriter
  let client: ClientConnection
  private let pending = PendingRequests()
  let notebook: NotebookAccess
  let upkeep: NotebookUpkeep
  let openNotes = OpenNotes()
  private let tokenHistory = TokenHistory()
  let survey: NotebookSurvey
  let refreshes = DiagnosticRefreshes()
  let state = Mutex(ServerState())
  private let inbox = DispatchQueue(label: "commonplace.inbox")
  let documents = DispatchQueue(label: "commonplace.documents", qos: .userInitiated)
  private let lookups = DispatchQueue(label: "commonplace.lookups", qos: .userInitiated)
  private let surveys = DispatchQueue(label: "commonplace.surveys", qos: .utility)
  let notes = DispatchQueue(label: "commonplace.notebook")
  /// How many messages may wait before the reader does.
  private let inboxRoom = DispatchSemaphore(value: 1024)
  private let ended = DispatchSemaphore(value: 0)
  private let exitCode = Mutex<Int32?>(nil)

  /// A server on two file descriptors. `defaults` is where the notebook is looked for when the
  /// client names none.
  public init(input: Int32 = 0, output: Int32 = 1, defaults: NotebookDefaults) {
    reader = MessageReader(descriptor: input)
    writer = MessageWriter(descriptor: output)
    client = ClientConnection(writer: writer)
    notebook = NotebookAccess(defaults: defaults)
    upkeep = NotebookUpkeep(notebook)
    survey = NotebookSurvey(notebook, lane: surveys)
    listenToNotebook()
  }

  /// Serves until `exit`, the end of input, the end of the client's process, or a signal to end.
  /// Returns the exit code: 0 after `shutdown`, otherwise 1. (LSP 3.17, "Exit Notification".)
  ///
  /// What was read before is saved and published before it returns.
  public func run() -> Int32 {
    let signals = [SIGTERM, SIGINT, SIGHUP].map(endOnSignal)
    defer { for signal in signals { signal.cancel() } }
    Thread { [self] in
      reader.readAll(receive)
      inbox.async { self.end(self.state.withLock { $0.lifecycle == .shutDown } ? 0 : 1) }
    }.start()
    ended.wait()
    // What was asked for and is nearly done may still be written, but nobody waits long for it.
    let answers = DispatchGroup()
    for lane in [documents, lookups] { lane.async(group: answers) {} }
    // What was to be saved is saved, and published. That can take as long as another program holds
    // the notebook; what is not published then is saved all the same.
    let saves = DispatchSemaphore(value: 0)
    notes.async { [upkeep] in upkeep.finish { saves.signal() } }
    _ = saves.wait(timeout: .now() + 25)
    _ = answers.wait(timeout: .now() + .milliseconds(500))
    return exitCode.withLock { $0 } ?? 1
  }

  private func endOnSignal(_ number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { [weak self] in self?.end(1) }
    source.resume()
    return source
  }

  private func end(_ code: Int32) {
    let isFirst = exitCode.withLock { exitCode in
      defer { exitCode = exitCode ?? code }
      return exitCode == nil
    }
    if isFirst { ended.signal() }
  }

  // MARK: Reading

  private func receive(_ incoming: MessageReader.Incoming) {
    switch incoming {
    case .message(.request(let id, _, _)): pending.enter(id)
    case .message(.notification("$/cancelRequest", let params)):
      if let params, let cancel = try? CancelParams(json: params) { pending.cancel(cancel.id) }
      return
    default: break
    }
    inboxRoom.wait()
    inbox.async { [self] in
      handle(incoming)
      inboxRoom.signal()
    }
  }

  // MARK: The inbox

  private func handle(_ incoming: MessageReader.Incoming) {
    switch incoming {
    case .message(.request(let id, let method, let params)):
      handleRequest(id, method, params ?? .null)
    case .message(.notification(let method, let params)):
      handleNotification(method, params ?? .null)
    case .message(.response(let id, let result)): client.receive(id, result)
    case .refused(let refusal): writer.send(refusal.response)
    case .malformed(let reason): client.log("a frame was skipped: \(reason)")
    }
  }

  private func handleRequest(_ id: RequestID, _ method: String, _ params: JSONValue) {
    if let refusal = state.withLock({ $0.lifecycle.refusal(ofRequest: method) }) {
      return reply(id, .failure(refusal))
    }
    switch method {
    case "initialize": reply(id, initialize(params))
    case "shutdown":
      state.withLock { $0.lifecycle = .shutDown }
      // Behind everything that is being saved, and once it is published.
      notes.async { [self] in upkeep.finish { [self] in reply(id, .success(.null)) } }
    default:
      guard let feature = Feature.byMethod[method], let context = context(for: id, params) else {
        return reply(id, .failure(.methodNotFound(method)))
      }
      let lane =
        switch Lane(method: method) {
        case .notebook: notes
        case .lookup: lookups
        case .survey: surveys
        case .documents, .inbox: documents
        }
      lane.async { [self] in reply(id, answer(feature, context, params)) }
    }
  }

  private func context(for id: RequestID, _ params: JSONValue) -> RequestContext? {
    state.withLock { state in
      state.session.map {
        RequestContext(
          session: $0, documents: state.documents?.snapshots ?? [:], notebook: notebook,
          openNotes: openNotes, tokenHistory: tokenHistory, survey: survey,
          cancellation: pending.cancellation(of: id), client: client, settings: state.settings,
          workDoneToken: try? ProgressToken(json: params["workDoneToken"] ?? .null),
          partialResultToken: try? ProgressToken(json: params["partialResultToken"] ?? .null),
          noteWasWritten: { [weak self] in self?.lookForConflict(in: $0) },
          notesChanged: { [weak self] in self?.tellChange(of: $0) })
      }
    }
  }

  private func answer(
    _ feature: Feature, _ context: RequestContext, _ params: JSONValue
  ) -> Result<JSONValue, ResponseError> {
    let isEnding = exitCode.withLock { $0 != nil }
    if context.cancellation.isCancelled || (isEnding && !feature.writes) {
      return .failure(.requestCancelled())
    }
    do throws(ResponseError) {
      return .success(try feature.answer(context, params))
    } catch {
      return .failure(error)
    }
  }

  private func reply(_ id: RequestID, _ result: Result<JSONValue, ResponseError>) {
    pending.leave(id)
    writer.send(.response(id: id, result: result))
  }

  private func handleNotification(_ method: String, _ params: JSONValue) {
    let lifecycle = state.withLock { $0.lifecycle }
    if method == "exit" { return end(lifecycle == .shutDown ? 0 : 1) }
    guard lifecycle == .running else { return }
    do throws(ResponseError) {
      switch method {
      case "initialized": openNotebook()
      case "window/workDoneProgress/cancel":
        client.cancel(try WorkDoneProgressCancelParams(json: params).token)
      case "textDocument/didOpen":
        try synchronize(params) { (store, params: DidOpenTextDocumentParams) in
          (params.textDocument.uri, store.open(params.textDocument))
        }
        .map(noteWasOpened)
      case "textDocument/didChange":
        try synchronize(params) { (store, params: DidChangeTextDocumentParams) in
          (params.textDocument.uri, store.change(params))
        }
        .map(noteWasChanged)
      case "textDocument/didSave":
        try synchronize(params) { (store, params: DidSaveTextDocumentParams) in
          (params.textDocument.uri, store.save(params))
        }
        .map(saveNote)
      case "textDocument/didClose":
        try synchronize(params) { (store, params: DidCloseTextDocumentParams) in
          let uri = params.textDocument.uri
          // Behind the requests that came before.
          documents.async { [tokenHistory, survey] in
            tokenHistory.forget(DocumentURI(uri))
            survey.forget(DocumentURI(uri))
          }
          openNotes.close(DocumentURI(uri))
          return (uri, store.close(params.textDocument))
        }
      default: break  // unknown notifications are ignored (LSP 3.17, "$ Notifications")
      }
    } catch {
      client.log("\(method): \(error.message)")
    }
  }

  // MARK: Life cycle

  private func initialize(_ params: JSONValue) -> Result<JSONValue, ResponseError> {
    do throws(ResponseError) {
      let params = try InitializeParams(json: params)
      let session = Session(params)
      state.withLock {
        $0.lifecycle = .running
        $0.session = session
        $0.documents = DocumentStore(encoding: session.encoding)
      }
      notebook.configure(session)
      survey.configure(session)
      if let processId = params.processId { watch(processId) }
      return .success(
        InitializeResult(
          capabilities: Feature.capabilities(for: session),
          serverInfo: ProgramInfo(name: "commonplace", version: commonplaceVersion)
        ).json)
    } catch {
      return .failure(error)
    }
  }

  /// Ends the server when the client's process is gone without a word.
  private func watch(_ processId: Int) {
    guard let processId = Int32(exactly: processId), processId > 0 else { return }
    DispatchQueue.global(qos: .background).asyncAfter(deadline: .now() + 5) { [weak self] in
      if kill(processId, 0) != 0, errno == ESRCH {
        self?.end(1)
      } else {
        self?.watch(Int(processId))
      }
    }
  }

  /// Looks for the notebook without anybody waiting for it; a problem is told once.
  private func openNotebook() {
    notes.async { [notebook] in notebook.open() }
    upkeep.start()
  }

  // MARK: Documents

  /// Applies a notification. Returns the document it was about, as it is now; nil if it was ignored
  /// or the document is closed.
  @discardableResult
  private func synchronize<Params: JSONDecodable>(
    _ params: JSONValue,
    _ apply: (inout DocumentStore, Params) -> (uri: String, DocumentStore.Irregularity?)
  ) throws(ResponseError) -> OpenDocument? {
    let params = try Params(json: params)
    let change = state.withLock { state -> (uri: String, DocumentStore.Irregularity?, Session)? in
      guard let session = state.session, var store = state.documents else { return nil }
      state.documents = nil  // so that the store is changed in place
      let (uri, irregularity) = apply(&store, params)
      state.documents = store
      return (uri, irregularity, session)
    }
    guard let (uri, irregularity, session) = change else { return nil }
    if let irregularity { client.log(irregularity.rawValue) }
    guard irregularity != .notOpen, irregularity != .oldVersion else { return nil }
    if !session.pullsDiagnostics { pushDiagnostics(of: uri) }
    return state.withLock { $0.documents?[DocumentURI(uri)] }
  }
}
