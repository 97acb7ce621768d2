import Base
import Foundation
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookReview
import NotebookSearch

/// The places in which a server looks for the notebook when the client names none.
package struct NotebookDefaults: Sendable {
  /// The path given on the command line.
  package var path: String?
  /// The process's environment.
  package var environment: [String: String]
  /// The process's working folder; the client's folder goes before it.
  package var directory: String

  /// Collects the defaults.
  package init(path: String?, environment: [String: String], directory: String) {
    self.path = path
    self.environment = environment
    self.directory = directory
  }
}

/// The server's one door to the notebook: opens it when it is first needed, incorporates the
/// changes of others, and reports each of its problems to the user once.
final class NotebookAccess: Sendable {
  /// The events of the notebook for other parts of the server.
  struct Events: Sendable {
    /// A message for the user.
    var show: @Sendable (MessageType, String) -> Void
    /// It was opened.
    var opened: @Sendable (Notebook) -> Void
    /// Others changed something in it: the notes with these ids, which may be none, or for nil
    /// perhaps any.
    var changed: @Sendable (Set<String>?) -> Void
    /// Another device superseded values saved on this machine in the notes with these ids.
    var superseded: @Sendable (Set<String>) -> Void
    /// Something was saved, and is to be published.
    var saved: @Sendable () -> Void
    /// Review data of prompts was saved, and no text; it is to be published.
    var recorded: @Sendable () -> Void
  }

  private struct State {
    var location: NotebookLocation?
    var open: Notebook?
    /// Counts the states of the notebook.
    var generation = 0
    var shownError: NotebookError?
    var shownProblem: NotebookError?
    /// The problem when it was last looked for.
    var seenProblem: NotebookError?
    /// The file that could not be opened when it was last tried.
    var refused: FileIdentity?
    /// The problem when it was last checked in the background.
    var lastSeen: NotebookError?
  }

  let defaults: NotebookDefaults
  private let listener = Mutex<Events?>(nil)
  private let state = Mutex(State())
  private let countedTags = Cached<Int, [TagCount]>()
  private let arrangedTags = Cached<Int, TagIndex>()
  /// Held while the notebook is opened or refreshed; `state` only for moments.
  let door = Mutex(())
  /// Makes indexes that no answer waits for.
  private let making = BackgroundOnce()
  /// The time before which none is made: failures, of a full disk for instance, are not repeated at each letter.
  private let nextMaking = Mutex(ContinuousClock.now)
  /// Changes of others to a greater file take long to incorporate, in bytes: requests do not wait for
  /// them, and are answered from the state before.
  private let longRefresh: Int64

  init(defaults: NotebookDefaults, longRefresh: Int64 = 8 << 20) {
    (self.defaults, self.longRefresh) = (defaults, longRefresh)
  }

  private var events: Events? { listener.withLock { $0 } }

  /// Has `events` called from now on, on any thread.
  func setEventHandler(_ events: Events) { listener.withLock { $0 = events } }

  /// Decides which file it is: the one at `path`, the one that the user's settings file has
  /// `configured`, or the one found from `directory` on. Returns whether it is another than before,
  /// and the notebook that was open and is not any more.
  @discardableResult
  func locate(
    _ path: String?, configured: String? = nil, from directory: String?
  ) -> (isAnother: Bool, left: Notebook?) {
    let location = NotebookLocation.resolve(
      explicit: path ?? defaults.path, environment: defaults.environment, configured: configured,
      directory: directory ?? defaults.directory)
    return door.withLock { _ in
      state.withLock { state in
        if let old = state.location, old.path == location.path {
          state.location = location
          state.open?.wasFound(location)
          return (false, nil)
        }
        let old = state
        state = State(location: location)
        state.generation = old.generation + 1
        return (true, old.open)
      }
    }
  }

  /// Opens the notebook if it is not open. Returns after a problem, too, which is reported.
  func open() {
    _ = try? notebook()
  }

  /// A search was answered: makes what lets the next ones cost the same in any notebook, if that is missing.
  func prepareSearch() {
    guard let notebook = opened, notebook.searches.lacksWords,
      nextMaking.withLock({ $0 }) <= .now
    else { return }
    making.begin { [self] in
      if (try? notebook.searches.makeWords()) == nil {
        nextMaking.withLock { $0 = .now + .seconds(60) }
      }
    }
  }

  /// The notebook with the changes of others. Throws its problem.
  func notebook() throws(ResponseError) -> Notebook {
    if let open = opened, !open.isStale { return open }
    do throws(NotebookError) {
      return try look()
    } catch {
      throw report(error)
    }
  }

  /// The state of the notebook for `Cached`: a number that is another one once the notebook says something else, as
  /// far as it was looked at. A change has its number before it is answered.
  var generation: Int { state.withLock { $0.generation } }

  /// The notebook, if it is open.
  var opened: Notebook? { state.withLock { $0.open } }

  /// Incorporates the changes of others, or opens the notebook once its file has come or become
  /// another. To be called now and then. Cost: a few system calls when nothing has changed.
  ///
  /// A problem is reported if it was there the last time too: a file that is being replaced may be
  /// gone or locked for a moment.
  func refresh() {
    let (isOpen, path, refused, lastSeen) = state.withLock {
      ($0.open != nil, $0.location?.path, $0.refused, $0.lastSeen)
    }
    guard let path else { return }
    if !isOpen {
      guard let identity = FileIdentity(path: path), identity != refused else { return }
    }
    do throws(NotebookError) {
      let notebook = try look()
      state.withLock {
        $0.shownError = nil; $0.lastSeen = nil
      }
      showProblem(of: notebook)
    } catch {
      state.withLock { $0.lastSeen = error }
      if !isOpen || error == lastSeen { _ = report(error) }
    }
  }

  private func look() throws(NotebookError) -> Notebook {
    if !BackgroundWork.isCurrent, let open = opened,
      FileIdentity(path: open.path).map({ $0.size >= longRefresh }) ?? false
    {
      return try door.withLockIfAvailable { _ in refreshed() }?.get() ?? open
    }
    return try door.withLock { _ in refreshed() }.get()
  }

  /// The notebook with the changes of others, at the door.
  private func refreshed() -> Result<Notebook, NotebookError> {
    do throws(NotebookError) {
      if let open = opened {
        if let change = try open.refresh() { noteChange(change, of: open) }
        return .success(open)
      }
      return .success(try reopen())
    } catch {
      return .failure(error)
    }
  }

  private func reopen() throws(NotebookError) -> Notebook {
    guard let location = state.withLock({ $0.location }) else { throw .missing(path: "") }
    do throws(NotebookError) {
      let notebook = try Notebook.open(location)
      let wasRefused = state.withLock { state in
        defer { state.open = notebook; state.shownError = nil; state.refused = nil }
        state.generation += 1
        return state.shownError != nil
      }
      didOpen(notebook)
      if wasRefused { events?.changed(nil) }
      return notebook
    } catch {
      // An error of the moment is no answer: the next look tries again.
      let identity = error.isOfTheMoment ? nil : FileIdentity(path: location.path)
      state.withLock { $0.refused = identity }
      throw error
    }
  }

  /// The steps that are done once for each file.
  private func didOpen(_ notebook: Notebook) {
    if let note = notebook.newerVersionNote { events?.show(.warning, note) }
    if let refusal = notebook.refusal { events?.show(.warning, refusal.description) }
    events?.opened(notebook)
  }

  private func noteChange(_ change: NotebookChange, of notebook: Notebook) {
    state.withLock {
      $0.shownError = nil; $0.generation += 1
    }
    if change.notes == nil { didOpen(notebook) }
    if let copy = change.keptCopy {
      events?.show(
        .warning,
        "\(notebook.path) was replaced by another notebook. Unpublished changes are in "
          + "\(copy).")
    }
    if !change.superseded.isEmpty { events?.superseded(change.superseded) }
    // Keys that are not notes', such as the study log's, have names of this kind.
    events?.changed(change.notes?.filter { !$0.isEmpty && !$0.hasPrefix(".") })
  }

  // MARK: Asking and changing

  /// The result of `question` on the notebook, with its errors reported and turned into responses.
  func ask<Answer>(
    _ question: (Notebook) throws(NotebookError) -> Answer
  ) throws(ResponseError) -> Answer {
    let notebook = try notebook()
    do throws(NotebookError) {
      return try question(notebook)
    } catch {
      throw report(error)
    }
  }

  /// Changes the notebook. When this returns, the change is on disk; it is published soon after.
  func change<Answer>(
    _ change: (Notebook) throws(NotebookError) -> Answer
  ) throws(ResponseError) -> Answer {
    let notebook = try notebook()
    defer {
      state.withLock { $0.generation += 1 }
      events?.saved()
    }
    do throws(NotebookError) {
      return try change(notebook)
    } catch {
      // The response has the message.
      throw .requestFailed(error.description)
    }
  }

  /// Changes review data of prompts, and no text. When this returns, the change is on disk; it is
  /// published soon after.
  func record<Answer>(
    _ change: (Notebook) throws(NotebookError) -> Answer
  ) throws(ResponseError) -> Answer {
    let notebook = try notebook()
    defer { wasRecorded() }
    do throws(NotebookError) {
      return try change(notebook)
    } catch {
      throw .requestFailed(error.description)
    }
  }

  /// Whether due prompts are known, or cannot be because there is no notebook.
  var knowsDuePrompts: Bool { opened?.reviews.areCounted ?? true }

  /// Review data of prompts was changed.
  func wasRecorded() { events?.recorded() }

  /// Mirrors were brought up to date, which may have changed notes.
  func mirrored(_ outcome: Mirrors.Outcome) {
    for message in outcome.messages { events?.show(.warning, message) }
    guard !outcome.changed.isEmpty else { return }
    state.withLock { $0.generation += 1 }
    events?.changed(outcome.changed)
  }

  /// The notebook's tags; none while it cannot be read. Cost: nothing while nothing has changed.
  var tags: [TagCount] { (try? countTags()) ?? [] }

  private func countTags() throws(ResponseError) -> [TagCount] {
    // First the changes of others: they make another state.
    _ = try notebook()
    return try countedTags.value(at: { generation }) { (_) throws(ResponseError) in
      try ask { (notebook) throws(NotebookError) in try notebook.tags.all() }
    }
  }

  /// The same, arranged. Cost: nothing while the tags are the same.
  var tagIndex: TagIndex {
    guard (try? notebook()) != nil else { return TagIndex([]) }
    let index = try? arrangedTags.value(at: { generation }) { (last) throws(ResponseError) in
      let tags = try countTags()
      guard var index = last, index.counts == tags else { return TagIndex(tags) }
      // The same array is compared in no time.
      index.counts = tags
      return index
    }
    return index ?? TagIndex([])
  }

  // MARK: Messages

  /// Shows the user the problem of the file, unless the last message was the same.
  private func report(_ error: NotebookError) -> ResponseError {
    if case .noteNotFound = error { return .requestFailed(error.description) }
    if case .cancelled = error { return .requestCancelled() }
    let (isNew, origin) = state.withLock { state in
      defer { state.shownError = error }
      return (state.shownError != error, state.location?.origin)
    }
    if isNew {
      // The default place was not the user's choice; a missing file there is no failure.
      var isExpected = false
      if case .missing = error { isExpected = origin == .dataFolder }
      events?.show(isExpected ? .info : .error, error.description)
    }
    return .requestFailed(error.description)
  }

  /// Shows the user once why changes cannot be published, and the notebook's notices.
  func showProblem(of notebook: Notebook) {
    let problem = notebook.problem
    let isNew = state.withLock { state in
      // A file that is being replaced may be gone for a moment.
      let isSeenAgain = state.seenProblem == problem
      state.seenProblem = problem
      if case .gone? = problem, !isSeenAgain { return false }
      defer { state.shownProblem = problem }
      return state.shownProblem != problem
    }
    if isNew, let problem { events?.show(.warning, problem.standingDescription) }
    for notice in notebook.takeNotices() where !notice.isEveryday {
      events?.show(.warning, notice.message)
    }
  }
}
