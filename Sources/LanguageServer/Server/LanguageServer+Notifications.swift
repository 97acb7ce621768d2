import Base
import Dispatch
import Foundation
import JSON
import LanguageServerProtocol
import Maintenance
import Notebook
import NotebookFile
import NotebookReview

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
    state.withLock { $0.lifecycle == .running && $0.profile?.client.reviewCounts == true }
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
        let settled = try? notebook.reviews.settle(), settled > 0
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
      let counts = try? notebook.reviews.counts()
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

  /// The time to wait before it is counted; nil if that is about to happen.
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

/// The server's notifications about the notebook's status, for a status line.
extension LanguageServer {
  /// The notebook may have another status: a client that wants to know is notified of a change. May
  /// be called often, and from any thread. Cost: nothing unless something changed.
  func tellStatus() {
    let wants = state.withLock {
      $0.lifecycle == .running && $0.profile?.client.status == true
    }
    guard wants, let notebook = notebook.opened else { return }
    let sign = StatusNotifier.Sign(
      path: notebook.path, generation: self.notebook.generation,
      isPublished: notebook.publicationIsDue == nil, problem: notebook.problem?.standingDescription)
    guard statusNotifier.begin(sign) else { return }
    // In the survey's queue: to look for conflicts takes long in a big notebook.
    queues.survey.async { [self] in
      guard let status = try? notebook.status() else { return statusNotifier.forget() }
      let line = StatusLine(
        path: notebook.path, unpublishedSaves: status.unpublishedSaves,
        conflicts: status.conflicts, hasProblem: status.problem != nil)
      guard statusNotifier.isNews(line) else { return }
      client.notify(
        "commonplace/statusChanged",
        [
          "text": line.text.json, "notebook": line.path.json, "isPublished": line.isPublished.json,
          "conflicts": line.conflicts.json, "problem": (status.problem?.standingDescription).json,
        ] as JSONValue)
    }
  }
}

/// The status that a client was last sent. Calls may come from any thread.
final class StatusNotifier: Sendable {
  /// All that shows that a status may have changed.
  struct Sign: Equatable {
    var path: String
    var generation: Int
    var isPublished: Bool
    var problem: String?
  }

  private let seen = Mutex<(sign: Sign?, line: StatusLine?)>((nil, nil))

  /// Whether the status has to be looked at.
  func begin(_ sign: Sign) -> Bool {
    seen.withLock { seen in
      defer { seen.sign = sign }
      return seen.sign != sign
    }
  }

  /// Has the status looked at again.
  func forget() { seen.withLock { $0.sign = nil } }

  /// Whether `line`, which is about to be sent, differs from the last one.
  func isNews(_ line: StatusLine) -> Bool {
    seen.withLock { seen in
      defer { seen.line = line }
      return seen.line != line
    }
  }
}
