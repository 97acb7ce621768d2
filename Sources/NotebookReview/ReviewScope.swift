package import Notebook
package import Foundation
package import SpacedRepetition

/// The notes whose prompts are asked; never those in the trash.
package enum ReviewScope: Sendable, Hashable {
  /// The whole notebook.
  case notebook
  /// The note with this id.
  case note(String)
  /// The notes that have this hashtag or one below it, in their text or on their books.
  case tag(String)
  /// The notes whose books are in this section; nil for those that are about no book.
  case section(BookSection?)
  /// The notes that a query finds, as `SearchQuery` understands it.
  case search(String)
}

extension ReviewScope {
  /// The time until which prompts count as due at `now`. For one note this is `now`; for other
  /// scopes it is the start of tomorrow, inclusive, as in the phone's list.
  package func horizon(_ now: Date, calendar: Calendar) -> Date {
    if case .note = self { return now }
    return calendar.startOfTomorrow(after: now)
  }
}

extension Calendar {
  /// The start of the day after that of `date`.
  func startOfTomorrow(after date: Date) -> Date {
    let day = startOfDay(for: date)
    let next = self.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86_400)
    return startOfDay(for: next)
  }
}

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

/// Which prompts a session takes of those that there are.
package struct CardChoice: Sendable, Equatable {
  /// At most how many.
  package var limit: Int
  /// How many that were never answered may be answered in a day, those that were answered today
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
