package import Foundation
import GRDB
import Notebook
package import NotebookFile
import NotebookIndex

extension Notebook.Reviews {
  /// The numbers of prompts that are due at `now`, by the ids of notes that have any. Cost: as
  /// `counts`, and linear in the due prompts.
  package func dueCounts(now: Date = Date()) throws(NotebookError) -> [String: Int] {
    try index.with(notebook) { try $0.dueByNote(until: DueTable.last(now)) }
  }

  /// The same of some notes, or of all, as far as it is known: after many changes at once, by others for instance,
  /// they may be missing. Returns nil if the prompts are being counted, or never were. Waits for a moment at most;
  /// cost: linear in the notes, or in the due prompts of all.
  package func knownDueCounts(of notes: [String]? = nil, now: Date = Date()) -> [String: Int]? {
    // A save did not enter its prompts if another answer was reading the index.
    _ = index.catchUp(with: notebook, most: 200)
    return index.withKnown(notebook) { table in
      let horizon = DueTable.last(now)
      guard let notes else { return try table.dueByNote(until: horizon) }
      return try notes.reduce(into: [:]) { counts, note in
        let due = try table.counts(until: horizon, of: .notes([note])).due
        if due > 0 { counts[note] = due }
      }
    }
  }
}

extension Notebook.Reviews {
  /// Whether due prompts were counted, so that a review begins at once. Waits for a moment at most.
  package var areCounted: Bool { index.withKnown(notebook) { _ in true } ?? false }

  /// Counts due prompts, so that they are known. Cost: as `counts`; the first time linear in the
  /// notebook's rows.
  package func count() throws(NotebookError) { try index.with(notebook) { _ in } }
}

/// The state of which due prompts are known.
package struct DueState: Sendable, Equatable {
  /// The number of the last change of the notebook that is entered.
  package var change: Int64
  /// Prompts that are due in this second since 1970 or before count.
  package var until: Int64
}

extension Notebook.Reviews {
  /// The state of `knownDueCounts` at `now`. Returns nil if they are not known. Waits for nothing.
  package func knownDueState(now: Date = Date()) -> DueState? {
    index.withKnown(notebook) { table in
      try table.change.map { DueState(change: $0, until: DueTable.last(now)) }
    } ?? nil
  }

  /// The ids of the notes of which a prompt becomes due after one second and until another, in either
  /// order. Returns nil if that is not known. Waits for nothing; cost: linear in these prompts.
  package func notesDue(after start: Int64, until end: Int64) -> Set<String>? {
    index.withKnown(notebook) { table in
      var notes: Set<String> = []
      for isNew in [0, 1] {
        let rows = try table.rows(
          """
          SELECT DISTINCT note.id FROM prompt JOIN block ON prompt.block = block.id
            JOIN note ON note.number = block.note
          WHERE isNew = \(isNew) AND isActive AND due > ? AND due <= ?
          """, [min(start, end), max(start, end)])
        while let row = try rows.next() {
          if let note = row.text(at: 0) { notes.insert(note) }
        }
      }
      return notes
    }
  }
}

extension DueTable {
  /// The number of prompts that are due at `until`, by notes.
  fileprivate func dueByNote(until: Int64) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for isNew in [0, 1] {
      let rows = try rows(
        """
        SELECT note.id, count(*) FROM prompt JOIN block ON prompt.block = block.id
          JOIN note ON note.number = block.note
        WHERE isNew = \(isNew) AND isActive AND due <= ? GROUP BY block.note
        """, [until])
      while let row = try rows.next() {
        guard let note = row.text(at: 0) else { continue }
        counts[note, default: 0] &+= Int(clamping: row.integer(at: 1) ?? 0)
      }
    }
    return counts
  }
}
