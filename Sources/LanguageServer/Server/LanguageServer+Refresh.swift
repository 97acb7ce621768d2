import Base
import Dispatch
import JSON
import LanguageServerProtocol
import UserSettings

extension Setting.Use {
  var refresh: Refresh? {
    switch self {
    case .inlayHints: .inlayHints
    case .codeLenses: .codeLenses
    case .diagnostics: .diagnostics
    case .notebook, .completion, .newNotes, .review, .books, .readingRoom: nil
    }
  }
}

extension LanguageServer {
  /// Asks the client to refresh those of `kinds` that it supports. Calls within 100 ms send one
  /// request per kind. Clients that do not pull diagnostics get them pushed.
  func refresh(_ kinds: some Sequence<Refresh>) {
    let isFirst = state.withLock { state in
      defer { state.refreshes.formUnion(kinds) }
      return state.refreshes.isEmpty
    }
    guard isFirst else { return }
    inbox.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
      self?.sendRefreshes()
    }
  }

  private func sendRefreshes() {
    let (kinds, profile) = state.withLock { state in
      defer { state.refreshes = [] }
      let profile = state.lifecycle == .running ? state.profile : nil
      return (state.refreshes, profile)
    }
    guard let profile else { return }
    for kind in Refresh.allCases where kinds.contains(kind) && kind.isKnown(to: profile.client) {
      // Diagnostics have their own refresh, or are pushed.
      if kind != .diagnostics { client.request(kind.method) }
    }
    if kinds.contains(.diagnostics) { refreshDiagnostics() }
  }
}

/// Pushes diagnostics to clients that do not pull them, and asks the others to pull again.
extension LanguageServer {
  /// Updates diagnostics that changed without a change of the text: of the notes `ids`, or of all
  /// documents. A pulling client pulls all. May be called from any thread.
  func refreshDiagnostics(of ids: Set<String>? = nil) {
    let (profile, open) = state.withLock { ($0.profile, $0.documents?.snapshots ?? [:]) }
    guard let profile else { return }
    if profile.pullsDiagnostics {
      askForPull()
    } else {
      for document in open.values
      where ids.map({ ids in document.note.map(ids.contains) ?? false }) ?? true {
        pushDiagnostics(of: document.uri)
      }
    }
  }

  func waitForPause(_ document: OpenDocument, _ changes: [TextDocumentContentChangeEvent]) {
    if let delay = memory.typing.change(document.name, by: changes) {
      waitForPause(in: document.name, delay)
    }
  }

  private func waitForPause(in uri: DocumentURI, _ delay: Duration) {
    inbox.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
      guard let self else { return }
      let (again, waited) = memory.typing.rest(uri)
      if let again { waitForPause(in: uri, again) }
      if waited { tellDiagnostics(of: uri) }
    }
  }

  /// Publishes held-back diagnostics if the request shows that the user moved to another block.
  /// Called in the inbox.
  func noteCursor(_ method: String, _ params: JSONValue) {
    guard Self.cursorRequests.contains(method), let uri = params["textDocument"]?["uri"]?.string
    else { return }
    let name = DocumentURI(uri)
    let line = (params["position"] ?? params["range"]?["start"])?["line"]?.int
    guard memory.typing.withholds(name), let line = line.flatMap({ UInt32(exactly: $0) }),
      let (document, encoding) = state.withLock({ state in
        state.documents.map { ($0[name], $0.encoding) }
      }), let document, memory.typing.look(at: line, of: document, in: encoding)
    else { return }
    tellDiagnostics(of: name)
  }

  private static let cursorRequests: Set = [
    "textDocument/documentHighlight", "textDocument/hover", "textDocument/completion",
    "textDocument/codeAction", "textDocument/linkedEditingRange", "textDocument/definition",
  ]

  private func tellDiagnostics(of uri: DocumentURI) {
    guard let profile = state.withLock({ $0.profile }) else { return }
    if profile.pullsDiagnostics { askForPull() } else { pushDiagnostics(of: uri.spelling) }
  }

  /// Asks the client to pull again. While a request is unanswered, no other is sent; if needed, one
  /// follows its response.
  private func askForPull() {
    guard refreshes.begin() else { return }
    client.request("workspace/diagnostic/refresh") { [weak self] _ in
      if self?.refreshes.end() == true { self?.askForPull() }
    }
  }

  /// Pushes diagnostics after a change, to clients that do not pull: at most ten times a second,
  /// and always after the last change.
  func pushDiagnosticsSoon(of uri: String) {
    guard let delay = refreshes.delay(DocumentURI(uri)) else { return }
    queues.analysis.asyncAfter(deadline: .now() + delay / .seconds(1)) { [self] in
      refreshes.end(DocumentURI(uri))
      pushDiagnostics(of: uri)
    }
  }

  private func isRunning() -> Bool { state.withLock { $0.lifecycle == .running } }

  /// Pushes the diagnostics of a document's newest version, unless they were sent already; for a
  /// closed document, an empty list.
  func pushDiagnostics(of uri: String) {
    queues.analysis.async { [self] in
      // Read the state here, not in the inbox: of several changes in a row, only the last matters.
      let (profile, settings, open, knowsNotes) = state.withLock {
        ($0.profile, $0.settings, $0.documents?.snapshots ?? [:], $0.knowsNotes)
      }
      guard let profile, isRunning() else { return }
      let name = DocumentURI(uri)
      let document = open[name]
      let reporter = DiagnosticReporter(
        profile: profile, settings: settings, openNotes: openNotes, indexCache: memory.indexCache,
        names: NoteNames(mirrors: mirrors, knowsNotes: knowsNotes), typing: memory.typing,
        documents: open)
      let isNewest = { [self] in
        state.withLock { $0.documents?.revision(of: name) == document?.revision }
      }
      let report = document.flatMap { reporter.report(on: $0, while: isNewest) }
      // After `shutdown` clients do not expect diagnostics.
      guard isNewest(), isRunning(),
        refreshes.isChanged(name, version: document?.version, resultId: report?.resultId)
      else { return }
      let hasVersion = profile.client.textDocument.publishDiagnostics.versionSupport
      client.notify(
        "textDocument/publishDiagnostics",
        PublishDiagnosticsParams(
          uri: document?.uri ?? uri, version: hasVersion ? document?.version : nil,
          diagnostics: report?.items ?? []))
    }
  }
}

/// The diagnostics that a client was sent, and whether it was asked to pull. Calls may come from
/// any thread.
final class DiagnosticRefreshes: Sendable {
  private struct Sent: Equatable {
    var version: Int
    var resultId: String
  }

  private struct State {
    /// The time until which the client's response is awaited; nil once it has arrived.
    var waiting: ContinuousClock.Instant?
    var isOutdated = false
    var sent: [DocumentURI: Sent] = [:]
    var isComing: Set<DocumentURI> = []
    /// The times from which documents' diagnostics may be sent again.
    var rest: [DocumentURI: ContinuousClock.Instant] = [:]
  }

  private let state = Mutex(State())

  /// Returns the time to wait before sending the diagnostics of a changed document; nil if that is
  /// already scheduled.
  func delay(_ uri: DocumentURI) -> Duration? {
    state.withLock { state in
      guard state.isComing.insert(uri).inserted else { return nil }
      return max(.zero, (state.rest[uri] ?? .now) - .now)
    }
  }

  /// Records that the diagnostics of a document are being sent.
  func end(_ uri: DocumentURI) {
    state.withLock { state in
      state.isComing.remove(uri)
      state.rest[uri] = .now + .milliseconds(100)
    }
  }

  /// Returns whether to ask the client to pull now; false if a request is unanswered. After five
  /// seconds without a response, returns true again.
  func begin() -> Bool {
    state.withLock { state in
      if let waiting = state.waiting, waiting > .now {
        state.isOutdated = true
        return false
      }
      state.waiting = .now + .seconds(5)
      return true
    }
  }

  /// Records the client's response. Returns whether to ask again.
  func end() -> Bool {
    state.withLock { state in
      defer { (state.waiting, state.isOutdated) = (nil, false) }
      return state.isOutdated
    }
  }

  /// Records the result that is about to be sent. Returns whether it differs from the last one;
  /// true for a closed document.
  func isChanged(_ uri: DocumentURI, version: Int?, resultId: String?) -> Bool {
    state.withLock { state in
      guard let version, let resultId else {
        state.sent[uri] = nil
        state.rest[uri] = nil
        return true
      }
      let new = Sent(version: version, resultId: resultId)
      defer { state.sent[uri] = new }
      return state.sent[uri] != new
    }
  }
}
