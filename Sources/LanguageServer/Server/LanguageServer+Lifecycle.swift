import Foundation
import JSON
import LanguageServerProtocol
import Base

/// The beginning of a server's life, and its work beside the documents.
extension NotificationHandler {
  /// The server's own requests begin here. A client must not send it twice; if it does, nothing
  /// happens.
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

  /// The notebook is looked at anyway; here at once.
  static let didChangeWatchedFiles = NotificationHandler(
    "workspace/didChangeWatchedFiles",
    registration: { session in
      guard session.client.workspace.didChangeWatchedFilesDynamicRegistration else { return nil }
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
      let session = Session(params)
      client.introduce(session.client)
      client.traceLevel = params.trace ?? .off
      state.withLock {
        $0.lifecycle = .running
        $0.session = session
        $0.documents = DocumentStore(encoding: session.encoding) { [mirrors] in
          mirrors.note(of: $0)
        }
        $0.folders = WorkspaceFolders(params)
        $0.knowsNotes = session.knowsNotes
      }
      memory.indexCache.configure(session.encoding)
      takeInitialSettings(params.initializationOptions)
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
    ProcessWatch.start(processId) { [weak self] in self?.end(1) }
  }

  /// Registers the capabilities that the client permits, requests the settings, and looks for the
  /// notebook in the background; a problem is reported once.
  fileprivate func begin() {
    let session = state.withLock { state in
      defer { state.isInitialized = true }
      return state.isInitialized ? nil : state.session
    }
    guard let session else { return }
    register(for: session)
    if session.client.workspace.configuration { waitForConfiguration() }
    queues.notebook.async { [notebook] in notebook.open() }
    let settingsFile = WatchedSettingsFile(environment: self.notebook.defaults.environment)
    backgroundSync.start { [weak self] in
      guard let self else { return }
      tellStatus()
      guard let file = settingsFile.change() else { return }
      inbox.async { self.takeSettingsFile(file) }
    }
  }

  private func register(for session: Session) {
    let registrations = NotificationHandler.all.compactMap { handler in
      handler.registration(session).map {
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
