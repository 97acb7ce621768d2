package import SpacedRepetition

package struct CardChoice: Sendable, Equatable {
  package var limit: Int
  /// Maximum number of prompts that get their first answer in one day, including those answered
  /// today; nil for no limit.
  package var newPerDay: Int?
  package var order: SessionOrder
  /// Whether prompts that are not due are included, for sessions that record no answers.
  package var isCram: Bool

  package init(
    limit: Int = 20, newPerDay: Int? = nil, order: SessionOrder = .mixed, isCram: Bool = false
  ) {
    self.limit = limit
    self.newPerDay = newPerDay
    self.order = order
    self.isCram = isCram
  }
}

extension CardChoice {
  /// Whether there are enough prompts for a random choice, in general four times the limit.
  func isEnough(old: Int, new: Int, newAllowed: Int) -> Bool {
    let many = limit.multipliedReportingOverflow(by: 4)
    let wanted = many.overflow ? Int.max : many.partialValue
    let isNewEnough = new >= wanted || new >= newAllowed
    return switch order {
    case .mixed: old &+ min(new, newAllowed) >= wanted
    case .dueFirst: old >= wanted
    case .newFirst: isNewEnough && old &+ min(new, newAllowed) >= wanted
    }
  }
}
