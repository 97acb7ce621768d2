/// The number of prompts to review.
package struct ReviewCounts: Sendable, Equatable {
  /// Prompts that are due, those that were never answered included. Several of them can be of one
  /// block, of which a session asks one.
  package var due: Int
  /// Those of them that were never answered.
  package var new: Int
  /// The answers that were given today, here and in the app, in the whole notebook.
  package var answeredToday: Int

  /// Counts that are known.
  package init(due: Int = 0, new: Int = 0, answeredToday: Int = 0) {
    self.due = due
    self.new = new
    self.answeredToday = answeredToday
  }
}
