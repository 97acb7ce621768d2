package import Foundation

package struct CardState: Sendable, Equatable {
  /// The app's own fields, which every scheduler updates.
  package var state: PromptState
  /// FSRS's memory of the prompt; nil before the first answer, or if another scheduler handled the
  /// last one. It can be recomputed from the study log.
  package var memory: FSRSMemory?
  package var isSuspended: Bool

  package init(
    _ state: PromptState = PromptState(), memory: FSRSMemory? = nil, isSuspended: Bool = false
  ) {
    self.state = state
    self.memory = memory
    self.isSuspended = isSuspended
  }

  /// Postpones the prompt to one day after `date`, because an answer to another prompt of its block
  /// has revealed its answer. A later due date stays.
  package mutating func bury(at date: Date) {
    let tomorrow = date.storable(after: .day)
    state.due = state.due.map { max($0.storable, tomorrow) } ?? tomorrow
  }
}
