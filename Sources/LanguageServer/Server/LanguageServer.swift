import Base
import Foundation
import JSON
import LanguageServerProtocol
import NotebookFile
import PackratParsing

import struct Synchronization.Atomic

/// The server: reads messages, keeps them in order, and answers requests.
///
///     input -> MessageReader -> inbox (one at a time) -> queues -> MessageWriter -> output
///
/// One thread reads; it blocks while too many messages wait (`IncomingQueue`). Messages are handled
/// in the inbox. A request goes to its queue with the state at that moment (see `RequestQueue`).
/// This file contains startup and shutdown; `LanguageServer+Dispatch.swift` dispatches messages.
package final class LanguageServer: Sendable {
  private let reader: MessageReader
  let writer: MessageWriter
  let client: ClientConnection
  let pending = PendingRequests()
  let notebook: NotebookAccess
  let backgroundSync: BackgroundSync
  let openNotes = OpenNotes()
  let proposedEdits = ProposedEdits()
  let mirrors = Mirrors()
  let memory: RequestMemory
  let dueCountNotifier = DueCountNotifier()
  let statusNotifier = StatusNotifier()
  let refreshes = DiagnosticRefreshes()
  let state = Mutex(ServerState())
  let inbox = DispatchQueue(label: "commonplace.inbox")
  let incoming = IncomingQueue()
  let queues = RequestQueues()
  private let ended = DispatchSemaphore(value: 0)
  private let readerIsDone = DispatchSemaphore(value: 0)
  private enum ReaderState { case works, waits, isDone }
  private let readerState = Mutex(ReaderState.works)
  let exitCode = Mutex<Int32?>(nil)
  /// Whether the client is gone, so that responses are not read.
  let isAlone = Atomic(false)
  /// Whether running reads are abandoned.
  let isOver = Atomic(false)

  package init(input: Int32 = 0, output: Int32 = 1, defaults: NotebookDefaults) {
    Heap.share()
    Pipes.widen(input, output)
    reader = MessageReader(descriptor: input)
    writer = MessageWriter(descriptor: output)
    client = ClientConnection(writer: writer)
    notebook = NotebookAccess(defaults: defaults)
    backgroundSync = BackgroundSync(notebook, mirrors: mirrors, openNotes: openNotes)
    memory = RequestMemory(
      tokenHistory: TokenHistory(), views: RecentViews(), reviews: OpenReviews(),
      indexCache: NotebookFactsCache(notebook, queue: queues.survey))
    handleNotebookEvents()
  }

  /// Serves until `exit`, the end of input or output, the end of the client's process, or SIGTERM,
  /// SIGINT or SIGHUP. Returns the exit code: 1 after a signal or the end of the client's process;
  /// otherwise 0 after `shutdown`, and 1 without it. (LSP 3.17, "Exit Notification".)
  ///
  /// Before it returns, waits up to 25 seconds until saves that were read before are written and
  /// published. Does not wait for a client that does not read: without work it returns within a
  /// second.
  package func run() -> Int32 {
    let signals = [SIGTERM, SIGINT, SIGHUP].map(endOnSignal)
    defer { for signal in signals { signal.cancel() } }
    Thread { [self] in
      reader.readAll(receive) { isWaiting in
        readerState.withLock { $0 = isWaiting ? .waits : .works }
      }
      readerState.withLock { $0 = .isDone }
      readerIsDone.signal()
      inbox.async { [self] in
        handOn(evenNow: true)
        endAlone()
      }
    }.start()
    let watch = ConnectionWatch(input: reader.descriptor, output: writer.descriptor) {
      [weak self] in self?.leave(after: $0)
    }
    defer { watch.stop() }
    ended.wait()
    writer.stopWaiting()
    let patience = DispatchTime.now() + .milliseconds(400)
    let handedOn = DispatchSemaphore(value: 0)
    let saves = DispatchSemaphore(value: 0)
    inbox.async { [self] in
      handOn(evenNow: true)
      handedOn.signal()
      // Pending saves are written and published, regardless of how long earlier messages take.
      // Publishing waits while another program holds the notebook. If changes cannot be published,
      // they are still saved.
      queues.notebook.async { [backgroundSync] in backgroundSync.finish { saves.signal() } }
    }
    _ = handedOn.wait(timeout: patience)
    // Wait for unfinished requests, until 0.4 s after the end.
    let answers = DispatchGroup()
    for queue in [queues.documents, queues.analysis, queues.lookup, queues.picking] {
      queue.async(group: answers) {}
    }
    _ = answers.wait(timeout: patience)
    isOver.store(true, ordering: .relaxed)
    _ = saves.wait(timeout: .now() + 25)
    writer.flush(within: 0.2)
    return exitCode.withLock { $0 } ?? 1
  }

  /// Handles the closing of an end of the connection. The reader reaches the end of input by
  /// itself, unless it waits for the client to read responses.
  private func leave(after end: ConnectionWatch.End) {
    if end == .input {
      var written: Int?
      while written != writer.written || !writer.isBehind {
        written = writer.written
        guard readerIsDone.wait(timeout: .now() + .milliseconds(250)) == .timedOut else { return }
      }
    }
    isAlone.store(true, ordering: .relaxed)
    writer.close()
    // Messages that the client has sent are still read, without a response. They do not wait for
    // earlier work any more.
    let deadline = ContinuousClock.now + .seconds(10)
    while hasUnread, .now < deadline {
      inbox.async { [self] in handOn(evenNow: true) }
      usleep(10_000)
    }
    endAlone()
  }

  /// Whether a message is being read or handled, or more input is available.
  private var hasUnread: Bool {
    switch readerState.withLock({ $0 }) {
    case .works: true
    case .waits: isReady(reader.descriptor, for: POLLIN)
    case .isDone: false
    }
  }

  private func endAlone() { end(state.withLock { $0.lifecycle == .shutDown } ? 0 : 1) }

  private func endOnSignal(_ number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { [weak self] in self?.end(1) }
    source.resume()
    return source
  }

  func end(_ code: Int32) {
    client.stopWaiting()
    let isFirst = exitCode.withLock { exitCode in
      defer { exitCode = exitCode ?? code }
      return exitCode == nil
    }
    if isFirst { ended.signal() }
  }
}

extension NotificationHandler {
  /// After this notification the server sends its own requests. A second one is ignored.
  static let initialized = NotificationHandler("initialized") { (server, _: JSONValue) in
    server.begin()
  }

  static let setTrace = NotificationHandler("$/setTrace") { (server, params: SetTraceParams) in
    server.client.traceLevel = params.value
  }

  static let cancelProgress = NotificationHandler("window/workDoneProgress/cancel") {
    (server, params: WorkDoneProgressCancelParams) in
    server.client.cancel(params.token)
  }

  /// Checks the notebook at once, in addition to the regular checks.
  static let didChangeWatchedFiles = NotificationHandler(
    "workspace/didChangeWatchedFiles",
    registration: { profile in
      guard profile.client.workspace.didChangeWatchedFilesDynamicRegistration else { return nil }
      return ["watchers": [["globPattern": "**/*.libnotes"]]]
    },
    handle: { (server, params: DidChangeWatchedFilesParams) in
      if params.uris.contains(where: { $0.hasSuffix(".libnotes") }) {
        server.backgroundSync.syncNow()
      }
    })
}

extension LanguageServer {
  func initialize(_ params: JSONValue) -> Result<JSONValue, ResponseError> {
    do throws(ResponseError) {
      let params = try params.params(as: InitializeParams.self)
      let profile = ClientProfile(params)
      client.introduce(profile.client)
      client.traceLevel = params.trace ?? .off
      state.withLock {
        $0.lifecycle = .running
        $0.profile = profile
        $0.documents = DocumentStore(encoding: profile.encoding) { [mirrors] in
          mirrors.note(of: $0)
        }
        $0.folders = WorkspaceFolders(params)
        $0.knowsNotes = profile.knowsNotes
      }
      memory.indexCache.configure(profile.encoding)
      takeInitialSettings(params.initializationOptions)
      if let processId = params.processId { watch(processId) }
      return .success(
        InitializeResult(
          capabilities: Feature.capabilities(for: profile),
          serverInfo: ProgramInfo(name: "commonplace", version: commonplaceVersion)
        ).json)
    } catch {
      return .failure(error)
    }
  }

  private func watch(_ processId: Int) {
    guard let processId = Int32(exactly: processId), processId > 0 else { return }
    ProcessWatch.start(processId) { [weak self] in self?.end(1) }
  }

  /// Registers the dynamic capabilities that the client supports, requests the settings, and opens
  /// the notebook in the background.
  fileprivate func begin() {
    let profile = state.withLock { state in
      defer { state.isInitialized = true }
      return state.isInitialized ? nil : state.profile
    }
    guard let profile else { return }
    register(for: profile)
    if profile.client.workspace.configuration { waitForConfiguration() }
    queues.notebook.async { [notebook] in notebook.open() }
    let settingsFile = WatchedSettingsFile(environment: self.notebook.defaults.environment)
    backgroundSync.start { [weak self] in
      guard let self else { return }
      tellStatus()
      guard let file = settingsFile.change() else { return }
      inbox.async { self.takeSettingsFile(file) }
    }
  }

  private func register(for profile: ClientProfile) {
    let registrations = NotificationHandler.all.compactMap { handler in
      handler.registration(profile).map {
        Registration(
          id: "commonplace \(handler.method)", method: handler.method, registerOptions: $0)
      }
    }
    guard !registrations.isEmpty else { return }
    client.request("client/registerCapability", ["registrations": registrations.json]) {
      [client] result in
      if case .failure(let error) = result {
        client.log("client/registerCapability: \(error.message)", type: .warning)
      }
    }
  }
}

extension Feature {
  static func capabilities(for profile: ClientProfile) -> JSONObject {
    var capabilities: JSONObject = [
      "positionEncoding": profile.encoding.rawValue.json,
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": true],
      ],
    ]
    let additions = all.map(\.capability) + NotificationHandler.all.map(\.capability)
    for addition in additions {
      guard let (path, value) = addition(profile) else { continue }
      capabilities.set(value, at: path[...])
    }
    return capabilities
  }
}

extension JSONObject {
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
