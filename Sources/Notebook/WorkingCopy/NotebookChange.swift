/// The changes by others in a notebook since it was last read.
package struct NotebookChange: Sendable, Equatable {
  /// The ids of the notes in which something was written; nil when it may be any.
  package var notes: Set<String>?
  /// Where a file with what was saved and not yet published was put, because another notebook has
  /// taken the place of the one it belongs to.
  package var keptCopy: String?
  /// The ids of the notes of which another device superseded a text that was saved on this machine. It
  /// is in history.
  package var superseded: Set<String> = []
}
