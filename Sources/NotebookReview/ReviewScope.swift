package import Books
package import Foundation
import Notebook

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
