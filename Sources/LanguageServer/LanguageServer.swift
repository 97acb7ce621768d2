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
  private let pending = PendingRequests()
  private let notebook: NotebookAccess
  private let tokenHistory = TokenHistory()
  private let state = Mutex(ServerState())
  private let inbox = DispatchQueue(label: "commonplace.inbox")
  private let documents = DispatchQueue(label: "commonplace.documents", qos: .userInitiated)
  private let notes = DispatchQueue(label: "commonplace.notebook")
  /// How many messages may wait before the reader does.
  private let inboxRoom = DispatchSemaphore(value: 1024)
  private let ended = DispatchSemaphore(value: 0)
  private let exitCode = Mutex<Int32?>(nil)

  /// A server on two file descriptors. `defaults` is where the notebook is looked for when the
  /// client names none.
  public init(input: Int32 = 0, output: Int32 = 1, defaults: NotebookDefaults) {
    reader = MessageReader(descriptor: input)
    let writer = MessageWriter(descriptor: output)
    self.writer = writer
    notebook = NotebookAccess(defaults: defaults) { type, message in
      writer.notify("window/showMessage", ShowMessageParams(type: type, message: message))
    }
  }

  /// Serves until `exit`, the end of input, or the end of the client's process. Returns the exit
  /// code: 0 after `shutdown`, otherwise 1. (LSP 3.17, "Exit Notification".)
  public func run() -> Int32 {
    Thread { [self] in
      reader.readAll(receive)
      inbox.async { self.end(self.state.withLock { $0.lifecycle == .shutDown } ? 0 : 1) }
    }.start()
    ended.wait()
    // What was asked for and is nearly done may still be written, but nobody waits long for it.
    let deadline = DispatchTime.now() + .milliseconds(500)
    let group = DispatchGroup()
    for lane in [documents, notes] { lane.async(group: group) {} }
    _ = group.wait(timeout: deadline)
    return exitCode.withLock { $0 } ?? 1
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
    case .message(.response): break  // nothing is asked of the client yet
    case .refused(let refusal): writer.send(refusal.response)
    case .malformed(let reason): log("a frame was skipped: \(reason)")
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
      reply(id, .success(.null))
    default:
      guard let feature = Feature.byMethod[method], let context = context(for: id) else {
        return reply(id, .failure(.methodNotFound(method)))
      }
      let lane = Lane(method: method) == .notebook ? notes : documents
      lane.async { [self] in reply(id, answer(feature, context, params)) }
    }
  }

  private func context(for id: RequestID) -> RequestContext? {
    state.withLock { state in
      state.session.map {
        RequestContext(
          session: $0, documents: state.documents?.snapshots ?? [:], notebook: notebook,
          tokenHistory: tokenHistory, cancellation: pending.cancellation(of: id))
      }
    }
  }

  private func answer(
    _ feature: Feature, _ context: RequestContext, _ params: JSONValue
  ) -> Result<JSONValue, ResponseError> {
    if context.cancellation.isCancelled { return .failure(.requestCancelled()) }
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
      case "textDocument/didOpen":
        try synchronize(params) { (store, params: DidOpenTextDocumentParams) in
          (params.textDocument.uri, store.open(params.textDocument))
        }
      case "textDocument/didChange":
        try synchronize(params) { (store, params: DidChangeTextDocumentParams) in
          (params.textDocument.uri, store.change(params))
        }
      case "textDocument/didSave":
        try synchronize(params) { (store, params: DidSaveTextDocumentParams) in
          (params.textDocument.uri, store.save(params))
        }
      case "textDocument/didClose":
        try synchronize(params) { (store, params: DidCloseTextDocumentParams) in
          let uri = params.textDocument.uri
          // Behind the requests that came before.
          documents.async { [tokenHistory] in tokenHistory.forget(DocumentURI(uri)) }
          return (uri, store.close(params.textDocument))
        }
      default: break  // unknown notifications are ignored (LSP 3.17, "$ Notifications")
      }
    } catch {
      log("\(method): \(error.message)")
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
  }

  // MARK: Documents

  private func synchronize<Params: JSONDecodable>(
    _ params: JSONValue,
    _ apply: (inout DocumentStore, Params) -> (uri: String, DocumentStore.Irregularity?)
  ) throws(ResponseError) {
    let params = try Params(json: params)
    let change = state.withLock { state -> (uri: String, DocumentStore.Irregularity?, Bool)? in
      guard let session = state.session, var store = state.documents else { return nil }
      state.documents = nil  // so that the store is changed in place
      let (uri, irregularity) = apply(&store, params)
      state.documents = store
      return (uri, irregularity, !session.pullsDiagnostics)
    }
    guard let (uri, irregularity, pushes) = change else { return }
    if let irregularity { log(irregularity.rawValue) }
    if pushes, irregularity != .notOpen, irregularity != .oldVersion { pushDiagnostics(of: uri) }
  }

  /// Sends the diagnostics of a document's newest version; of a closed one, that there are none.
  private func pushDiagnostics(of uri: String) {
    documents.async { [self] in
      // Asked here and not in the inbox: of several changes in a row, the last is enough.
      let (document, session) = state.withLock {
        ($0.documents?.snapshots[DocumentURI(uri)], $0.session)
      }
      guard let session else { return }
      let diagnostics =
        document.map { noteDiagnostics(of: $0.snapshot, encoding: session.encoding) } ?? []
      let isNewest = state.withLock {
        $0.documents?.snapshots[DocumentURI(uri)]?.version == document?.version
      }
      guard isNewest else { return }
      let hasVersion = session.client.textDocument.publishDiagnostics.versionSupport
      writer.notify(
        "textDocument/publishDiagnostics",
        PublishDiagnosticsParams(
          uri: document?.uri ?? uri, version: hasVersion ? document?.version : nil,
          diagnostics: diagnostics))
    }
  }

  // MARK: Log

  /// Tells the log, never a text from a note.
  private func log(_ message: String) {
    writer.notify("window/logMessage", LogMessageParams(type: .log, message: message))
  }
}
