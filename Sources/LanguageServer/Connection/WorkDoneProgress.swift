import Dispatch
import JSON
import LanguageServerProtocol
import Synchronization

/// The progress bar of one request.
///
/// A token that the client sent is used from the start; otherwise the client is asked for a bar once
/// the work has taken half a second. Stopping the bar cancels the request.
/// (LSP 3.17, "Work Done Progress".)
final class WorkDoneProgress: Sendable {
  private struct State {
    /// Nil until there is a bar.
    var token: ProgressToken?
    var wasAskedFor = false
    var hasBegun = false
    var hasEnded = false
    var percentage = 0
  }

  private let client: ClientConnection
  private let title: String
  private let canAsk: Bool
  private let cancellation: Cancellation
  private let start = DispatchTime.now()
  private let state = Mutex(State())

  /// Progress of the work called `title`, as in `Looking through the notebook`.
  init(
    _ client: ClientConnection, title: String, token: ProgressToken?, canAsk: Bool,
    cancellation: Cancellation
  ) {
    self.client = client
    self.title = title
    self.canAsk = canAsk
    self.cancellation = cancellation
    if let token { begin(token) }
  }

  /// `done` of `total` steps are done. Cheap: at most a hundred messages are sent.
  func report(_ done: Int, of total: Int) {
    let percentage = total > 0 ? min(100, max(0, done) &* 100 / total) : 0
    let (token, mustAsk) = state.withLock { state -> (ProgressToken?, Bool) in
      guard !state.hasEnded else { return (nil, false) }
      guard let token = state.token, state.hasBegun else {
        guard canAsk, !state.wasAskedFor, isLong else { return (nil, false) }
        state.wasAskedFor = true
        return (nil, true)
      }
      guard percentage > state.percentage else { return (nil, false) }
      state.percentage = percentage
      return (token, false)
    }
    if mustAsk { ask() }
    if let token {
      send(token, ["kind": "report", "percentage": percentage.json, "cancellable": true])
    }
  }

  /// The work is over, whether done, failed or cancelled. More calls do nothing.
  func end() {
    let token = state.withLock { state -> ProgressToken? in
      defer { state.hasEnded = true }
      return state.hasBegun && !state.hasEnded ? state.token : nil
    }
    guard let token else { return }
    client.leave(token)
    send(token, ["kind": "end"])
  }

  private var isLong: Bool {
    DispatchTime.now().uptimeNanoseconds &- start.uptimeNanoseconds > 500_000_000
  }

  private func ask() {
    let token = ProgressToken.string("commonplace-progress-\(start.uptimeNanoseconds)")
    client.request("window/workDoneProgress/create", ["token": token.json]) { [weak self] result in
      if case .success = result { self?.begin(token) }
    }
  }

  private func begin(_ token: ProgressToken) {
    let isWanted = state.withLock { state -> Bool in
      guard !state.hasEnded else { return false }
      state.token = token
      state.hasBegun = true
      return true
    }
    guard isWanted else { return }
    client.enter(token, cancellation)
    send(
      token,
      ["kind": "begin", "title": title.json, "cancellable": true, "percentage": 0])
  }

  private func send(_ token: ProgressToken, _ value: JSONValue) {
    client.notify("$/progress", ["token": token.json, "value": value] as JSONValue)
  }
}

extension RequestContext {
  /// Progress of this request's work, for whatever can take longer than half a second. To be ended.
  func progress(_ title: String) -> WorkDoneProgress {
    WorkDoneProgress(
      client, title: title, token: workDoneToken, canAsk: session.client.window.workDoneProgress,
      cancellation: cancellation)
  }

  /// Whether the client takes the result in parts. If it does, the result itself is empty.
  var takesPartialResults: Bool { partialResultToken != nil }

  /// Sends a part of the result. (LSP 3.17, "Partial Result Progress".)
  func send(partialResult: JSONValue) {
    guard let token = partialResultToken else { return }
    client.notify("$/progress", ["token": token.json, "value": partialResult] as JSONValue)
  }
}
