import ArgumentParser
import Foundation

/// A time as the user types it: `2026-11-21T18:30:05`, or `2h` for two hours ago.
struct Moment: ExpressibleByArgument, Equatable {
  /// The last moment of the given time, to the millisecond: `2026-11-21` means the end of that day.
  var date: Date

  static let help = """
    A day, such as 2026-11-21 (its end counts); a time, such as 2026-11-21T18:30 or \
    2026-11-21T18:30:05 (add Z for UTC); or an age, such as 30m, 2h, 3d or 1w.
    """

  init?(argument: String) { self.init(argument, now: Date(), zone: .current) }

  init?(_ text: String, now: Date, zone: TimeZone) {
    if let match = text.wholeMatch(of: #/(\d{1,6}) ?([smhdw])( ago)?/#), let count = Double(match.1)
    {
      let units: [Substring: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
      date = now.addingTimeInterval(-count * (units[match.2] ?? 0))
      return
    }
    let form = #/(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?(Z)?)?/#
    guard let match = text.wholeMatch(of: form) else { return nil }
    func number(_ digits: Substring??) -> Int? { digits.flatMap { $0 }.flatMap { Int($0) } }
    let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
    let milliseconds = number(match.7)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = match.8 == nil ? zone : .gmt
    let components = DateComponents(
      year: Int(match.1), month: Int(match.2), day: Int(match.3), hour: hour ?? 23,
      minute: minute ?? 59, second: second ?? 59)
    guard (1...12).contains(components.month ?? 0), (hour ?? 0) < 24, (minute ?? 0) < 60,
      (second ?? 0) < 60, let date = calendar.date(from: components),
      calendar.component(.day, from: date) == components.day
    else { return nil }
    // The last hour of a day may come twice.
    let end = hour == nil ? calendar.dateInterval(of: .day, for: date)?.end : nil
    let start = end?.addingTimeInterval(-1) ?? date
    self.date = start.addingTimeInterval(Double(milliseconds ?? 999) / 1000 + 0.0005)
  }
}

struct Since: ExpressibleByArgument {
  var date: Date

  static let help = """
    A day, such as 2026-11-21 (its start counts); a time, such as 2026-11-21T18:30 (add Z for \
    UTC); or an age, such as 2h, 3d or 1w.
    """

  init?(argument: String) {
    guard let last = Moment(argument, now: Date(), zone: .current)?.date else { return nil }
    let isDay = argument.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil
    switch argument.count(where: { $0 == ":" }) {
    case 0: date = isDay ? Calendar.current.startOfDay(for: last) : last
    case 1: date = last.addingTimeInterval(-59.999)
    default: date = argument.contains(".") ? last : last.addingTimeInterval(-0.999)
    }
  }
}

extension Date {
  /// Returns the local time, `2026-11-21T18:30:05`, in a form that `Moment` parses.
  func local(milliseconds: Bool = false) -> String {
    let style = Date.ISO8601FormatStyle(
      dateTimeSeparator: .standard, includingFractionalSeconds: milliseconds, timeZone: .current)
    let format = style.year().month().day().time(includingFractionalSeconds: milliseconds)
    return (milliseconds ? addingTimeInterval(0.0005) : self).formatted(format)
  }
}
