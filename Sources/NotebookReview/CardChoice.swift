package import SpacedRepetition

/// The choice of prompts for a session.
package struct CardChoice: Sendable, Equatable {
  /// The most prompts that a session takes.
  package var limit: Int
  /// The most prompts that may get their first answer in a day, those that were answered today
  /// included; nil for any number.
  package var newPerDay: Int?
  /// The order of the cards.
  package var order: SessionOrder
  /// Whether they need not be due: for answers that are not recorded.
  package var isCram: Bool

  /// By default twenty that are due, in any order.
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
  /// Whether so many prompts are enough to choose from by chance: four times as many as are wanted, of the kind
  /// that comes first.
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
