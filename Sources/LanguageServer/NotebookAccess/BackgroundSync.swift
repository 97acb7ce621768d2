import Base
import Foundation
import Notebook
import NotebookFile

/// The notebook's work in the background: it incorporates the changes of others, and publishes
/// those that were saved here. It runs on a separate queue, so that no request waits for it.
final class BackgroundSync: Sendable {
  /// The longest time until the notebook is looked at again, in milliseconds.
  private static let interval = 800
  /// The time that publishing waits after a failure, in seconds.
  private static let retryDelay = Duration.seconds(5)

  private let access: NotebookAccess
  private let mirrors: Mirrors
  private let openNotes: OpenNotes
  private let queue = WorkQueue("backgroundSync", isBackground: true)
  /// The time at which mirrors are next looked at though nothing is known to have changed: after a
  /// rest of twenty times as long as that takes.
  private let mirrorsAreDue = Mutex(ContinuousClock.now)
  /// The time at which publishing last failed.
  private let failure = Mutex<ContinuousClock.Instant?>(nil)

  init(_ access: NotebookAccess, mirrors: Mirrors, openNotes: OpenNotes) {
    (self.access, self.mirrors, self.openNotes) = (access, mirrors, openNotes)
  }

  /// Begins to look at the notebook, now and then, as long as this lives; `also` is called each time.
  func start(also: @escaping @Sendable () -> Void = {}) {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.interval)) { [weak self] in
      guard let self else { return }
      access.refresh()
      if mirrorsAreDue.withLock({ $0 <= .now }) { mirror() }
      publish()
      also()
      start(also: also)
    }
  }

  /// Looks at the notebook now: a client sent a notification that its file has changed.
  func syncNow() {
    queue.async { [self] in
      access.refresh()
      mirror()
      publish()
    }
  }

  /// Publishes the changes in a notebook that is no longer the current one. If they cannot be
  /// published, the next process that opens it does it.
  func leave(_ notebook: Notebook) {
    queue.async { if notebook.publicationIsDue != nil { try? notebook.publish() } }
  }

  /// Brings the mirrors up to date, and waits until that is done, at most two seconds.
  func mirrorNow() {
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      mirror()
      done.signal()
    }
    _ = done.wait(timeout: .now() + 2)
  }

  /// Publishes changes when they are due. No user types at such a moment, so that memory is given
  /// back as well.
  func saved() {
    queue.async { [self] in
      mirror()
      publish()
      Heap.giveBack()
      // The next look at the notebook may come too late for a big one.
      guard failed == nil, let due = access.opened?.publicationIsDue else { return }
      let wait = max(.zero, due - .now)
      queue.asyncAfter(deadline: .now() + wait / .seconds(1)) { [weak self] in self?.publish() }
    }
  }

  /// Publishes all changes now, even if they are not due; `completion` is called when it is done,
  /// or cannot be.
  func finish(_ completion: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      if let notebook = access.opened, notebook.publicationIsDue != nil { try? notebook.publish() }
      completion()
    }
  }

  /// Reads the list and then the whole of a notebook that was just opened, in the background, and reports
  /// it if it is damaged.
  func check(_ notebook: Notebook, damaged: @escaping @Sendable (NotebookError) -> Void) {
    DispatchQueue.global(qos: .background).async {
      do throws(NotebookError) {
        try notebook.notes.prepareList()
        try notebook.quickCheck()
      } catch {
        switch error {
        case .damaged, .damagedCopy: damaged(error)
        default: break
        }
      }
    }
  }

  /// Brings the folders that mirror the notebook up to date.
  private func mirror() {
    guard let notebook = access.opened else { return }
    let begun = ContinuousClock.now
    defer { mirrorsAreDue.withLock { $0 = .now + (.now - begun) * 20 } }
    let outcome = mirrors.sync(
      notebook,
      agreed: { note, fileText in
        openNotes.recordSent(note.summary.id, version: note.version, text: fileText)
      }, bases: { openNotes.bases })
    access.mirrored(outcome)
  }

  private var failed: ContinuousClock.Instant? {
    failure.withLock { failure in
      if let time = failure, time + Self.retryDelay < .now { failure = nil }
      return failure
    }
  }

  private func publish() {
    guard failed == nil, let notebook = access.opened else { return }
    do throws(NotebookError) {
      if try notebook.publishIfDue() { access.showProblem(of: notebook) }
    } catch {
      failure.withLock { $0 = .now }
      access.showProblem(of: notebook)
    }
  }
}
