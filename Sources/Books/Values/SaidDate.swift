package import Foundation

extension PartialDate {
  /// Reads a date as people type it: `2021`, `2021-03`, `2021-03-04`, `today`, `yesterday`,
  /// `unknown`. Returns nil for anything else.
  package init?(said text: String, now: Date = Date(), calendar: Calendar = .current) {
    switch text.lowercased() {
    case "today": self.init(day: now, calendar)
    case "yesterday":
      guard let day = calendar.date(byAdding: .day, value: -1, to: now) else { return nil }
      self.init(day: day, calendar)
    case "unknown": self = .unknown
    default: self.init(text)
    }
  }

  package static var today: PartialDate { PartialDate(day: Date(), .current) }

  package var known: PartialDate? { self == .unknown ? nil : self }

  /// Creates the Gregorian day of a time in the time zone of `calendar`.
  private init(day: Date, _ calendar: Calendar) {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = calendar.timeZone
    let parts = gregorian.dateComponents([.year, .month, .day], from: day)
    self.init(year: parts.year, month: parts.month, day: parts.day)
  }
}
