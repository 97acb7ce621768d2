import Base
import Dispatch
import JSON
import LanguageServerProtocol

/// The progress bar of one request.
///
/// A token that the client sent is used from the start; otherwise the client is asked for a bar once
/// the work is long: when it has taken half a second. Stopping the bar cancels the request.
/// (LSP 3.17, "Work Done Progress".)
final class WorkDoneProgress: Sendable {
  /// Messages are sent while it is held, so that none overtakes another.
  private struct State {
    /// Nil until there is a bar.
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

  /// Progress of the work called `title`, as in `Looking through the notebook`, that is long when it
  /// takes as much as `long`.
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

  /// `done` of `total` steps are done. Cheap: at most a hundred messages are sent.
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

  /// The work is over, whether done, failed or cancelled. More calls do nothing.
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
