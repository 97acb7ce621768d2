import Base
import Books
import Foundation
import Notebook
import NotebookReview

enum Words {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October",
    "November", "December",
  ]

  /// Returns the name of a month from 1 to 12; empty for any other number.
  static func month(_ month: Int) -> String {
    months.indices.contains(month - 1) ? months[month - 1] : ""
  }

  /// Returns a date such as `3 March 2026`, in the user's time zone.
  static func day(_ date: Date, calendar: Calendar = .current) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return [
      parts.day.map { "\($0)" }, parts.month.map(month), parts.year.map { "\($0)" },
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// Returns a date such as `3 March 2026`, `March 2026` or `2026`; empty without a year.
  static func date(_ date: PartialDate?) -> String {
    guard let date, let year = date.year else { return "" }
    guard let month = date.month else { return "\(year)" }
    guard let day = date.day else { return "\(Self.month(month)) \(year)" }
    return "\(day) \(Self.month(month)) \(year)"
  }

  /// Returns text such as `due in 4 days`, `due 4 days ago` or `due today`.
  static func due(_ date: Date, now: Date, calendar: Calendar = .current) -> String {
    let days = calendar.days(from: now, to: date)
    let length = IntervalWords.text(TimeInterval(days.magnitude) * 86_400)
    return days == 0 ? "due today" : days < 0 ? "due \(length) ago" : "due in \(length)"
  }

  /// Returns up to three authors, or two and a number, as in `Ann Example, Bo Bee and 2 more`.
  static func authors(_ authors: [String]) -> String {
    let names = authors.filter { !$0.isEmpty }
    guard names.count > 3 else { return names.joined(separator: ", ") }
    return names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more"
  }

  /// Returns a text cut to `most` characters, with … if it was longer.
  static func short(_ text: String, _ most: Int) -> String {
    let start = text.prefix(most + 1)
    return start.count > most ? start.prefix(most) + "…" : text
  }
}
