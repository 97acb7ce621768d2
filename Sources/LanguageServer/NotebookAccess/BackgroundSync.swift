import Base
import Foundation
import Notebook
import NotebookFile

/// The notebook's work in the background: incorporates the changes of others, updates the mirrors,
/// and publishes local changes. Runs in a separate queue, so that requests do not wait for it.
final class BackgroundSync: Sendable {
  /// The time between two checks of the notebook, in milliseconds.
  private static let interval = 800
  private static let retryDelay = Duration.seconds(5)

  private let access: NotebookAccess
  private let mirrors: Mirrors
  private let openNotes: OpenNotes
  private let queue = WorkQueue("backgroundSync", isBackground: true)
  /// The time from which mirrors are checked again without a reported change. The pause between
  /// checks is twenty times as long as the last check took.
  private let mirrorsAreDue = Mutex(ContinuousClock.now)
  private let failure = Mutex<ContinuousClock.Instant?>(nil)

  init(_ access: NotebookAccess, mirrors: Mirrors, openNotes: OpenNotes) {
    (self.access, self.mirrors, self.openNotes) = (access, mirrors, openNotes)
  }

  /// Starts checking the notebook every `interval`, until this object is released; calls `also`
  /// each time.
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

  /// Checks the notebook now: a client reported that its file has changed.
  func syncNow() {
    queue.async { [self] in
      access.refresh()
      mirror()
      publish()
    }
  }

  /// Publishes the changes in a notebook that is no longer the current one. If that fails, the next
  /// process that opens the notebook publishes them.
  func leave(_ notebook: Notebook) {
    queue.async { if notebook.publicationIsDue != nil { try? notebook.publish() } }
  }

  /// Updates the mirrors, and waits up to two seconds until that is done.
  func mirrorNow() {
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      mirror()
      done.signal()
    }
    _ = done.wait(timeout: .now() + 2)
  }

  /// Updates the mirrors after a save, and publishes changes if they are due. Also releases free
  /// memory, because users do not type at that moment.
  func saved() {
    queue.async { [self] in
      mirror()
      publish()
      Heap.giveBack()
      // The next regular check may come too late for a big notebook.
      guard failed == nil, let due = access.opened?.publicationIsDue else { return }
      let wait = max(.zero, due - .now)
      queue.asyncAfter(deadline: .now() + wait / .seconds(1)) { [weak self] in self?.publish() }
    }
  }

  /// Publishes all changes now, even if they are not due. Calls `completion` afterwards, even if
  /// publishing failed.
  func finish(_ completion: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      if let notebook = access.opened, notebook.publicationIsDue != nil { try? notebook.publish() }
      completion()
    }
  }

  /// Caches the list of notes and then searches the notebook for damage, in the background. Calls
  /// `damaged` if it is damaged.
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
