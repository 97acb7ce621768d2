package import Foundation

/// Formats and parses the times in a notebook, in UTC.
package enum Timestamps {
  /// Formats a time as in JSON: `2021-09-21T04:58:51Z`, rounded down to whole seconds.
  package static func json(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard let text = Int(exactly: seconds).flatMap({ dateTime($0, separator: "T") }) else {
      return date.formatted(.iso8601)
    }
    return text + "Z"
  }

  /// Formats a time for file names: `20210921T045851Z`.
  package static func compact(_ date: Date) -> String {
    json(date).filter { $0 != "-" && $0 != ":" }
  }

  /// Formats a time as in `entry` and `author` rows: `2021-09-21 04:58:51.347`.
  package static func row(_ date: Date) -> String {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
    if let whole = Int(exactly: milliseconds) {
      let rest = ((whole % 1000) + 1000) % 1000
      if let seconds = dateTime((whole - rest) / 1000, separator: " ") {
        return seconds + "." + digits(rest, 3)
      }
    }
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, includingFractionalSeconds: true)
    // The half millisecond prevents the formatter from rounding down to the previous millisecond.
    let text = Date(timeIntervalSince1970: (milliseconds + 0.5) / 1000).formatted(style)
    return text.hasSuffix("Z") ? String(text.dropLast()) : text
  }

  /// Formats a time as `2021-09-21T04:58:51`, faster than Foundation. Returns nil before the year 1
  /// and after 9999, where callers use Foundation.
  private static func dateTime(_ seconds: Int, separator: String) -> String? {
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
    let second = ((seconds % 86_400) + 86_400) % 86_400
    // The inverse of `daysSince1970`: days since 1 March of the year 0.
    let days = (seconds - second) / 86_400 + 719_468
    let (era, day) = (days / 146_097, days % 146_097)
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [
      digits(year, 4), digits(month, 2), digits(dayOfYear - (153 * shifted + 2) / 5 + 1, 2),
    ].joined(separator: "-")
    let time = [digits(second / 3600, 2), digits(second / 60 % 60, 2), digits(second % 60, 2)]
      .joined(separator: ":")
    return date + separator + time
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// Parses `2021-09-21T04:58:51Z`, or an offset instead of the `Z`. Returns nil for any other
  /// text, also with fractions of a second. Days up to 31 are valid in every month.
  package static func date(json text: String) -> Date? {
    var text = text
    return text.withUTF8 { date(json: $0) }
  }

  private static func date(json text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let year = number(text[0..<4]), let month = number(text[5..<7]),
      let day = number(text[8..<10]), let hour = number(text[11..<13]),
      let minute = number(text[14..<16]), let second = number(text[17..<19]),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60,
      let offset = offset(text[19...])
    else { return nil }
    let seconds = (daysSince1970(year, month, day) * 24 + hour) * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds - offset))
  }

  /// Parses `2021-09-21 04:58:51.347`; nil for any other format.
  package static func date(row text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count == 23, bytes[10] == UInt8(ascii: " "), bytes[19] == UInt8(ascii: "."),
      let milliseconds = number(bytes[20..<23])
    else { return nil }
    let json = bytes[..<10] + [UInt8(ascii: "T")] + bytes[11..<19] + [UInt8(ascii: "Z")]
    return date(json: String(decoding: json, as: UTF8.self))?
      .addingTimeInterval(Double(milliseconds) / 1000)
  }

  /// Parses `Z`, or an offset such as `+hh:mm` or `-hhmm`, as seconds east of Greenwich; nil for
  /// other text.
  private static func offset(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let sign = text.first else { return nil }
    switch sign {
    case UInt8(ascii: "Z"): return text.count == 1 ? 0 : nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
      guard digits.count == 4, let number = number(digits) else { return nil }
      let seconds = number / 100 * 3600 + number % 100 * 60
      return sign == UInt8(ascii: "+") ? seconds : -seconds
    default: return nil
    }
  }

  private static func number(_ digits: some Sequence<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  /// Returns the number of days since 1970-01-01 in the Gregorian calendar. Years are counted from
  /// March, so that the leap day is the last (Howard Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms").
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = (month > 2 ? year : year - 1) + 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
  }
}
