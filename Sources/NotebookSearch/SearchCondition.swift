import Base
package import Books
package import Foundation
import Notebook

/// A condition on a note other than its words: `is:quote`, `section:read`, `after:2021`.
package enum SearchCondition: Sendable, Hashable {
  package enum Prompt: String, Sendable {
    case quote
    case cloze
    case question
  }

  /// `in:title`: the words must be in the note's title.
  case inTitle
  /// `is:quote`: the words must be in one prompt of this kind; without words, the note must contain
  /// one.
  case isPrompt(Prompt)
  /// `section:read`: the note's book is in this section.
  case section(BookSection)
  /// `title:walden`, `title:"on the"`: the title of the note or its book contains this.
  case title(String)
  /// `author:thoreau`, `author:"henry david"`: an author of the note's book has this in the name.
  case author(String)
  /// `rating:>3`, `rating:4`: the note's book has a rating in this range.
  case stars(ClosedRange<Int>)
  /// `read:2021`, `read:2021-05`: the note's book was finished in this period.
  case read(PartialDate)
  /// `isbn:9780140449266`: the note's book has this ISBN.
  case isbn(ISBN)
  /// `links-to:walden`, `links-to:"on the"`: the note links to the named note.
  case linksTo(String)
  /// `linked-from:walden`: the named note links to the note.
  case linkedFrom(String)
  /// `orphan:`, `orphan:yes`: no other note links to the note.
  case orphan
  /// `unlinked:walden`: the text contains the words of the title, in this order, but no link to the
  /// named note.
  case unlinked(String)
  /// `created:2021-05`, `created:>=2021`: the note was created in this range.
  case created(Range<Date>)
  /// `changed:2021-05`, `modified:2021-05`: the note was last changed in this range.
  case changed(Range<Date>)
  /// `before:2021-05`: the note was created before this period.
  case before(Date)
  /// `after:2021-05`: the note was created in this period or later.
  case after(Date)
}

extension SearchCondition {
  /// Parses `name:value`; nil for anything else, which is a word. A date is a year, month or day in
  /// `calendar`: `2021`, `2021-05`, `2021-05-31`. The calendar is created only for dates: the first
  /// calendar of a process loads the locale and the time zone.
  init?(_ word: some StringProtocol, calendar: @autoclosure () -> Calendar = .current) {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let spelled = String(word[word.index(after: colon)...])
    let value = spelled.lowercased()
    switch (word[..<colon].lowercased(), value) {
    case ("in", "title"): self = .inTitle
    case ("is", _):
      guard let prompt = Prompt(rawValue: value) else { return nil }
      self = .isPrompt(prompt)
    case ("section", _):
      guard let section = BookSection(word: value) else { return nil }
      self = .section(section)
    case ("title", _), ("author", _):
      let words = value.filter { $0 != "\"" }.trimmed
      guard !words.isEmpty else { return nil }
      self = word[..<colon].lowercased() == "title" ? .title(words) : .author(words)
    case ("links-to", _), ("linked-from", _), ("unlinked", _):
      // Keep the spelling for messages.
      let name = spelled.filter { $0 != "\"" }.trimmed
      guard !name.isEmpty else { return nil }
      switch word[..<colon].lowercased() {
      case "links-to": self = .linksTo(name)
      case "linked-from": self = .linkedFrom(name)
      default: self = .unlinked(name)
      }
    case ("orphan", ""), ("orphan", "yes"): self = .orphan
    case ("created", _):
      guard let dates = Self.dates(value, calendar()) else { return nil }
      self = .created(dates)
    case ("changed", _), ("modified", _):
      guard let dates = Self.dates(value, calendar()) else { return nil }
      self = .changed(dates)
    case ("rating", _):
      guard let stars = Self.stars(value) else { return nil }
      self = .stars(stars)
    case ("read", _):
      guard let date = PartialDate(value) else { return nil }
      self = .read(date)
    case ("isbn", _):
      guard let isbn = ISBN(value) else { return nil }
      self = .isbn(isbn)
    case ("before", _):
      guard let date = Self.start(value, calendar()) else { return nil }
      self = .before(date)
    case ("after", _):
      guard let date = Self.start(value, calendar()) else { return nil }
      self = .after(date)
    default: return nil
    }
  }

  /// Whether `word` begins with a name and a colon like a condition, and is not a web address.
  static func isBegun(_ word: String) -> Bool {
    guard let colon = word.firstIndex(of: ":") else { return false }
    let name = word[..<colon]
    return (2...11).contains(name.count) && name.allSatisfy { $0.isLetter || $0 == "-" }
      && !word[colon...].hasPrefix("://")
  }

  static func remedy(for word: String) -> String {
    let name = word.prefix { $0 != ":" }.lowercased()
    switch name {
    case "in": return "write in:title"
    case "is": return "write is:quote, is:cloze or is:question"
    case "section": return "write section:read, section:reading or section:want"
    case "rating": return "write whole stars from 1 to 5, such as rating:4 or rating:>3"
    case "read", "created", "changed", "modified", "before", "after":
      return "write a date, such as \(name):2021, \(name):2021-05 or \(name):2021-05-31"
    case "isbn": return "write a valid ISBN with all its 10 or 13 digits"
    case "orphan": return "write orphan: or -orphan: without a value"
    case "author", "title", "links-to", "linked-from", "unlinked":
      return "write a name or a title after the colon, such as \(name):walden"
    default:
      let distances = names.map { (name: $0, distance: EditDistance.between($0, name)) }
      let near = distances.min { $0.distance < $1.distance }
      let others = "“commonplace help search” shows the filters"
      guard let near, near.distance <= 2 else { return others }
      return "did you mean “\(near.name):”? \(others)"
    }
  }

  private static let names = [
    "in", "is", "section", "title", "author", "rating", "read", "isbn", "created", "changed",
    "before", "after", "tag", "links-to", "linked-from", "orphan", "unlinked",
  ]

  /// Parses `2021`, `2021-05` or `2021-05-31`, optionally after `=`, `<`, `<=`, `>` or `>=`.
  private static func dates(_ text: String, _ calendar: Calendar) -> Range<Date>? {
    let sign = text.prefix { "<>=".contains($0) }
    let date = String(text.dropFirst(sign.count))
    guard let period = period(date, calendar) else { return nil }
    let (start, end) = (period.lowerBound, period.upperBound)
    switch sign {
    case "", "=": return start..<end
    case ">": return end..<max(end, .distantFuture)
    case ">=": return start..<max(start, .distantFuture)
    case "<": return min(start, .distantPast)..<start
    case "<=": return min(end, .distantPast)..<end
    default: return nil
    }
  }

  /// Parses `4`, `=4`, `>3`, `>=3`, `<3` or `<=3`. Books without a rating never match.
  private static func stars(_ text: String) -> ClosedRange<Int>? {
    let sign = text.prefix { "<>=".contains($0) }
    guard let number = Int(text.dropFirst(sign.count)), (0...6).contains(number) else { return nil }
    switch sign {
    case "", "=": return number...number
    case ">": return number < 5 ? (number + 1)...5 : nil
    case ">=": return number <= 5 ? number...5 : nil
    case "<": return number > 1 ? 1...(number - 1) : nil
    case "<=": return number >= 1 ? 1...number : nil
    default: return nil
    }
  }

  private static func start(_ text: String, _ calendar: Calendar) -> Date? {
    period(text, calendar)?.lowerBound
  }

  /// Parses `2021`, `2021-05` or `2021-05-31`. A day without a midnight begins later, and some days
  /// have 23 or 25 hours.
  private static func period(_ text: String, _ calendar: Calendar) -> Range<Date>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 4 ? Int($0) : nil }
    guard (1...3).contains(parts.count), numbers.count == parts.count, parts[0].count == 4 else {
      return nil
    }
    var components = DateComponents(year: numbers[0], month: 1, day: 1)
    if numbers.count > 1 { components.month = numbers[1] }
    if numbers.count > 2 { components.day = numbers[2] }
    components.calendar = calendar
    let unit: Calendar.Component = [.year, .month, .day][min(2, parts.count - 1)]
    guard components.isValidDate(in: calendar), let date = calendar.date(from: components),
      let period = calendar.dateInterval(of: unit, for: date), period.start < period.end
    else { return nil }
    return period.start..<period.end
  }

  /// Decides by the note's metadata; nil if its text or the index of links is needed.
  func admits(_ note: NoteSummary) -> Bool? {
    switch self {
    case .inTitle, .isPrompt, .linksTo, .linkedFrom, .orphan, .unlinked: nil
    case .section(let section): note.section == section
    case .title(let title): [note.title, note.book?.title ?? ""].contains { $0.hasPart(title) }
    case .author(let name): note.book?.isBy(name) ?? false
    case .stars(let stars): (note.book?.rating).map(stars.contains) ?? false
    case .read(let date):
      note.book?.readings.contains { $0.finish?.isWithin(date) ?? false } ?? false
    case .isbn(let isbn):
      [note.book?.isbn13, note.book?.isbn].contains { $0.flatMap { ISBN($0) } == isbn }
    case .created(let dates): dates.contains(note.created)
    case .changed(let dates): dates.contains(note.modified)
    case .before(let date): note.created < date
    case .after(let date): note.created >= date
    }
  }
}
