package import Foundation
import GRDB
import Notebook
package import NotebookFile
import NotebookIndex

extension Notebook.Reviews {
  /// Returns the number of prompts due at `now` per note, for notes that have any. Costs as much as
  /// `counts`, and is linear in the due prompts.
  package func dueCounts(now: Date = Date()) throws(NotebookError) -> [String: Int] {
    try index.with(notebook) { try $0.dueByNote(until: DueTable.last(now)) }
  }

  /// Returns the number of due prompts of each of some notes, or of all, for notes that have any.
  /// After many changes at once, the newest prompts may be missing. Returns nil while the prompts
  /// are being counted, or if they never were. Waits for a moment at most. Cost: linear in the
  /// notes, or in all due prompts.
  package func knownDueCounts(of notes: [String]? = nil, now: Date = Date()) -> [String: Int]? {
    // A save does not index its prompts if another request is reading the index.
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
  /// Whether due prompts were counted, so that a review starts at once. Waits for a moment at most.
  package var areCounted: Bool { index.withKnown(notebook) { _ in true } ?? false }

  /// Counts the due prompts. Costs as much as `counts`; the first time, it is linear in the
  /// notebook's rows.
  package func count() throws(NotebookError) { try index.with(notebook) { _ in } }
}

/// The state for which due prompts are known.
package struct DueState: Sendable, Equatable {
  package var change: Int64
  /// The latest due time of the prompts that are counted, in seconds since 1970.
  package var until: Int64
}

extension Notebook.Reviews {
  /// Returns the state of `knownDueCounts` at `now`; nil if they are unknown. Waits for a moment at
  /// most.
  package func knownDueState(now: Date = Date()) -> DueState? {
    index.withKnown(notebook) { table in
      try table.change.map { DueState(change: $0, until: DueTable.last(now)) }
    } ?? nil
  }

  /// Returns the IDs of the notes with a prompt that becomes due after the earlier time, up to the
  /// later one; nil if unknown. Times are seconds since 1970, in either order. Waits for a moment
  /// at most. Cost: linear in these prompts.
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
