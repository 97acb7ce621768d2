package import JSON

/// A date that may be known only to the month or the year, or not at all: `2019-03-04`, `2019-03`,
/// `2019`. The app stores the parts in the form of Apple's `DateComponents`.
package struct PartialDate: Sendable, Hashable {
  package var year: Int?
  package var month: Int?
  package var day: Int?

  package static let unknown = Self()

  package init(year: Int? = nil, month: Int? = nil, day: Int? = nil) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  package static let years = -9999...9999
}

extension PartialDate {
  /// Reads `2019`, `2019-03` and `2019-03-04`, with four digits for the year and one or two for the
  /// others. Returns nil for anything else, and for days that do not exist.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39) ~= $0 } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    self.init(
      year: numbers.first, month: numbers.dropFirst().first, day: numbers.dropFirst(2).first)
    guard isValid else { return nil }
  }

  package init(json: JSONValue) { self.init(node: json) }

  package init(node json: some JSONNode) {
    self.init(
      year: json.member("year")?.int, month: json.member("month")?.int,
      day: json.member("day")?.int)
  }

  package var json: JSONValue {
    .object(
      JSONObject(
        [("year", year), ("month", month), ("day", day)].map { name, number in
          (name, number.map { .integer(Int64($0)) })
        }))
  }

  /// Whether the date exists, and does not have a part without the ones before it. `unknown` is
  /// valid.
  package var isValid: Bool {
    guard let year else { return month == nil && day == nil }
    guard Self.years.contains(year) else { return false }
    guard let month else { return day == nil }
    return (1...12).contains(month) && (day.map { (1...daysOfMonth).contains($0) } ?? true)
  }

  private var daysOfMonth: Int {
    let year = year ?? 0
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return month.map { (1...12).contains($0) ? days[$0 - 1] : 31 } ?? 31
  }

  /// The number of days since 1 January 1970; nil if a part is missing, or the day does not exist.
  package var dayNumber: Int? {
    guard isValid, let year, let month, let day else { return nil }
    // Counts years from March, so that the leap day is the last day of a year.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Whether the years are equal, and the month and the day, too, if `span` has them: `2019-03` is
  /// within `2019`.
  package func isWithin(_ span: Self) -> Bool {
    year == span.year && (span.month == nil || month == span.month)
      && (span.day == nil || day == span.day)
  }

  /// Whether the date is certainly before `other`: false if a part that would decide is missing.
  package func isBefore(_ other: Self) -> Bool {
    for (mine, theirs) in [(year, other.year), (month, other.month), (day, other.day)] {
      guard let mine, let theirs else { return false }
      if mine != theirs { return mine < theirs }
    }
    return false
  }
}

extension PartialDate {
  /// Whether both may be the same day: an unknown date may be any day.
  static func mayBeSame(_ one: Self?, _ other: Self?) -> Bool {
    guard let one, let other, one != .unknown, other != .unknown else { return true }
    return one.isWithin(other) || other.isWithin(one)
  }
}

extension PartialDate: CustomStringConvertible {
  /// The date as `2019-03-04`, `2019-03` or `2019`; `unknown` if the year is missing.
  package var description: String {
    guard let year else { return "unknown" }
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number.magnitude)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    var text = (year < 0 ? "-" : "") + digits(year, 4)
    guard let month else { return text }
    text += "-" + digits(month, 2)
    return day.map { text + "-" + digits($0, 2) } ?? text
  }
}
