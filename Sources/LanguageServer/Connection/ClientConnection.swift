import Dispatch
import Foundation
import JSON
import LanguageServerProtocol
import Base
import struct Synchronization.Atomic

/// The client as the server sees it: what it is told, what it is asked, and what it answered.
/// Calls may come from any thread.
final class ClientConnection: Sendable {
  /// What is done with an answer. It is called in the inbox, so it must be short.
  typealias Handler = @Sendable (Result<JSONValue, ResponseError>) -> Void

  private let writer: MessageWriter
  /// What the client can do, from `initialize` on.
  private let capabilities = Mutex(ClientCapabilities())
  private let trace = Mutex(TraceValue.off)
  private let lastRequest = Atomic(0)
  private let isEnding = Atomic(false)
  private let unanswered = Mutex<[RequestID: Handler]>([:])
  /// The progress that is shown, so that the user can stop what it stands for.
  private let shown = Mutex<[ProgressToken: Cancellation]>([:])

  init(writer: MessageWriter) { self.writer = writer }

  /// The client said who it is.
  func introduce(_ capabilities: ClientCapabilities) {
    self.capabilities.withLock { $0 = capabilities }
  }

  /// How much the client wants to be told by `$/logTrace`.
  var traceLevel: TraceValue {
    get { trace.withLock { $0 } }
    set { trace.withLock { $0 = newValue } }
  }

  // MARK: Telling

  func notify(_ method: String, _ params: some JSONEncodable) {
    writer.send(.notification(method: method, params: params.json))
  }

  /// Shows the user a message.
  func show(_ type: MessageType, _ message: String) {
    notify("window/showMessage", ShowMessageParams(type: type, message: message))
  }

  /// Tells that there is nothing to say about a document.
  func clearDiagnostics(of uri: String) {
    notify(
      "textDocument/publishDiagnostics",
      PublishDiagnosticsParams(uri: uri, version: nil, diagnostics: []))
  }

  /// Tells the log, never a text from a note.
  func log(_ message: String, type: MessageType = .log) {
    notify("window/logMessage", LogMessageParams(type: type, message: message))
  }

  // MARK: Asking

  /// Asks the client for something. A client that never answers is never waited for.
  func request(
    _ method: String, _ params: JSONValue? = nil, then handle: @escaping Handler = { _ in }
  ) {
    let number = lastRequest.add(1, ordering: .relaxed).newValue
    let id = RequestID.string("commonplace-\(number)")
    unanswered.withLock { $0[id] = handle }
    writer.send(.request(id: id, method: method, params: params))
  }

  /// Asks the client for something and waits for the answer, on a lane that may wait; nil when it is
  /// an error, when none comes `within` so many seconds, when the wait is cancelled, and when the
  /// server is about to end, so that neither a client that never answers nor one that shuts down is
  /// kept waiting. Never to be called in the inbox, which is where answers come in.
  func answer(
    to method: String, _ params: JSONValue, within seconds: Int, unless cancellation: Cancellation
  ) -> JSONValue? {
    let answer = PendingAnswer()
    request(method, params) { answer.take($0) }
    // The hurry of a user who cancels or quits is noticed in a tenth of a second.
    for _ in 0..<max(1, seconds) * 10 {
      if answer.hasCome(within: .milliseconds(100)) { return answer.value }
      if cancellation.isCancelled || isEnding.load(ordering: .relaxed) { return nil }
    }
    return nil
  }

  /// Nobody waits for an answer any more.
  func stopWaiting() { isEnding.store(true, ordering: .relaxed) }

  /// An answer came. One to nothing that was asked is ignored.
  func receive(_ id: RequestID?, _ result: Result<JSONValue, ResponseError>) {
    guard let id else { return }
    unanswered.withLock { $0.removeValue(forKey: id) }?(result)
  }

  /// Has the client edit its documents. The user is told if it does not, or cannot, and what that
  /// leaves behind.
  func applyEdit(
    _ edit: WorkspaceEdit, label: String, otherwise consequence: String = "",
    then done: @escaping @Sendable () -> Void = {}
  ) {
    guard capabilities.withLock({ $0.workspace.applyEdit }) else {
      done()
      let rest = consequence.isEmpty ? "" : " " + consequence
      return show(
        .error, "“\(label)” was not done: the editor takes no edits from a server.\(rest)")
    }
    request("workspace/applyEdit", ["label": label.json, "edit": edit.json]) { [self] result in
      defer { done() }
      let reason: String?
      switch result {
      case .success(let answer):
        if answer["applied"]?.bool == true { return }
        reason = answer["failureReason"]?.string
      case .failure(let error): reason = error.message
      }
      show(
        .error,
        "“\(label)” was not done: \(reason ?? "the editor refused the edit.") \(consequence)"
          .trimmingCharacters(in: .whitespaces))
    }
  }

  // MARK: Progress

  /// Progress with `token` is shown; if the user stops it, `cancellation` is what is cancelled.
  func enter(_ token: ProgressToken, _ cancellation: Cancellation) {
    shown.withLock { $0[token] = cancellation }
  }

  func leave(_ token: ProgressToken) { shown.withLock { _ = $0.removeValue(forKey: token) } }

  /// The user stopped what a progress bar stands for.
  func cancel(_ token: ProgressToken) { shown.withLock { $0[token] }?.cancel() }
}

/// An answer that somebody waits for.
private final class PendingAnswer: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let result = Mutex<JSONValue?>(nil)

  /// The answer; nil while there is none, and if it is an error.
  var value: JSONValue? { result.withLock { $0 } }

  func take(_ answer: Result<JSONValue, ResponseError>) {
    result.withLock { $0 = try? answer.get() }
    arrived.signal()
  }

  func hasCome(within time: DispatchTimeInterval) -> Bool {
    arrived.wait(timeout: .now() + time) == .success
  }
}
