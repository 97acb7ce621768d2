package import Foundation

/// Days as the calendar counts them: some have 23 or 25 hours, some begin later than midnight, and
/// some are left out.
extension Calendar {
  package func startOfTomorrow(after date: Date) -> Date {
    let day = startOfDay(for: date)
    let next = self.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86_400)
    return startOfDay(for: next)
  }

  /// Returns the number of days from the day of `now` to the day of `date`; negative for the past.
  package func days(from now: Date, to date: Date) -> Int {
    // About 10,000 years, the limit of calendars.
    let limit = 4e6 * 86_400
    let distance = min(max(date.timeIntervalSince(now), -limit), limit)
    let day = startOfDay(for: now.addingTimeInterval(distance))
    // Rounds, because from a late start of a day to the next midnight is less than a whole day.
    let days = (day.timeIntervalSince(startOfDay(for: now)) / 86_400).rounded()
    return Int(exactly: days) ?? 0
  }
}
