import Base
import Dispatch
import Notebook
import NotebookIndex
import NotebookSearch

/// Work that pages depend on and that takes long in a long notebook, such as creating an index. It
/// runs once at a time, on another queue.
final class Preparation: Sendable {
  enum Readiness: Sendable, Equatable {
    case ready
    /// The work is running. A later page has the result.
    case beingMade
    /// The work failed, for example because the disk is full. It is not tried again.
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

  /// `isDone` must be fast; `make` does the work.
  init(
    isDone: @escaping @Sendable (Notebook) -> Bool,
    make: @escaping @Sendable (Notebook) throws -> Void
  ) {
    self.isDone = isDone
    self.make = make
  }

  /// Number of calls of `readiness`, for tests.
  var asked: Int { work.withLock { $0.asked } }

  /// Returns whether the work is done. If it is not done and has not failed, starts it. Waits for
  /// it for at most `patience`.
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
  static func links(
    make: @escaping @Sendable (Notebook) throws -> Void = { try $0.links.makeIndex() }
  ) -> Preparation {
    Preparation(isDone: { $0.links.isUpToDate() }, make: make)
  }

  /// The index of titles and of the notes changed last.
  static func titles() -> Preparation {
    Preparation(isDone: \.titles.isUpToDate) { try $0.titles.makeIndex() }
  }

  static func words() -> Preparation {
    Preparation(isDone: { !$0.searches.lacksWords }) { try $0.searches.makeWords() }
  }
}
