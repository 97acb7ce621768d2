import Base
import Foundation
import GRDB
package import NotebookFile

import struct Synchronization.Atomic

extension Notebook {
  /// The reason why the file cannot be brought up to date, as far as known. Saving goes on all the
  /// same.
  package var problem: NotebookError? { sourceState.withLock { $0.problem } }

  /// The time at which `publishIfDue` next has something to do; nil when everything is published.
  ///
  /// A notebook of less than 8 MB is due at once, a bigger one two seconds after the last save and
  /// at the latest ten after the first. If the whole file is written each time, a notebook of 100 MB
  /// then rests for two minutes, and one of 500 MB or more for ten.
  package var publicationIsDue: ContinuousClock.Instant? {
    let (source, unpublished) = sourceState.withLock { ($0.source, $0.unpublished) }
    guard let unpublished, let copy = source.copy else { return nil }
    // The file alone does not show it: much of it may be in the log.
    let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    let size = try? source.read { db in try Int64.fetchOne(db, sql: sql) }
    if size ?? 0 < WorkingCopy.big { return unpublished.upperBound }
    let due = min(
      unpublished.upperBound.advanced(by: .seconds(2)),
      unpublished.lowerBound.advanced(by: .seconds(10)))
    return max(due, copy.restsUntil.withLock { $0 } ?? due)
  }

  /// Publishes the saved changes, if it is time to. Returns false if it is not. To be called after
  /// each save, and again at the time of `publicationIsDue`.
  @discardableResult
  package func publishIfDue(now: ContinuousClock.Instant = .now) throws(NotebookError) -> Bool {
    guard let time = publicationIsDue, time <= now else { return false }
    try publish()
    return true
  }

  /// Brings the file up to date with the changes saved here and by other processes, and
  /// incorporates those that others wrote to it. Without a working copy there is nothing to do.
  ///
  /// The file is replaced in one step by a whole new one. Throws the reason why it cannot be; the
  /// changes are kept, and the next call tries again. Cost: linear in the notebook's size.
  package func publish() throws(NotebookError) {
    do {
      try publishOnce()
    } catch {
      // A damaged or misplaced copy may be mended now; every other error is tried again later.
      let copy = sourceState.withLock { $0.source.copy }
      guard copy?.isInPlace == false || WorkingCopy.isDamage(error), (try? renewCopy()) != nil
      else {
        throw error
      }
      try publishOnce()
    }
  }

  private func publishOnce() throws(NotebookError) {
    let (source, saves) = sourceState.withLock { ($0.source, $0.unpublished?.upperBound) }
    guard case .copy(let copy, _) = source else { return }
    Work.step("Publishing the notebook")
    do {
      guard copy.isInPlace else { throw DisplacedCopy() }
      let lock = try FileLock(path: copy.place.lock, patience: .seconds(10))
      if case .supersededByOtherNotebook(let kept) = try copy.publish(holding: lock) {
        var new = try SourceState(inPlace: copy.place)
        new.keptCopy = kept
        new.unseen = nil
        replace(source, by: new)
        return
      }
      // The rest is swept the next time: the file is up to date.
      try? copy.sweep(holding: lock)
      copy.checkpoint()
      let file = try copy.history.published()?.identity
      let folder = SourceState.settledTime(of: copy.place.folder)
      sourceState.withLock { sourceState in
        guard sourceState.source.isSame(as: source) else { return }
        sourceState.problem = nil
        sourceState.seen.file = file
        sourceState.seen.folder = copy.hasUnreadCopies.load(ordering: .relaxed) ? nil : folder
        if sourceState.unpublished?.upperBound == saves { sourceState.unpublished = nil }
      }
    } catch {
      let error = NotebookError(
        publishing: copy.place, error, isPending: copy.hasMoreThanFile)
      sourceState.withLock { $0.problem = error }
      throw error
    }
  }

  /// The ids of the notes whose values, saved on this machine, were superseded by other devices, as
  /// far as it was found here since the last call; those that `refresh` reported are left out.
  package func takeSuperseded() -> Set<String> {
    sourceState.withLock { sourceState in
      if sourceState.source.copy?.history.isOpen == true { sourceState.lookAtHistory() }
      defer { sourceState.superseded = [] }
      return sourceState.superseded
    }
  }

  /// Publishes the pending changes, and closes all files. The notebook must not be used any more.
  /// `last` is called between both, and may read it. Throws the errors of `publish`.
  package func close(_ last: () -> Void = {}) throws(NotebookError) {
    let source = sourceState.withLock { $0.source }
    defer {
      last()
      for follower in followers.all { follower.close() }
      idle.close()
      switch sourceState.withLock({ $0.source }) {
      case .file(let file, _, _): try? file.queue.close()
      case .copy(let copy, let reader):
        try? reader.close()
        copy.close()
      }
    }
    guard let copy = source.copy else { return }
    try? copy.history.prune()
    if sourceState.withLock({ $0.unpublished }) != nil { try publish() }
  }

  /// Continues with another working copy, because the present one is damaged or was removed. Throws
  /// if none can be made.
  func renewCopy() throws {
    let old = sourceState.withLock { $0 }
    guard let copy = old.source.copy else { return }
    guard old.renewals < 3 else { throw NotebookError.damagedCopy(path: path) }
    guard let new = copy.isInPlace ? try copy.renewed() : try copy.rescue() else {
      throw NotebookError.damagedCopy(path: path)
    }
    var next = try SourceState(copy: new)
    next.unseen = nil
    next.renewals = old.renewals + 1
    replace(old.source, by: next)
    copy.close()
  }

  /// The messages for the user since this was last asked.
  package func takeNotices() -> [NotebookNotice] {
    let (copy, notices) = sourceState.withLock { sourceState in
      defer { sourceState.notices = [] }
      return (sourceState.source.copy, sourceState.notices)
    }
    return notices + (copy?.takeNotices() ?? [])
  }

  /// Incorporates the changes of others, to the file, as conflict copies beside it, or in another
  /// process to the working copy. Returns nil if nothing has changed, which costs a few system
  /// calls.
  ///
  /// Throws if the notebook can no longer be read; then it stays as it was.
  package func refresh() throws(NotebookError) -> NotebookChange? {
    do {
      if sourceState.withLock({ $0.source.copy })?.isInPlace == false { try renewCopy() }
      var new = sourceState.withLock { $0 }
      let old = new
      guard try new.isOutdated(path) else {
        if new.source.copy == nil {
          sourceState.withLock {
            if $0.source.isSame(as: new.source) { $0.seen.folder = new.seen.folder }
          }
        }
        return nil
      }
      if old.source.copy == nil || NotebookPlace(path: path, state: state) != old.source.place {
        new = try SourceState.open(path, state: state, refusal: refusal)
      } else {
        do {
          try new.incorporate(patience: .seconds(1))
          if try new.source.isRetired() { throw RetiredCopy() }
        } catch  where error is RetiredCopy || WorkingCopy.isDamage(error) {
          new = try SourceState.open(path, state: state, refusal: refusal)
        }
      }
      if new.leftCopy == old.leftCopy { new.notices = old.notices }
      try new.look()
      new.lookAtHistory()
      let superseded = new.superseded
      new.superseded = []
      let notes = try new.changedNotes(since: old, except: writer)?.union(superseded)
      new.unseen = []
      replace(old.source, by: new)
      let keptCopy = new.keptCopy == old.keptCopy ? nil : new.keptCopy
      if notes?.isEmpty == true, keptCopy == nil { return nil }
      return NotebookChange(notes: notes, keptCopy: keptCopy, superseded: superseded)
    } catch {
      let isPending = sourceState.withLock { $0.unpublished } != nil
      let place = NotebookPlace(path: path, state: state)
      let error = NotebookError(publishing: place, error, isPending: isPending)
      if case .missing = error, let last = identity {
        throw .gone(path: path, now: place.name(of: last))
      }
      throw error
    }
  }
}

/// The changes by others in a notebook since it was last read.
package struct NotebookChange: Sendable, Equatable {
  /// The ids of the notes in which something was written; nil when it may be any.
  package var notes: Set<String>?
  /// The file with changes that were saved and not yet published, because another notebook has
  /// replaced theirs.
  package var keptCopy: String?
  /// The ids of the notes of which another device superseded a text that was saved on this machine. It
  /// is in history.
  package var superseded: Set<String> = []
}
