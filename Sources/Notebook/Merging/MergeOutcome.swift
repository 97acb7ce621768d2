package import KeyValueStore

/// The effect on the notes of merging other notebooks, or its preview.
package struct MergeOutcome: Sendable, Equatable {
  /// A note by id and title.
  package struct Note: Sendable, Equatable {
    /// The note's id.
    package var id: String
    /// The title, after the merge if the note is still there.
    package var title: String
  }

  /// A value that is not as it must be.
  package struct Fault: Sendable, Equatable {
    /// The note's id.
    package var note: String
    /// Its key.
    package var key: String
    /// The problem: a phrase.
    package var what: String
  }

  /// Notes that were not there before.
  package var new: [Note] = []
  /// Notes in which something changed, be it only statistics of prompts.
  package var changed: [Note] = []
  /// Notes that were deleted in the other notebook.
  package var deleted: [Note] = []
  /// Notes that are in conflict and were not before; they are among the new or the changed, too.
  package var conflicts: [Note] = []
  /// Values that came and that no program, or not the app, can read; the first thousand.
  package var faults: [Fault] = []
  /// The rows that were written.
  package var rows = MergeReport()

  /// Whether the other notebook had anything that was not known here.
  package var isNothing: Bool { rows == MergeReport() }
}
