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
