import Base
import Dispatch
import JSON
import LanguageServerProtocol

/// The work done progress of one request.
///
/// A token that the client sent is used from the start. Without one, the client is asked to create
/// progress when work is reported after half a second. If the user cancels the progress, the
/// request is canceled. (LSP 3.17, "Work Done Progress".)
final class WorkDoneProgress: Sendable {
  /// Messages are sent while the lock is held, so that they stay in order.
  private struct State {
    /// Nil until the client shows the progress.
    var token: ProgressToken?
    var wasAskedFor = false
    var hasEnded = false
    var percentage = 0
  }

  private let client: ClientConnection
  private let title: String
  private let canAsk: Bool
  private let long: DispatchTimeInterval
  private let cancellation: Cancellation
  private let start = DispatchTime.now()
  private let state = Mutex(State())

  /// Starts progress with a title such as `Counting due prompts`. Without a token, the client is
  /// asked to create progress once the work takes `long`, if `canAsk`.
  init(
    _ client: ClientConnection, title: String, token: ProgressToken?, canAsk: Bool,
    long: DispatchTimeInterval = .milliseconds(500), cancellation: Cancellation
  ) {
    self.client = client
    self.title = title
    self.canAsk = canAsk
    self.long = long
    self.cancellation = cancellation
    if let token { begin(token) }
  }

  deinit { end() }

  /// Reports that `done` of `total` steps are done. Sends at most one message for each percent.
  func report(_ done: Int, of total: Int) {
    let percentage = total > 0 ? min(100, max(0, done) &* 100 / total) : 0
    let mustAsk = state.withLock { state -> Bool in
      guard !state.hasEnded else { return false }
      guard let token = state.token else {
        guard canAsk, !state.wasAskedFor, isLong else { return false }
        state.wasAskedFor = true
        return true
      }
      guard percentage > state.percentage else { return false }
      state.percentage = percentage
      send(token, ["kind": "report", "percentage": percentage.json, "cancellable": true])
      return false
    }
    if mustAsk { ask() }
  }

  /// Ends the progress, whether the work is done, failed or was canceled. Further calls do nothing.
  func end() {
    state.withLock { state in
      defer { state.hasEnded = true }
      guard !state.hasEnded, let token = state.token else { return }
      client.leave(token)
      send(token, ["kind": "end"])
    }
  }

  private var isLong: Bool { .now() >= start + long }

  private func ask() {
    let token = ProgressToken.string("commonplace-progress-\(start.uptimeNanoseconds)")
    client.request("window/workDoneProgress/create", ["token": token.json]) { [weak self] result in
      if case .success = result { self?.begin(token) }
    }
  }

  private func begin(_ token: ProgressToken) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.token = token
      client.enter(token, cancellation)
      send(token, ["kind": "begin", "title": title.json, "cancellable": true, "percentage": 0])
    }
  }

  private func send(_ token: ProgressToken, _ value: JSONValue) {
    client.notify("$/progress", ["token": token.json, "value": value] as JSONValue)
  }
}
