package import Foundation
import MiniMarkdown

/// A day in the user's time zone, for daily notes.
package struct NoteDay: Sendable, Equatable {
  /// The day as `2026-11-21`.
  package let text: String

  private init(text: String) { self.text = text }

  package init(_ date: Date) {
    text = date.formatted(
      Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateSeparator(.dash))
  }

  /// Parses `today`, `yesterday` or `tomorrow`, ignoring case, or a date such as `2026-11-21`.
  /// Returns nil for anything else, such as `2026-02-30`.
  package init?(named name: String, now: Date = Date()) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    if let days = ["today": 0, "yesterday": -1, "tomorrow": 1][name.lowercased()] {
      guard let date = calendar.date(byAdding: .day, value: days, to: now) else { return nil }
      self.init(date)
      return
    }
    guard let match = name.wholeMatch(of: #/([0-9]{4})-([0-9]{2})-([0-9]{2})/#),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), year > 0,
      DateComponents(calendar: calendar, year: year, month: month, day: day, hour: 12)
        .isValidDate(in: calendar)
    else { return nil }
    self.init(text: name)
  }
}

extension NoteTemplate {
  package static let day = NoteTemplate(file: "# {{date}}\n#journal\n\n")

  /// Returns the text of a day's note. Returns nil if the title of that text does not contain the
  /// day: then the note could not be found again, or would be found for every day.
  package func filled(for day: NoteDay) -> Filled? {
    let filled = filled(title: day.text, tags: [], day: day)
    return NoteContent(text: filled.text).title.contains(day.text) ? filled : nil
  }
}
