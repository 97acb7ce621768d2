/// The result of renaming a hashtag.
package struct TagRenameReport: Sendable, Equatable {
  /// The notes that were changed, as they were before, newest modified first.
  package var changed: [NoteSummary] = []
  /// How many hashtags were changed, in texts and among the tags of books.
  package var placeCount = 0
  /// Those of the changed notes that are in conflict: of these only the text that readers see was
  /// changed. The other texts have the old hashtag until the user chooses.
  package var inConflict: [NoteSummary] = []
  /// Notes whose texts would have other hashtags than meant, because the new name together with a
  /// mark before it means something else there. If there is one, nothing was changed.
  package var refused: [NoteSummary] = []
  /// Whether it was stopped; then nothing was changed.
  package var wasCancelled = false

  /// Whether the notebook is as it was although there was something to change.
  package var isRefused: Bool { !refused.isEmpty || wasCancelled }
}
