import Base
import Foundation
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookReview
import NotebookSearch

/// The locations where a server searches for the notebook if the client does not name one.
package struct NotebookDefaults: Sendable {
  package var path: String?
  package var environment: [String: String]
  /// The process's working folder, used if the client has no folder.
  package var directory: String

  package init(path: String?, environment: [String: String], directory: String) {
    self.path = path
    self.environment = environment
    self.directory = directory
  }
}

/// The server's access to the notebook: opens it when it is first needed, incorporates the changes
/// of others, and reports each of its problems to the user once.
final class NotebookAccess: Sendable {
  struct Events: Sendable {
    var show: @Sendable (MessageType, String) -> Void
    /// The notebook was opened, or any of its notes may have changed.
    var opened: @Sendable (Notebook) -> Void
    /// Others changed the notes with these IDs, which may be none; nil if any note may have
    /// changed.
    var changed: @Sendable (Set<String>?) -> Void
    /// Another device superseded texts saved on this machine in the notes with these IDs.
    var superseded: @Sendable (Set<String>) -> Void
    /// Something may have been saved, and must then be published.
    var saved: @Sendable () -> Void
    /// Only review data of prompts may have been saved; it must then be published.
    var recorded: @Sendable () -> Void
  }

  private struct State {
    var location: NotebookLocation?
    var open: Notebook?
    var generation = 0
    var shownError: NotebookError?
    var shownProblem: NotebookError?
    /// The publishing problem at the last check.
    var seenProblem: NotebookError?
    /// The file that could not be opened at the last attempt.
    var refused: FileIdentity?
    /// The error of the last background refresh.
    var lastSeen: NotebookError?
  }

  let defaults: NotebookDefaults
  private let listener = Mutex<Events?>(nil)
  private let state = Mutex(State())
  private let countedTags = Cached<Int, [TagCount]>()
  private let arrangedTags = Cached<Int, TagIndex>()
  /// Held while the notebook is opened or refreshed. `state` is locked only briefly.
  let door = Mutex(())
  private let making = BackgroundOnce()
  /// The time before which no index is built: a failure, such as a full disk, is not repeated at
  /// each keystroke.
  private let nextMaking = Mutex(ContinuousClock.now)
  /// The size in bytes from which incorporating changes to the file takes long. If another thread
  /// does that, requests do not wait for it, and are answered from the previous state.
  private let longRefresh: Int64

  init(defaults: NotebookDefaults, longRefresh: Int64 = 8 << 20) {
    (self.defaults, self.longRefresh) = (defaults, longRefresh)
  }

  private var events: Events? { listener.withLock { $0 } }

  /// Sets the events that are called from now on, on any thread.
  func setEventHandler(_ events: Events) { listener.withLock { $0 = events } }

  /// Decides which file the notebook is: the file at `path`; or else the one that the command line,
  /// the environment or the user's settings file (`configured`) names; or else one found from
  /// `directory`, or the default. Returns whether it is another file than before, and if so, the
  /// notebook that was open until now.
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

  /// Opens the notebook if it is not open. A problem is reported, not thrown.
  func open() {
    _ = try? notebook()
  }

  /// Builds the word index in the background if it is missing, so that later searches are fast in a
  /// notebook of any size.
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

  /// Returns the notebook with the changes of others. Throws the notebook's problem, which is also
  /// reported to the user.
  func notebook() throws(ResponseError) -> Notebook {
    if let open = opened, !open.isStale { return open }
    do throws(NotebookError) {
      return try look()
    } catch {
      throw report(error)
    }
  }

  /// The number of the notebook's state, for `Cached`: it changes whenever a change of the notebook
  /// is noticed, except a change by `record`. A local change has its number before the request is
  /// answered.
  var generation: Int { state.withLock { $0.generation } }

  var opened: Notebook? { state.withLock { $0.open } }

  /// Incorporates the changes of others, or opens the notebook once its file exists or was
  /// replaced. Called regularly. Cost: a few system calls if nothing has changed.
  ///
  /// A problem of an open notebook is reported only if the previous call had it, too: a file that
  /// is being replaced may be missing or locked for a moment.
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

  /// Called with `door` held.
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
      // A temporary error is not recorded: the next call tries again.
      let identity = error.isOfTheMoment ? nil : FileIdentity(path: location.path)
      state.withLock { $0.refused = identity }
      throw error
    }
  }

  /// Reports the notebook and its warnings. Called when it was opened, or when any note may have
  /// changed.
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
        "\(notebook.path) was replaced by another notebook. Changes that only this machine had are "
          + "in \(copy).")
    }
    if !change.superseded.isEmpty { events?.superseded(change.superseded) }
    // Keys that are not notes', such as the study log's, begin with “.”.
    events?.changed(change.notes?.filter { !$0.isEmpty && !$0.hasPrefix(".") })
  }

  // MARK: Asking and changing

  /// Returns the result of `question`; reports its errors to the user and rethrows them as response
  /// errors.
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

  /// Changes the notebook. The change is on disk when this returns; it is published soon after.
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
      // The error is not shown separately: the response contains it.
      throw .requestFailed(error.description)
    }
  }

  /// Changes only review data of prompts. The change is on disk when this returns; it is published
  /// soon after.
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

  /// Whether due prompts were counted, or no notebook is open.
  var knowsDuePrompts: Bool { opened?.reviews.areCounted ?? true }

  func wasRecorded() { events?.recorded() }

  func mirrored(_ outcome: Mirrors.Outcome) {
    for message in outcome.messages { events?.show(.warning, message) }
    guard !outcome.changed.isEmpty else { return }
    state.withLock { $0.generation += 1 }
    events?.changed(outcome.changed)
  }

  /// Empty while the notebook cannot be read. Cost: one check if nothing has changed.
  var tags: [TagCount] { (try? countTags()) ?? [] }

  private func countTags() throws(ResponseError) -> [TagCount] {
    // Incorporates others' changes first: they increment `generation`.
    _ = try notebook()
    return try countedTags.value(at: { generation }) { (_) throws(ResponseError) in
      try ask { (notebook) throws(NotebookError) in try notebook.tags.all() }
    }
  }

  /// Cost: one check if the tags are unchanged.
  var tagIndex: TagIndex {
    guard (try? notebook()) != nil else { return TagIndex([]) }
    let index = try? arrangedTags.value(at: { generation }) { (last) throws(ResponseError) in
      let tags = try countTags()
      guard var index = last, index.counts == tags else { return TagIndex(tags) }
      // Comparing the same array again takes constant time.
      index.counts = tags
      return index
    }
    return index ?? TagIndex([])
  }

  // MARK: Messages

  /// Shows the user an error, unless it was the last one shown. Returns the response error. A
  /// missing note and a cancellation are not shown.
  private func report(_ error: NotebookError) -> ResponseError {
    if case .noteNotFound = error { return .requestFailed(error.description) }
    if case .cancelled = error { return .requestCancelled() }
    let (isNew, origin) = state.withLock { state in
      defer { state.shownError = error }
      return (state.shownError != error, state.location?.origin)
    }
    if isNew {
      // The default path was not the user's choice; a missing file there is not a failure.
      var isExpected = false
      if case .missing = error { isExpected = origin == .dataFolder }
      events?.show(isExpected ? .info : .error, error.description)
    }
    return .requestFailed(error.description)
  }

  /// Shows the user, once, why changes cannot be published, and the notebook's notices.
  func showProblem(of notebook: Notebook) {
    let problem = notebook.problem
    let isNew = state.withLock { state in
      // A file that is being replaced may be missing for a moment.
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
