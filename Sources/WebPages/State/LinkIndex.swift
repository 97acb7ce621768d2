internal import Base
internal import Dispatch
internal import Notebook
internal import NotebookIndex

/// Knows whether the links between notes can be looked up, and has their index made where a page needs it.
final class LinkIndex: Sendable {
  enum Readiness: Sendable, Equatable {
    case ready
    /// A later page has the links.
    case beingMade
    /// It cannot be made, for want of space for instance.
    case failed
  }

  private struct Making {
    var isRunning = false
    var hasFailed = false
    var asked = 0
  }

  private let making = Mutex(Making())
  private let running = DispatchGroup()
  private let make: @Sendable (Notebook) throws -> Void

  /// `make` is the work that takes long in a long notebook.
  init(make: @escaping @Sendable (Notebook) throws -> Void = { try $0.makeLinkIndex() }) {
    self.make = make
  }

  /// The number of pages that have asked, for tests.
  var asked: Int { making.withLock { $0.asked } }

  /// Whether links can be looked up now. If the index is missing, it is made on another queue, and the caller
  /// waits for a moment at most.
  func readiness(of notebook: Notebook) -> Readiness {
    making.withLock { $0.asked += 1 }
    if notebook.knowsLinks() { return .ready }
    let begins = making.withLock { making in
      defer { if !making.hasFailed { making.isRunning = true } }
      return !making.isRunning && !making.hasFailed
    }
    if begins { begin(notebook) }
    let hasEnded = running.wait(timeout: .now() + .milliseconds(200)) == .success
    if making.withLock({ $0.hasFailed }) { return .failed }
    return hasEnded ? .ready : .beingMade
  }

  private func begin(_ notebook: Notebook) {
    running.enter()
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      // Other reads do not wait for it.
      let result = Result { try BackgroundWork.run { try make(notebook) } }
      making.withLock { making in
        making.isRunning = false
        if case .failure = result { making.hasFailed = true }
      }
      running.leave()
    }
  }
}
