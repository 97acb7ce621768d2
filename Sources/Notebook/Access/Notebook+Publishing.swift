import Base
import Foundation
import GRDB
package import NotebookFile

import struct Synchronization.Atomic

extension Notebook {
  /// The error that prevents publishing or incorporating the file; nil if none is known. Saving may
  /// still work, except after `newerVersion`.
  package var problem: NotebookError? { sourceState.withLock { $0.problem } }

  /// The time from which `publishIfDue` publishes; nil if no save is known to be unpublished.
  ///
  /// A notebook smaller than 8 MiB is due at once. A bigger one is due two seconds after the last
  /// save, and at most ten after the first. If publishing wrote the whole file last time, the next
  /// time is later: about two minutes after it for 100 MB, and about ten for 500 MB or more.
  package var publicationIsDue: ContinuousClock.Instant? {
    let (source, unpublished) = sourceState.withLock { ($0.source, $0.unpublished) }
    guard let unpublished, let copy = source.copy else { return nil }
    // Counts pages, because the file does not contain what is still in its write-ahead log.
    let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    let size = try? source.read { db in try Int64.fetchOne(db, sql: sql) }
    if size ?? 0 < WorkingCopy.big { return unpublished.upperBound }
    let due = min(
      unpublished.upperBound.advanced(by: .seconds(2)),
      unpublished.lowerBound.advanced(by: .seconds(10)))
    return max(due, copy.restsUntil.withLock { $0 } ?? due)
  }

  /// Publishes the saved changes if they are due; otherwise returns false. Call after each save,
  /// and again at the time of `publicationIsDue`. Throws the errors of `publish`.
  @discardableResult
  package func publishIfDue(now: ContinuousClock.Instant = .now) throws(NotebookError) -> Bool {
    guard let time = publicationIsDue, time <= now else { return false }
    try publish()
    return true
  }

  /// Publishes the changes saved by this and other processes, and incorporates the changes that
  /// others wrote to the file. Does nothing without a working copy.
  ///
  /// Replaces the file in one step by a complete new one. If that fails, throws the reason and
  /// keeps the changes, so that the next call tries again. Cost: linear in the notebook's size,
  /// unless the file system can share blocks.
  package func publish() throws(NotebookError) {
    do {
      try publishOnce()
    } catch {
      // Renews a damaged or displaced copy, and tries once more.
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
      let lock = try FileLock(path: copy.paths.lock, patience: .seconds(10))
      if case .supersededByOtherNotebook(let kept) = try copy.publish(holding: lock) {
        var new = try SourceState(inPlace: copy.paths)
        new.keptCopy = kept
        new.unseen = nil
        replace(source, by: new)
        return
      }
      // The file is up to date. Files that cannot be removed now are removed next time.
      try? copy.sweep(holding: lock)
      copy.checkpoint()
      let file = try copy.history.published()?.identity
      let folder = SourceState.settledTime(of: copy.paths.folder)
      sourceState.withLock { sourceState in
        guard sourceState.source.isSame(as: source) else { return }
        sourceState.problem = nil
        sourceState.seen.file = file
        sourceState.seen.folder = copy.hasUnreadCopies.load(ordering: .relaxed) ? nil : folder
        if sourceState.unpublished?.upperBound == saves { sourceState.unpublished = nil }
      }
    } catch {
      let error = NotebookError(
        publishing: copy.paths, error, isPending: copy.hasMoreThanFile)
      sourceState.withLock { $0.problem = error }
      throw error
    }
  }

  /// Returns the ids of notes for which another or an unknown device superseded a text saved on
  /// this machine, since the last call. Excludes notes that `refresh` reported.
  package func takeSuperseded() -> Set<String> {
    sourceState.withLock { sourceState in
      if sourceState.source.copy?.history.isOpen == true { sourceState.lookAtHistory() }
      defer { sourceState.superseded = [] }
      return sourceState.superseded
    }
  }

  /// Publishes the pending changes, calls `last`, and closes all files, even if publishing fails.
  /// `last` may still read the notebook. Do not use the notebook afterwards. Throws the errors of
  /// `publish`.
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

  /// Replaces a working copy that is damaged or was removed. Does nothing without one. Throws
  /// `damagedCopy` after three renewals, or if no copy is left, and the errors of renewing.
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

  package func takeNotices() -> [NotebookNotice] {
    let (copy, notices) = sourceState.withLock { sourceState in
      defer { sourceState.notices = [] }
      return (sourceState.source.copy, sourceState.notices)
    }
    return notices + (copy?.takeNotices() ?? [])
  }

  /// Incorporates the changes that others made to the file, in conflict copies next to it, or, from
  /// another process, to the working copy. Returns nil if others changed no note. If nothing was
  /// written at all, this costs a few system calls.
  ///
  /// Throws if the notebook can no longer be read. The state read before stays in use.
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
      if old.source.copy == nil || NotebookPaths(path: path, state: state) != old.source.paths {
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
      let paths = NotebookPaths(path: path, state: state)
      let error = NotebookError(publishing: paths, error, isPending: isPending)
      if case .missing = error, let last = identity {
        throw .gone(path: path, now: paths.name(of: last))
      }
      throw error
    }
  }
}

/// The changes by others in a notebook since it was last read.
package struct NotebookChange: Sendable, Equatable {
  /// The ids of changed notes and special scopes; nil if any note may have changed.
  package var notes: Set<String>?
  /// The path of a file with the unpublished changes of a notebook that another one replaced.
  package var keptCopy: String?
  /// The ids of notes for which another device superseded a text saved on this machine. That text
  /// is in history.
  package var superseded: Set<String> = []
}
