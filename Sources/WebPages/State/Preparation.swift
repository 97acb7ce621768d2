import Base
import Dispatch
import Notebook
import NotebookIndex
import NotebookSearch

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
    var hasFailed = false
    var asked = 0
  }

  private let work = Mutex(Work())
  private let once = BackgroundOnce()
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
    if !hasFailed {
      once.begin(by: { DispatchQueue.global(qos: .userInitiated).async(execute: $0) }) { [self] in
        if (try? make(notebook)) == nil { work.withLock { $0.hasFailed = true } }
      }
    }
    let hasEnded = once.hasEnded(within: patience)
    if hasFailed { return .failed }
    return hasEnded ? .ready : .beingMade
  }

  private var hasFailed: Bool { work.withLock { $0.hasFailed } }
}

extension Preparation {
  /// The index of links between notes.
  static func links(
    make: @escaping @Sendable (Notebook) throws -> Void = { try $0.links.makeIndex() }
  ) -> Preparation {
    Preparation(isDone: { $0.links.isUpToDate() }, make: make)
  }

  /// The index of titles, and of what was written last.
  static func titles() -> Preparation {
    Preparation(isDone: \.titles.isUpToDate) { try $0.titles.makeIndex() }
  }

  /// The index by which a search costs the same in any notebook.
  static func words() -> Preparation {
    Preparation(isDone: { !$0.searches.lacksWords }) { try $0.searches.makeWords() }
  }
}
