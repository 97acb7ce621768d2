package import Notebook
package import Foundation

/// A condition on a note besides its words: `is:quote`, `section:read`, `after:2021`.
package enum SearchCondition: Sendable, Hashable {
  /// The kind of prompt to find.
  package enum Prompt: String, Sendable {
    /// A quote, whose source is asked for.
    case quote
    /// A cloze deletion.
    case cloze
    /// A question with its answer.
    case question
  }

  /// `in:title`: the words stand in the title.
  case inTitle
  /// `is:quote`: the words stand in one such prompt; without words, the note has one.
  case isPrompt(Prompt)
  /// `section:read`: the note is about a book that is listed there.
  case section(BookSection)
  /// `author:thoreau`, `author:"henry david"`: the note is about a book by an author whose name has that as a part.
  case author(String)
  /// `rating:>3`, `rating:4`: the note is about a book with so many stars.
  case stars(ClosedRange<Int>)
  /// `read:2021`, `read:2021-05`: the note is about a book that was finished then.
  case read(PartialDate)
  /// `isbn:9780140449266`: the note is about this edition.
  case isbn(ISBN)
  /// `before:2021-05`: the note was made before that began.
  case before(Date)
  /// `after:2021-05`: the note was made when that began, or later.
  case after(Date)
}

extension SearchCondition {
  /// Understands `name:value`; nil for anything else, which is a word. Dates are those of `calendar`:
  /// a year, a month or a day, as in `2021`, `2021-05`, `2021-05-31`.
  init?(_ word: some StringProtocol, calendar: Calendar = .current) {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let value = word[word.index(after: colon)...].lowercased()
    switch (word[..<colon].lowercased(), value) {
    case ("in", "title"): self = .inTitle
    case ("is", _):
      guard let prompt = Prompt(rawValue: value) else { return nil }
      self = .isPrompt(prompt)
    case ("section", _):
      guard let section = BookSection(word: value) else { return nil }
      self = .section(section)
    case ("author", _):
      let name = value.filter { $0 != "\"" }.trimmed
      guard !name.isEmpty else { return nil }
      self = .author(name)
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
      guard let date = Self.start(value, calendar) else { return nil }
      self = .before(date)
    case ("after", _):
      guard let date = Self.start(value, calendar) else { return nil }
      self = .after(date)
    default: return nil
    }
  }

  /// Whether `word` begins with the name of a condition and its colon.
  static func isBegun(_ word: String) -> Bool {
    ["in:", "is:", "section:", "author:", "rating:", "read:", "isbn:", "before:", "after:"]
      .contains { word.lowercased().hasPrefix($0) }
  }

  /// Understands `4`, `>3`, `>=3`, `<3`, `<=3`. Books without stars have none of these.
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
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 4 ? Int($0) : nil }
    guard (1...3).contains(parts.count), numbers.count == parts.count, parts[0].count == 4 else {
      return nil
    }
    var components = DateComponents(year: numbers[0], month: 1, day: 1)
    if numbers.count > 1 { components.month = numbers[1] }
    if numbers.count > 2 { components.day = numbers[2] }
    components.calendar = calendar
    return components.isValidDate(in: calendar) ? calendar.date(from: components) : nil
  }

  /// Whether a note's metadata are enough to decide. Nil if its texts are needed.
  func admits(_ note: NoteSummary) -> Bool? {
    switch self {
    case .inTitle, .isPrompt: nil
    case .section(let section): note.section == section
    case .author(let name): note.book?.isBy(name) ?? false
    case .stars(let stars): (note.book?.rating).map(stars.contains) ?? false
    case .read(let date):
      note.book?.readings.contains { $0.finish?.isWithin(date) ?? false } ?? false
    case .isbn(let isbn):
      [note.book?.isbn13, note.book?.isbn].contains { $0.flatMap { ISBN($0) } == isbn }
    case .before(let date): note.created < date
    case .after(let date): note.created >= date
    }
  }
}
