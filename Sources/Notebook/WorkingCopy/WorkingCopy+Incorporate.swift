import Foundation
import GRDB
import KeyValueStore
import NotebookFile

enum IncorporateResult: Equatable {
  /// The working copy has everything that the published file has.
  case current
  case missing
  /// The path has another notebook, and the working copy was retired. Content that was in no file
  /// was published next to it, at `keptCopy`; nil if there was none.
  case supersededByOtherNotebook(keptCopy: String?)
}

extension WorkingCopy {
  /// Merges the changes of other devices and programs into the working copy. Also saves again the
  /// unpublished texts that the copy lacks.
  ///
  /// Throws the problem of the published file; then nothing was merged from it.
  func incorporate(holding lock: borrowing FileLock) throws -> IncorporateResult {
    try incorporateLeftovers(holding: lock)
    let result = try incorporatePublished(holding: lock)
    if case .supersededByOtherNotebook = result { return result }
    try incorporateConflictCopies(holding: lock)
    try restoreUnpublished()
    return result
  }

  /// Whether the working copy has changes that are not published. Compares the counts of writes,
  /// and is true if history does not record the published one.
  package func isPending() throws -> Bool {
    let writeCount = try database.readUnlessClosed(WriteCount.fetch)
    return try history.published()?.writeCount != writeCount
  }

  /// Whether the copy has changes that the published file lacks. If history cannot be read,
  /// compares the copy with the file; then true if either cannot be read. Cost: linear in the
  /// authors.
  var hasMoreThanFile: Bool {
    if let isPending = try? isPending() { return isPending }
    guard let file = try? GuardedFile.open(paths.target) else { return true }
    defer { try? file.queue.close() }
    guard let published = try? file.read(VersionVector.authors) ?? [:],
      let own = try? database.readUnlessClosed(VersionVector.authors) ?? [:]
    else { return true }
    return own.contains { author, usn in usn > published[author] ?? 0 }
  }

  /// Makes the next `publish` write the file, although no write number has changed: a version was
  /// only removed.
  package func markPending() throws {
    guard var state = try history.published() else { return }
    state.writeCount = WriteCount(authors: 0, writes: 0)
    try history.setPublished(state)
  }

  /// Merges `source` in the transaction of `db`, a connection to this copy, and resolves what the
  /// user need not choose. Texts and records of books that were superseded stay in history.
  func merge(_ source: Database, into db: Database) throws -> MergeReport {
    let report = try Merge.merge(from: source, into: db) {
      try history.keep(HistoryTexts(superseded: $0), in: db)
    }
    try history.settle(after: report, from: source, in: db)
    if report.onlyRemoves { try markPending() }
    return report
  }

  /// Merges `file` in one transaction. Returns false, and merges nothing, if `isMine` does. If rows
  /// in a merged file cannot be read, keeps a copy of the file.
  func merge(
    _ file: ForeignFile,
    if isMine: (Database, Database) throws -> Bool = NotebookIdentity.mayReplace
  ) throws -> Bool {
    do {
      var conflicts: Set<String> = []
      let report = try file.read { source -> MergeReport? in
        try write { db in
          guard try isMine(source, db) else { return nil }
          let report = try merge(source, into: db)
          // A file that was written during the merge may mix two states.
          guard file.isUnchanged else { throw NotebookError.locked(path: file.path) }
          conflicts = try report.newConflictScopes.filter {
            try NoteValues.isNote($0) && ConflictingKeys(db, note: $0).decisive != nil
          }
          return report
        }
      }
      if let report {
        let notes = Set(report.changedKeys.map(\.note)).filter(NoteValues.isNote)
        noteMerged(notes: notes, conflicts: conflicts)
      }
      if let report, report.rowsSkipped > 0 { try keepCopy(of: file.path) }
      return report != nil
    } catch {
      // SQLite does not report which of the two databases is damaged; the file was checked before.
      if Self.isDamage(error), try !database.readUnlessClosed({ try $0.areIndexesWhole() }) {
        throw NotebookError.damagedCopy(path: paths.path)
      }
      throw file.meaning(of: error)
    }
  }

  private func incorporatePublished(holding lock: borrowing FileLock) throws -> IncorporateResult {
    let known = try history.published()
    guard try SystemCall.status(paths.target) != nil else { return .missing }
    let isOlder =
      try known.map { try !database.readUnlessClosed(WriteCount.fetch).mayFollow($0.writeCount) }
      ?? false
    if let known, !isOlder, FileIdentity(path: paths.target) == known.identity { return .current }
    let file = try ForeignFile.open(paths.target, known: known?.identity)
    defer { file.close() }
    let writeCount = try file.read(WriteCount.fetch)
    let isEarlier = try !isOlder && file.read(isEarlier)
    guard try merge(file) else {
      // The file may be the user's own notebook, from a device that never met this one: then no
      // content may be lost.
      let relation = try file.read { source in
        try database.readUnlessClosed { try NotebookIdentity.relation(source, $0) }
      }
      return try yieldToOtherNotebook(
        known: relation == .nothing ? known?.writeCount : nil, holding: lock)
    }
    let kept = try isEarlier ? keepEarlier(file) : nil
    try history.setPublished(PublishedState(identity: file.identity, writeCount: writeCount))
    if isOlder { notice(.copyWasOlder(path: paths.path)) }
    if let kept { notice(.fileIsOlder(path: paths.path, kept: kept)) }
    return .current
  }

  /// Retires the copy of a notebook whose file is gone, if everything in it was published: a user
  /// who creates another notebook at the path wants the new one.
  static func retireOrphanedCopy(_ paths: NotebookPaths) throws {
    guard try SystemCall.status(paths.target) == nil, let copy = try current(paths) else { return }
    defer { copy.close() }
    let lock = try FileLock(path: paths.lock, patience: .seconds(2))
    guard let known = try copy.history.published()?.writeCount else { return }
    _ = try copy.retire(holding: lock) { $0 == known }
  }

  /// Retires the copy if `isSettled` accepts its write count. Returns whether it is retired.
  private func retire(
    holding lock: borrowing FileLock, if isSettled: (WriteCount) -> Bool
  ) throws -> Bool {
    try write { db in
      guard isSettled(try WriteCount.fetch(db)) else { return false }
      try db.execute(sql: "PRAGMA user_version = 1")
      return true
    }
  }

  /// Retires the copy once everything in it is published, or in a file next to the published one.
  private func yieldToOtherNotebook(known: WriteCount?, holding lock: borrowing FileLock) throws
    -> IncorporateResult
  {
    var kept: (path: String, writeCount: WriteCount)?
    while true {
      let isRetired = try retire(holding: lock) { $0 == known || $0 == kept?.writeCount }
      if isRetired { return .supersededByOtherNotebook(keptCopy: kept?.path) }
      if let kept { try SystemCall.unlink(kept.path) }
      kept = try publishBeside(holding: lock)
    }
  }
}
