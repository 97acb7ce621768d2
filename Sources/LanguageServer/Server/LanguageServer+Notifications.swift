import Base
import Dispatch
import Foundation
import JSON
import LanguageServerProtocol
import Maintenance
import Notebook
import NotebookFile
import NotebookReview

extension LanguageServer {
  /// Notifies a client that supports it if due counts have changed, at most five times a second.
  /// Called when prompts were answered, or due dates may have changed. May be called from any
  /// thread.
  func notifyReviewCounts() {
    guard wantsReviewCounts, let delay = dueCountNotifier.schedule() else { return }
    queues.survey.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
      self?.sendReviewCounts()
    }
  }

  private var wantsReviewCounts: Bool {
    state.withLock { $0.lifecycle == .running && $0.profile?.client.reviewCounts == true }
  }

  /// Stores the study log's decision if devices answered the same prompts without knowing of each
  /// other, so that all views of the prompts show it. Called when the notebook was opened or others
  /// wrote to it; usually there is nothing to store. If storing fails, reviews are still right, and
  /// the next review tries again.
  ///
  /// Only for users who review, because building the due index takes long in a big notebook. Runs
  /// in the survey queue, because reading many changes by others takes long.
  func settleReviews() {
    guard wantsReviewCounts || !memory.reviews.isEmpty else { return }
    queues.survey.async { [weak self] in
      guard let self, state.withLock({ $0.lifecycle == .running }), let notebook = notebook.opened,
        let settled = try? notebook.reviews.settle(), settled > 0
      else { return }
      self.notebook.wasRecorded()
    }
  }

  /// Counts due prompts and sends changed counts. Called in the survey queue, because counting
  /// takes long after others wrote much.
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
    // Prompts that are due tomorrow are due from the start of that day on.
    let now = Date()
    let turn = Calendar.current.startOfTomorrow(after: now)
    guard dueCountNotifier.waits(for: turn) else { return }
    queues.survey.asyncAfter(wallDeadline: .now() + turn.timeIntervalSince(now) + 1) {
      [weak self] in
      self?.notifyReviewCounts()
    }
  }

  /// Asks the client to reload the views of reviews: a note was saved, so their cards may have
  /// changed.
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

  /// Returns the time to wait before counting; nil if a count is already scheduled.
  func schedule() -> Duration? {
    state.withLock { state in
      if state.isComing { return nil }
      state.isComing = true
      return max(.milliseconds(200), state.earliest - .now)
    }
  }

  /// Records that counting begins: later changes cause another notification.
  func countBegins() { state.withLock { $0.isComing = false } }

  /// Delays the next count by ten times `time`, the duration of the last one.
  func delayNext(after time: Duration) { state.withLock { $0.earliest = .now + time * 10 } }

  /// Records the counts that are about to be sent. Returns whether they differ from the last ones.
  func shouldNotify(_ counts: ReviewCounts, of notebook: String) -> Bool {
    state.withLock { state in
      defer { state.sent = (notebook, counts) }
      return state.sent.map { $0.notebook != notebook || $0.counts != counts } ?? true
    }
  }

  /// Returns whether no timer was set for this midnight yet; records that one is.
  func waits(for turn: Date) -> Bool {
    state.withLock { state in
      defer { state.turn = turn }
      return state.turn != turn
    }
  }
}

extension LanguageServer {
  /// Notifies a client that supports it if the notebook's status has changed. May be called often,
  /// and from any thread; cheap if nothing has changed.
  func tellStatus() {
    let wants = state.withLock {
      $0.lifecycle == .running && $0.profile?.client.status == true
    }
    guard wants, let notebook = notebook.opened else { return }
    let sign = StatusNotifier.Sign(
      path: notebook.path, generation: self.notebook.generation,
      isPublished: notebook.publicationIsDue == nil, problem: notebook.problem?.standingDescription)
    guard statusNotifier.begin(sign) else { return }
    // Use the survey queue: searching for conflicts takes long in a big notebook.
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
  /// Values that are cheap to read, and that change with the status.
  struct Sign: Equatable {
    var path: String
    var generation: Int
    var isPublished: Bool
    var problem: String?
  }

  private let seen = Mutex<(sign: Sign?, line: StatusLine?)>((nil, nil))

  /// Returns whether the status must be read: `sign` differs from the last one.
  func begin(_ sign: Sign) -> Bool {
    seen.withLock { seen in
      defer { seen.sign = sign }
      return seen.sign != sign
    }
  }

  func forget() { seen.withLock { $0.sign = nil } }

  func isNews(_ line: StatusLine) -> Bool {
    seen.withLock { seen in
      defer { seen.line = line }
      return seen.line != line
    }
  }
}
