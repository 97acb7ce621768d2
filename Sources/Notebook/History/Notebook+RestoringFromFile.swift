package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

extension Notebook.History {
  /// Restores notes from the notebook at `path`, an older copy of this one. Writes new versions, so
  /// that all devices get them; the replaced texts are in history. Notes that the older copy lacks
  /// are not changed. With `isDryRun`, writes nothing, and returns what would be restored.
  ///
  /// Throws the problem of the file, and the errors of `save`. Cost: linear in both notebooks.
  package func restore(
    from path: String, _ selection: RestoreSelection, isDryRun: Bool = false, now: Date = Date()
  ) throws(NotebookError) -> RestoreReport {
    let file: ForeignFile
    do {
      file = try ForeignFile.open(absolutePath(path))
    } catch {
      throw NotebookError(reading: path, error)
    }
    defer { file.close() }
    if isDryRun {
      do {
        return try notebook.read { db in
          Result { try Self.restore(from: file, selection, in: db, isDryRun: true) { _ in } }
        }.get()
      } catch {
        throw NotebookError(reading: path, error)
      }
    }
    return try notebook.writingNotes { author, db in
      try Self.restore(from: file, selection, in: db, isDryRun: false) { note in
        try note.write(in: db, author: &author, at: now)
      }
    }
  }

  private static func restore(
    from file: ForeignFile, _ selection: RestoreSelection, in db: Database, isDryRun: Bool,
    _ write: (NoteRestoring) throws -> Void
  ) throws -> RestoreReport {
    do {
      return try file.read { source in
        var report = RestoreReport()
        var written: Set<EntryKey> = []
        for summary in try NoteSummary.fetchAll(source).sorted(by: { $0.id < $1.id }) {
          let note = try NoteRestoring(summary, from: source, to: db)
          let isSelected = note.isSelected(by: selection)
          report.add(note, isSelected: isSelected)
          guard isSelected, !isDryRun else { continue }
          try write(note)
          written.insert(EntryKey(scope: summary.id, key: ".metadata"))
        }
        if try !written.isEmpty && MetadataUpgrade.isNeeded(by: source) {
          try MetadataUpgrade.run(in: db, among: written)
        }
        return report
      }
    } catch {
      throw file.meaning(of: error)
    }
  }
}

extension RestoreReport {
  fileprivate mutating func add(_ restoring: NoteRestoring, isSelected: Bool) {
    switch (restoring.present, isSelected) {
    case (.same, _): same += 1
    case (.missing, true), (.deleted, true), (.trashed, true): back.append(restoring.note)
    case (.emptied, true), (.different, true): changed.append(restoring.note)
    case (.deleted, false), (.trashed, false): deletedHere.append(restoring.note)
    case (.missing, false), (.emptied, false), (.different, false):
      differing.append(restoring.note)
    }
  }
}

package enum RestoreSelection: Sendable, Equatable {
  /// Notes that this notebook never had, and notes whose present text is empty.
  case lost
  /// The notes of `lost`, and notes that were deleted or are in the trash.
  case lostAndDeleted
  /// All notes that differ, are missing, were deleted or are in the trash.
  case all
  case notes([String])
}

package struct RestoreReport: Sendable, Equatable {
  package struct Note: Sendable, Equatable {
    package var id: String
    /// The title in the older file.
    package var title: String
  }

  /// Restored notes that were missing, deleted or in the trash; in a preview, notes to restore.
  package var back: [Note] = []
  /// Restored notes that differed, whose replaced texts are in history; in a preview, notes to
  /// change.
  package var changed: [Note] = []
  /// Notes that were not selected and stay deleted, or in the trash.
  package var deletedHere: [Note] = []
  /// Notes that differ or are missing, and were not selected.
  package var differing: [Note] = []
  /// The number of notes that are equal in both, except for prompts.
  package var same = 0
}
