internal import Base
internal import Dispatch
internal import Notebook
internal import NotebookIndex
internal import NotebookSearch

/// Work on a notebook that pages need to be done, and that takes long in a long notebook, such as making an index:
/// done once at a time, on another queue.
final class Preparation: Sendable {
  enum Readiness: Sendable, Equatable {
    case ready
    /// It is being done: a later page has the result.
    case beingMade
    /// It cannot be done, for want of space for instance. It is not tried again.
    case failed
  }

  private struct Work {
    var isRunning = false
    var hasFailed = false
    var asked = 0
  }

  private let work = Mutex(Work())
  private let running = DispatchGroup()
  private let isDone: @Sendable (Notebook) -> Bool
  private let make: @Sendable (Notebook) throws -> Void

  /// `isDone` is a quick look, and `make` the work.
  init(
    isDone: @escaping @Sendable (Notebook) -> Bool,
    make: @escaping @Sendable (Notebook) throws -> Void
  ) {
    self.isDone = isDone
    self.make = make
  }

  /// The number of pages that have asked, for tests.
  var asked: Int { work.withLock { $0.asked } }

  /// Whether it is done. If not, it begins, and the caller waits for it for at most `patience`.
  @discardableResult func readiness(
    of notebook: Notebook, patience: DispatchTimeInterval = .milliseconds(200)
  ) -> Readiness {
    work.withLock { $0.asked += 1 }
    if isDone(notebook) { return .ready }
    let begins = work.withLock { work in
      defer { if !work.hasFailed { work.isRunning = true } }
      return !work.isRunning && !work.hasFailed
    }
    if begins { begin(notebook) }
    let hasEnded = running.wait(timeout: .now() + patience) == .success
    if work.withLock({ $0.hasFailed }) { return .failed }
    return hasEnded ? .ready : .beingMade
  }

  private func begin(_ notebook: Notebook) {
    running.enter()
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      // Other reads do not wait for it.
      let result = Result { try BackgroundWork.run { try make(notebook) } }
      work.withLock { work in
        work.isRunning = false
        if case .failure = result { work.hasFailed = true }
      }
      running.leave()
    }
  }
}

extension Preparation {
  /// The index of links between notes.
  static func links(
    make: @escaping @Sendable (Notebook) throws -> Void = { try $0.makeLinkIndex() }
  ) -> Preparation {
    Preparation(isDone: { $0.knowsLinks() }, make: make)
  }

  /// The index of titles, and of what was written last.
  static func titles() -> Preparation {
    Preparation(isDone: \.knowsTitles) { try $0.makeTitles() }
  }

  /// The index by which a search costs the same in any notebook.
  static func words() -> Preparation {
    Preparation(isDone: { !$0.lacksWords }) { try $0.makeWords() }
  }
}
