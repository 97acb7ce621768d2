import Base
import Foundation
import NotebookReview

struct RelativeDay: Equatable {
  /// Days from today; negative for the past.
  let days: Int

  init(of date: Date, now: Date, calendar: Calendar = .current) {
    days = calendar.days(from: now, to: date)
  }

  var due: String {
    switch days {
    case 0: "due today"
    case 1: "due tomorrow"
    case -1: "due since yesterday"
    case ..<0: "due \(length) ago"
    default: "due in \(length)"
    }
  }

  var ago: String {
    switch days {
    case 0: "today"
    case 1: "tomorrow"
    case -1: "yesterday"
    case ..<0: "\(length) ago"
    default: "in \(length)"
    }
  }

  private var length: String {
    IntervalWords.text(TimeInterval(days.magnitude) * 86_400)
  }
}

extension Date {
  /// The day in local time, as in `2024-03-01`. Does not use a `Calendar`, so that it is fast for
  /// long lists.
  var localDay: String {
    // Limits the time to the years 1 through 9999, in UTC.
    let seconds = min(max(timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
    var time = time_t(exactly: seconds.rounded(.down)) ?? 0
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return "" }
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(max(0, number))
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(parts.tm_year &+ 1900, 4))-\(digits(parts.tm_mon &+ 1, 2))-"
      + digits(parts.tm_mday, 2)
  }
}
