import Books
import Foundation
import Quoting

enum ForeignValues {
  /// The order of day and month in dates that end with the year.
  enum DateOrder { case monthFirst, dayFirst }

  /// Parses a date: `2021/03/04`, `2021-03-04T10:00:00Z`, `2021-03`, `2021`, `3/4/2021`,
  /// `04.03.2021`, also in brackets. Returns nil for anything else. A month or day of 0 is unknown.
  static func date(_ text: String, _ order: DateOrder = .monthFirst) -> PartialDate? {
    var text = Substring(text.trimmedField)
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    if let end = text.firstIndex(where: { $0 == "T" || $0 == " " }) {
      let rest = text[end...].dropFirst()
      guard rest.first?.isNumber == true else { return nil }
      text = text[..<end]
    }
    guard text.utf8.count <= 10 else { return nil }
    let parts = text.split(omittingEmptySubsequences: false) { "/-.".contains($0) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count else { return nil }
    var date: PartialDate
    if parts.first?.utf8.count == 4 {
      date = PartialDate(year: numbers.first, month: numbers.dropFirst().first)
      date.day = numbers.dropFirst(2).first
    } else if parts.count == 3, numbers.count == 3, parts[2].utf8.count == 4 {
      let isDayFirst = order == .dayFirst || text.contains(".") || numbers[0] > 12
      let (month, day) = isDayFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
      date = PartialDate(year: numbers[2], month: month, day: day)
    } else {
      return nil
    }
    if date.day == 0 { date.day = nil }
    if date.month == 0 { (date.month, date.day) = (nil, nil) }
    return date.year != 0 && date.isValid ? date : nil
  }

  /// Whether a text contains no date: it is empty, or has only zeros and separators.
  static func isNoDate(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x30 || "/-.:[] ".utf8.contains($0) }
  }

  /// Returns the order of day and month in a column, from the first unambiguous date; month first
  /// if there is none.
  static func dateOrder(_ texts: some Sequence<String>) -> DateOrder {
    for text in texts {
      let parts = text.prefix(10).split(separator: "/")
      guard parts.count == 3, parts[0].utf8.count <= 2, let first = Int(parts[0]),
        let second = Int(parts[1])
      else { continue }
      if first > 12 { return .dayFirst }
      if second > 12 { return .monthFirst }
    }
    return .monthFirst
  }

  /// Parses a number such as `4`, `4.5` or `4,5`; nil for anything else.
  static func number(_ text: String) -> Double? {
    let text = text.trimmedField.replacingBytes(of: ",", with: ".")
    guard !text.isEmpty, text.utf8.count <= 12,
      text.utf8.allSatisfy({ isDigit($0) || $0 == 0x2E || $0 == 0x2D })
    else { return nil }
    return Double(text)
  }

  /// Returns the number of pages at the beginning of a text, as in `278 p.` and `1,234`; nil unless
  /// it is from 1 to 99,999.
  static func pages(_ text: String) -> Int? {
    let groups = text.trimmedField.prefix { $0.isASCII && $0.isNumber || $0 == "," || $0 == "." }
      .split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    let thousands = groups.dropFirst().prefix { $0.utf8.count == 3 }
    return Int(groups.prefix(1).joined() + thousands.joined()).flatMap {
      (1...99_999).contains($0) ? $0 : nil
    }
  }

  /// Returns the year in `1999`, `-50`, `1999-05-01`, `c1999` or `[1999]`; nil if there is none.
  static func year(_ text: String) -> Int? {
    let text = text.trimmedField
    if text.utf8.count <= 5, let year = Int(text), year != 0 {
      return PartialDate.years.contains(year) ? year : nil
    }
    // `1999.0`, from a spreadsheet.
    if let number = number(text), let year = Int(exactly: number), year != 0 {
      return PartialDate.years.contains(year) ? year : nil
    }
    let groups = text.split { !$0.isASCII || !$0.isNumber }
    return groups.first { $0.utf8.count == 4 }.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Splits values at the separator, without empty and repeated ones.
  static func list(_ text: String, separator: String = ",") -> [String] {
    var seen: Set<String> = []
    return text.components(separatedBy: separator).map(\.trimmedField)
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// Returns a book number without characters that spreadsheets need: `="9780000000019"`.
  static func isbn(_ text: String) -> String {
    String(text.filter { !"=\"[]".contains($0) }).trimmedField
  }

  /// Whether a spreadsheet rounded the number, as in `9.78E+12`, so that its digits are lost.
  static func isRounded(_ text: String) -> Bool {
    text.uppercased().contains("E+")
  }

  /// Splits a title with its series, as in `The Pond (Water Cycle, #2)`, into title, series and
  /// number; nil for other titles.
  static func series(
    inTitle title: String
  ) -> (title: String, series: String, number: String?)? {
    let title = title.trimmedField
    guard title.hasSuffix(")") else { return nil }
    // Find the matching parenthesis, since a name may contain parentheses, too.
    var depth = 0
    let start = title.indices.last { index in
      if title[index] == ")" { depth += 1 }
      if title[index] == "(" { depth -= 1 }
      return depth == 0
    }
    guard let open = start, open > title.startIndex else { return nil }
    let inside = title[title.index(after: open)...].dropLast()
    let first = inside.split(separator: ";").first.map(String.init) ?? ""
    guard let mark = first.lastIndex(of: "#") else { return nil }
    let number = first[first.index(after: mark)...].trimmedField
    let series = first[..<mark].trimmedField.trimmingSuffix(",")
    let rest = title[..<open].trimmedField
    guard !series.isEmpty, !rest.isEmpty,
      number.utf8.allSatisfy({ isDigit($0) || ".-–".utf8.contains($0) })
    else { return nil }
    return (rest, series, number.isEmpty ? nil : number)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)).trimmedField : self
  }
}
