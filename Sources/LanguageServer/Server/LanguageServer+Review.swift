import Dispatch
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookReview
import Base

/// The server's notifications about review.
extension LanguageServer {
  /// Prompts were answered, or due dates may have changed. A client that wants to know is notified,
  /// at most five times a second, and only of changed counts. May be called from any thread.
  func notifyReviewCounts() {
    guard wantsReviewCounts, let delay = dueCountNotifier.schedule() else { return }
    queues.survey.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
      self?.sendReviewCounts()
    }
  }

  private var wantsReviewCounts: Bool {
    state.withLock { $0.lifecycle == .running && $0.session?.client.reviewCounts == true }
  }

  /// The notebook was opened, or others wrote to it. If devices that did not know of each other
  /// answered the same prompts, the study log's decision is written, so that all views of the
  /// prompts show it; usually there is nothing to write. If it cannot be written, reviews are right
  /// all the same, and it is tried again when one begins.
  ///
  /// Only for users who review: making the due index takes long in a big notebook. In the survey's
  /// queue, because after many changes by others it takes long to read them.
  func settleReviews() {
    guard wantsReviewCounts || !memory.reviews.isEmpty else { return }
    queues.survey.async { [weak self] in
      guard let self, state.withLock({ $0.lifecycle == .running }), let notebook = notebook.opened,
        let settled = try? notebook.settleReviews(), settled > 0
      else { return }
      self.notebook.wasRecorded()
    }
  }

  /// In the survey queue: after others wrote much, it takes long to count.
  private func sendReviewCounts() {
    let start = ContinuousClock.now
    dueCountNotifier.countBegins()
    let isRunning = state.withLock { $0.lifecycle == .running }
    guard isRunning, let notebook = notebook.opened,
      let counts = try? notebook.reviewCounts()
    else { return }
    dueCountNotifier.delayNext(after: .now - start)
    if dueCountNotifier.shouldNotify(counts, of: notebook.path) {
      var params = counts.json.object ?? [:]
      params["notebook"] = notebook.path.json
      client.notify("commonplace/review/countsChanged", JSONValue.object(params))
    }
    // Prompts that are due tomorrow are due from midnight on.
    let now = Date()
    let today = Calendar.current.startOfDay(for: now)
    guard let turn = Calendar.current.date(byAdding: .day, value: 1, to: today),
      dueCountNotifier.waits(for: turn)
    else { return }
    queues.survey.asyncAfter(wallDeadline: .now() + turn.timeIntervalSince(now) + 1) {
      [weak self] in
      self?.notifyReviewCounts()
    }
  }

  /// A note was saved: the cards that views show may be others.
  func refreshReviewViews() {
    let open = state.withLock { $0.documents?.snapshots ?? [:] }
    let shown = Set(memory.reviews.shown.compactMap(\.view?.content))
    for document in open.values
    where ViewURI(document.uri).map({ shown.contains($0.content) }) == true {
      client.viewChanged(document.uri)
    }
  }
}

/// The due counts that a client was last sent. Calls may come from any thread.
final class DueCountNotifier: Sendable {
  private struct State {
    var isComing = false
    var earliest = ContinuousClock.now
    var sent: (notebook: String, counts: ReviewCounts)?
    var turn: Date?
  }

  private let state = Mutex(State())

  /// How long to wait before it is counted; nil if that is about to happen.
  func schedule() -> Duration? {
    state.withLock { state in
      if state.isComing { return nil }
      state.isComing = true
      return max(.milliseconds(200), state.earliest - .now)
    }
  }

  /// The count begins: a change from now on causes another notification.
  func countBegins() { state.withLock { $0.isComing = false } }

  /// It is counted again after ten times as long as it took.
  func delayNext(after time: Duration) { state.withLock { $0.earliest = .now + time * 10 } }

  /// Records the counts that are about to be sent. Returns whether they differ from the last ones.
  func shouldNotify(_ counts: ReviewCounts, of notebook: String) -> Bool {
    state.withLock { state in
      defer { state.sent = (notebook, counts) }
      return state.sent.map { $0.notebook != notebook || $0.counts != counts } ?? true
    }
  }

  /// Whether no timer waits for this turn of the day yet; from now on one does.
  func waits(for turn: Date) -> Bool {
    state.withLock { state in
      defer { state.turn = turn }
      return state.turn != turn
    }
  }
}
