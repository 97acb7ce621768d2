package import Foundation

/// What is stored of a prompt for scheduling.
package struct CardState: Sendable, Equatable {
  /// The app's own fields, which count whoever schedules.
  package var state: PromptState
  /// What FSRS knows of it; nil if nothing follows from the answers yet, or another scheduler had the
  /// last one. The study log can make it anew.
  package var memory: FSRSMemory?
  /// Whether it is not asked until somebody resumes it.
  package var isSuspended: Bool

  /// By default, the state of a prompt that was never answered.
  package init(
    _ state: PromptState = PromptState(), memory: FSRSMemory? = nil, isSuspended: Bool = false
  ) {
    self.state = state
    self.memory = memory
    self.isSuspended = isSuspended
  }

  /// Puts it off by a day, because another prompt of its block was answered at `date`, which gave
  /// its answer away; what is due later stays.
  package mutating func bury(at date: Date) {
    let tomorrow = date.storable(after: .day)
    state.due = state.due.map { max($0.storable, tomorrow) } ?? tomorrow
  }
}
