package struct ReviewCounts: Sendable, Equatable {
  /// The number of due prompts, including those never answered. Several may belong to one block, of
  /// which a session asks one.
  package var due: Int
  package var new: Int
  /// The number of answers given today in the whole notebook, by this program and the app.
  package var answeredToday: Int

  package init(due: Int = 0, new: Int = 0, answeredToday: Int = 0) {
    self.due = due
    self.new = new
    self.answeredToday = answeredToday
  }
}
