import Base
import Dispatch
import Foundation
import JSON
import LanguageServerProtocol

import struct Synchronization.Atomic

/// The connection to the client: sends notifications and requests, and receives responses. Calls
/// may come from any thread.
final class ClientConnection: Sendable {
  /// Handles a response. Called on the inbox's queue, so it must be short.
  typealias Handler = @Sendable (Result<JSONValue, ResponseError>) -> Void

  private let writer: MessageWriter
  /// Empty before `initialize`.
  private let capabilities = Mutex(ClientCapabilities())
  private let trace = Mutex(TraceValue.off)
  private let lastRequest = Atomic(0)
  private let isEnding = Atomic(false)
  private let unanswered = Mutex<[RequestID: Handler]>([:])
  private let questions = Mutex<[OpenQuestion]>([])
  private let shown = Mutex<[ProgressToken: Cancellation]>([:])

  init(writer: MessageWriter) { self.writer = writer }

  func introduce(_ capabilities: ClientCapabilities) {
    self.capabilities.withLock { $0 = capabilities }
  }

  var traceLevel: TraceValue {
    get { trace.withLock { $0 } }
    set { trace.withLock { $0 = newValue } }
  }

  // MARK: Notifications

  func notify(_ method: String, _ params: some JSONEncodable) {
    writer.send(.notification(method: method, params: params.json))
  }

  func show(_ type: MessageType, _ message: String) {
    notify("window/showMessage", ShowMessageParams(type: type, message: message))
  }

  func clearDiagnostics(of uri: String) {
    notify(
      "textDocument/publishDiagnostics",
      PublishDiagnosticsParams(uri: uri, version: nil, diagnostics: []))
  }

  /// Asks a client that shows views to reload a view that has changed.
  func viewChanged(_ uri: String) {
    let client = capabilities.withLock { $0 }
    if client.workspace.textDocumentContent != nil {
      request("workspace/textDocumentContent/refresh", ["uri": uri.json])
    } else if client.showsViews {
      notify("commonplace/viewChanged", ["uri": uri.json] as JSONValue)
    }
  }

  /// Writes to the client's log. `message` must not contain text of a note.
  func log(_ message: String, type: MessageType = .log) {
    notify("window/logMessage", LogMessageParams(type: type, message: message))
  }

  // MARK: Asking

  /// Sends a request to the client without waiting for the response. Keeps the handlers of the last
  /// 1000 requests.
  @discardableResult
  func request(
    _ method: String, _ params: JSONValue? = nil, then handle: @escaping Handler = { _ in }
  ) -> RequestID {
    let number = lastRequest.add(1, ordering: .relaxed).newValue
    let id = Self.id(of: number)
    unanswered.withLock {
      $0[id] = handle
      $0[Self.id(of: number &- 1000)] = nil
    }
    writer.send(.request(id: id, method: method, params: params))
    return id
  }

  private static func id(of number: Int) -> RequestID { .string("commonplace-\(number)") }

  /// Sends a request that asks the user something. Calls `close` once, on any thread, with the
  /// result. It is nil if the response is an error or takes longer than `patience`, if
  /// `cancellation` is canceled, or if the server ends.
  func ask(
    _ method: String, _ params: JSONValue, patience: DispatchTimeInterval,
    unless cancellation: Cancellation, then close: @escaping @Sendable (JSONValue?) -> Void
  ) {
    let open = OpenQuestion(close)
    questions.withLock { questions in
      questions.removeAll { !$0.isOpen }
      questions.append(open)
    }
    request(method, params) { open.close(with: try? $0.get()) }
    cancellation.whenCancelled { open.close(with: nil) }
    if isEnding.load(ordering: .sequentiallyConsistent) { open.close(with: nil) }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
      open.close(with: nil)
    }
  }

  /// Closes all open questions with nil, and later ones at once.
  func stopWaiting() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    for question in questions.withLock({ $0 }) { question.close(with: nil) }
  }

  /// Ignores a response to an unknown request.
  func receive(_ id: RequestID?, _ result: Result<JSONValue, ResponseError>) {
    guard let id else { return }
    unanswered.withLock { $0.removeValue(forKey: id) }?(result)
  }

  /// Asks the client to edit its documents. If the client cannot or does not, shows the user an
  /// error with `consequence`. Calls `done` after the response, or at once if the client cannot
  /// edit.
  func applyEdit(
    _ edit: WorkspaceEdit, label: String, otherwise consequence: String = "",
    then done: @escaping @Sendable () -> Void = {}
  ) {
    guard capabilities.withLock({ $0.workspace.applyEdit }) else {
      done()
      let rest = consequence.isEmpty ? "" : " " + consequence
      return show(
        .error, "“\(label)” failed: this editor does not let a server edit documents.\(rest)")
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
        "“\(label)” failed: \(reason ?? "the editor refused the edit.") \(consequence)"
          .trimmingCharacters(in: .whitespaces))
    }
  }

  // MARK: Progress

  /// Registers progress that the client shows. If the user cancels it, `cancellation` is canceled.
  func enter(_ token: ProgressToken, _ cancellation: Cancellation) {
    shown.withLock { $0[token] = cancellation }
  }

  func leave(_ token: ProgressToken) { shown.withLock { _ = $0.removeValue(forKey: token) } }

  func cancel(_ token: ProgressToken) { shown.withLock { $0[token] }?.cancel() }
}

/// A question to the user that is closed once, with an answer or with nil.
private final class OpenQuestion: Sendable {
  private let close: Mutex<(@Sendable (JSONValue?) -> Void)?>

  init(_ close: @escaping @Sendable (JSONValue?) -> Void) { self.close = Mutex(close) }

  var isOpen: Bool { close.withLock { $0 != nil } }

  func close(with answer: JSONValue?) {
    let close = close.withLock { close in
      defer { close = nil }
      return close
    }
    close?(answer)
  }
}

/// A kind of result that may change with the notebook or the settings; the client can be asked to
/// request it again. (LSP 3.17, "Code Lens Refresh Request" and others.)
///
/// Semantic tokens have no case: changes of other notes or of settings do not affect them.
enum Refresh: CaseIterable, Sendable {
  case codeLenses, diagnostics, inlayHints

  var method: String {
    switch self {
    case .codeLenses: "workspace/codeLens/refresh"
    case .diagnostics: "workspace/diagnostic/refresh"
    case .inlayHints: "workspace/inlayHint/refresh"
    }
  }

  func isKnown(to client: ClientCapabilities) -> Bool {
    switch self {
    case .codeLenses: client.workspace.codeLensRefresh
    case .diagnostics: client.workspace.diagnosticsRefresh
    case .inlayHints: client.workspace.inlayHintRefresh
    }
  }
}
