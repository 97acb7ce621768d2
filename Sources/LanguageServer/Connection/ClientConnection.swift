import Foundation
import JSON
import LanguageServerProtocol
import Synchronization

/// The client as the server sees it: what it is told, what it is asked, and what it answered.
/// Calls may come from any thread.
final class ClientConnection: Sendable {
  /// What is done with an answer. It is called in the inbox, so it must be short.
  typealias Handler = @Sendable (Result<JSONValue, ResponseError>) -> Void

  private let writer: MessageWriter
  private let lastRequest = Atomic(0)
  private let unanswered = Mutex<[RequestID: Handler]>([:])
  /// The progress that is shown, so that the user can stop what it stands for.
  private let shown = Mutex<[ProgressToken: Cancellation]>([:])

  init(writer: MessageWriter) { self.writer = writer }

  // MARK: Telling

  func notify(_ method: String, _ params: some JSONEncodable) {
    writer.send(.notification(method: method, params: params.json))
  }

  /// Shows the user a message.
  func show(_ type: MessageType, _ message: String) {
    notify("window/showMessage", ShowMessageParams(type: type, message: message))
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

  /// An answer came. One to nothing that was asked is ignored.
  func receive(_ id: RequestID?, _ result: Result<JSONValue, ResponseError>) {
    guard let id else { return }
    unanswered.withLock { $0.removeValue(forKey: id) }?(result)
  }

  /// Has the client edit its documents. The user is told if it does not, and what that leaves behind.
  func applyEdit(
    _ edit: WorkspaceEdit, label: String, otherwise consequence: String = "",
    then done: @escaping @Sendable () -> Void = {}
  ) {
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
