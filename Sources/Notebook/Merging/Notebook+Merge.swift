import Base
package import GRDB
package import KeyValueStore
package import NotebookFile
import Synchronization

extension Notebook {
  /// Merges conflict copies of this notebook, or other notebooks, into it. Returns a result for
  /// each of `paths`. The files at `paths` are not changed.
  ///
  /// Opens all files first, and throws if one is damaged, of another application or of a newer
  /// version. Merges each file in one transaction. With `isDryRun`, merges into a copy in memory
  /// or, if that is large, in a temporary file.
  ///
  /// Cost: linear in all the notebooks.
  package func merge(
    _ paths: [String], isDryRun: Bool = false
  ) throws(NotebookError) -> [MergeOutcome] {
    var files: [ForeignFile] = []
    defer { for file in files { file.close() } }
    for path in paths {
      do {
        files.append(try ForeignFile.open(absolutePath(path)))
      } catch {
        throw NotebookError(reading: path, error)
      }
    }
    return isDryRun ? try preview(files) : try merge(files)
  }

  private func merge(_ files: [ForeignFile]) throws(NotebookError) -> [MergeOutcome] {
    var outcomes: [MergeOutcome] = []
    for file in files {
      outcomes.append(
        try write { _, db in
          let outcome = try db.withManyPages {
            try MergeOutcome(
              merging: file, into: db, settling: { try settle(after: $0, from: $1, in: db) }
            ) { try remember($0, in: db) }
          }
          if outcome.rows.onlyRemoves {
            try sourceState.withLock { $0.source.copy }?.markPending()
          }
          return outcome
        })
    }
    return outcomes
  }

  private func preview(_ files: [ForeignFile]) throws(NotebookError) -> [MergeOutcome] {
    guard !isNewer else { throw .newerVersion(path: path) }
    do {
      let copy = try DatabaseQueue(path: "")
      defer { try? copy.close() }
      return try copy.writeWithoutTransaction { db in
        try read { source in Result { try source.backup(to: db) } }.get()
        try NotebookSchema.bringUpToDate(db)
        return try files.map { file in
          var outcome = MergeOutcome()
          try db.inTransaction {
            outcome = try MergeOutcome(
              merging: file, into: db,
              settling: { try previewSettling(after: $0, from: $1, in: db) }
            ) { _ in }
            return .commit
          }
          return outcome
        }
      }
    } catch {
      throw NotebookError(reading: path, error)
    }
  }
}

extension MergeOutcome {
  /// Merges `file` into `db`, which must be in a transaction. Throws `locked` if the file was
  /// changed during the merge.
  fileprivate init(
    merging file: ForeignFile, into db: Database,
    settling settle: (MergeReport, Database) throws -> Void,
    keeping keep: ([SupersededText]) throws -> Void
  ) throws {
    do {
      self = try file.read { source in
        try MergeOutcome(merging: source, into: db, settle, keep)
      }
      // A file that was written during the merge may mix two states.
      guard file.isUnchanged else { throw NotebookError.locked(path: file.path) }
    } catch {
      throw file.meaning(of: error)
    }
  }

  private init(
    merging source: Database, into db: Database, _ settle: (MergeReport, Database) throws -> Void,
    _ keep: ([SupersededText]) throws -> Void
  ) throws {
    let before = try Self.titles(db)
    let inConflict = try Set(NoteConflict.notes(db))
    rows = try Merge.merge(from: source, into: db, keeping: keep)
    try settle(rows, source)
    guard !rows.changedKeys.isEmpty else { return }
    faults = try Self.faults(db, among: rows.changedKeys)
    let after = try Self.titles(db)
    let touched = Set(rows.changedKeys.map(\.note))
    let notes = touched.union(before.keys).union(after.keys).sorted()
    for id in notes {
      switch (before[id], after[id]) {
      case (nil, let title?): new.append(Note(id: id, title: title))
      case (let title?, nil): deleted.append(Note(id: id, title: title))
      case (_?, let title?) where touched.contains(id): changed.append(Note(id: id, title: title))
      default: break
      }
    }
    conflicts = try NoteConflict.notes(db).filter { !inConflict.contains($0) }
      .map { Note(id: $0, title: after[$0] ?? before[$0] ?? $0) }
  }

  /// Returns the faults of the values of `keys`, at most `mostFaults`. A merge copies values byte
  /// for byte, and therefore also copies invalid ones.
  package static func faults(_ db: Database, among keys: Set<EntryKey>) throws -> [Fault] {
    var faults: [Fault] = []
    var (read, size) = ([[StoredVersion]](), 0)
    func look() {
      let found = Parallel.map(read) { versions -> Fault? in
        versions.firstNonNil { version in
          ValueFault(version).map {
            Fault(note: version.key.note, key: version.key.key, problem: $0.problem)
          }
        }
      }
      faults += found.compactMap { $0 }
      (read, size) = ([], 0)
    }
    for key in keys.sorted() where faults.count < mostFaults {
      let versions = try StoredVersion.fetch(db, key)
      read.append(versions)
      size += versions.reduce(0) { $0 + $1.value.size }
      if read.count == batch.keys || size >= batch.bytes { look() }
    }
    look()
    return Array(faults.prefix(mostFaults))
  }

  private static let mostFaults = 1000
  /// The number of keys, or of bytes of values, at which the values read so far are checked.
  private static let batch = (keys: 512, bytes: 8 << 20)

  private static func titles(_ db: Database) throws -> [String: String] {
    try NoteSummary.fetchAll(db).reduce(into: [:]) { $0[$1.id] = $1.title }
  }
}

package struct MergeOutcome: Sendable, Equatable {
  package struct Note: Sendable, Equatable {
    package var id: String
    /// The title after the merge; the title before it if the merge deleted the note.
    package var title: String
  }

  package struct Fault: Sendable, Equatable {
    package var note: String
    package var key: String
    package var problem: String
  }

  package var new: [Note] = []
  /// Notes that existed before, and in which anything changed, even only statistics of prompts.
  package var changed: [Note] = []
  package var deleted: [Note] = []
  /// Notes that are in conflict and were not before the merge; other lists may also contain them.
  package var conflicts: [Note] = []
  /// Merged values that are invalid, or that the app cannot read; the first thousand.
  package var faults: [Fault] = []
  package var rows = MergeReport()

  /// Whether the merge wrote nothing, because the other notebook had no unseen changes.
  package var isNothing: Bool { rows == MergeReport() }
}
