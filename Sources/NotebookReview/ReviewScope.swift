package import Books
package import Foundation
import Notebook

/// The notes whose prompts are asked. Notes in the trash are never included.
package enum ReviewScope: Sendable, Hashable {
  case notebook
  case note(String)
  /// The notes with this hashtag or one below it, in their text or on their book.
  case tag(String)
  /// The notes whose book is in this section; nil for notes without a book.
  case section(BookSection?)
  case search(String)
}

extension ReviewScope {
  /// Returns the time until which prompts count as due: `now` for a single note; the start of
  /// tomorrow, inclusive, for other scopes.
  package func horizon(_ now: Date, calendar: Calendar) -> Date {
    if case .note = self { return now }
    return calendar.startOfTomorrow(after: now)
  }
}
