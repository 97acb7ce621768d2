package import Foundation

/// The stored state of a prompt for scheduling.
package struct CardState: Sendable, Equatable {
  /// The app's own fields, which every scheduler counts.
  package var state: PromptState
  /// FSRS's memory of it; nil if nothing follows from the answers yet, or another scheduler had the
  /// last one. It can be computed again from the study log.
  package var memory: FSRSMemory?
  /// Whether it is not asked until the user resumes it.
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
  /// its answer away; a later due date stays.
  package mutating func bury(at date: Date) {
    let tomorrow = date.storable(after: .day)
    state.due = state.due.map { max($0.storable, tomorrow) } ?? tomorrow
  }
}
