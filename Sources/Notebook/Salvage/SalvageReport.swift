/// The result of salvaging a notebook.
package struct SalvageReport: Sendable, Equatable {
  /// Notes in the new notebook, those in the trash included.
  package var notes = 0
  /// Rows of the old file that could be read: values, authors and tombstones.
  package var rowsRead = 0
  /// Rows in the new notebook. The rest was superseded by another that was read, or is refused.
  package var rowsKept = 0
  /// Rows that are no part of any notebook, or cannot be read.
  package var rowsRefused = 0
  /// Pages whose rows could not be read.
  package var pagesLost = 0
  /// Notes whose title, hashtags and times were lost and were derived again from their texts.
  package var notesRestored = 0
  /// Notes that only the other notebook had, with which it was completed.
  package var notesCompleted = 0
  /// The values that were lost or altered, a line each, without text of notes; the first thousand.
  package internal(set) var losses: [String] = []

  /// Whether all that the file held is in the new notebook.
  package var isComplete: Bool { rowsRefused == 0 && pagesLost == 0 && losses.isEmpty }

  /// Adds to `losses`, while there is room.
  mutating func add(loss: String) {
    if losses.count < 1000 { losses.append(loss) }
  }
}
