import Base
import Foundation

/// The words in second lines of a Kindle's clippings, in its interface languages and older forms.
/// Languages may be mixed: users change the device's language, and some devices write English dates
/// after labels in another language.
enum KindleWords {
  enum Kind: Equatable { case highlight, note, bookmark, article }

  private static let kinds: [(Kind, [String])] = [
    (
      .article, ["clip this article", "article clip"]
    ),
    (
      .bookmark,
      [
        "bookmark", "lesezeichen", "marcador", "signet", "segnalibro", "bladwijzer", "закладка",
        "ブックマーク", "书签", "書籤",
      ]
    ),
    (
      .highlight,
      [
        "highlight", "underline", "circle", "asterisk", "markierung", "subrayado", "surlignement",
        "evidenziazione", "destaque", "выделенный", "ハイライト", "标注", "標註",
      ]
    ),
    (
      .note, ["note", "notiz", "nota", "notitie", "заметка", "メモ", "笔记", "筆記"]
    ),
  ]

  static func kind(of label: String) -> Kind? {
    let label = label.lowercased()
    return kinds.first { $0.1.contains(where: label.contains) }?.0
  }

  private static let locations = [
    "location", "loc.", "position", "posici", "emplacement", "posizione", "locatie", "posiç",
    "мест",
    "位置",
  ]
  private static let pages = ["page", "seite", "página", "pagina", "страниц", "ページ", "页", "頁"]

  /// Returns the position in a label. In an unknown language, a range or the second number is a
  /// location, and a single number is a page.
  static func position(in label: String) -> HighlightPosition {
    var page: String?
    var location: ClosedRange<Int>?
    var unknown: [ClosedRange<Int>] = []
    for part in label.lowercased().split(whereSeparator: { "|（(·•".contains($0) }) {
      if let word = range(of: locations, in: part) {
        location = location ?? numbers(in: part[word.upperBound...])
      } else if let word = range(of: pages, in: part) {
        page = page ?? pageLabel(in: part, at: word)
      } else if let numbers = numbers(in: part) {
        unknown.append(numbers)
      }
    }
    if page == nil, location == nil, let last = unknown.last {
      if unknown.count > 1 || last.lowerBound < last.upperBound {
        location = last
        if unknown.count > 1 { page = unknown.first.map { String($0.lowerBound) } }
      } else {
        page = String(last.lowerBound)
      }
    }
    return HighlightPosition(page: page, location: location)
  }

  private static func range(of words: [String], in part: Substring) -> Range<String.Index>? {
    words.firstNonNil { part.utf8.firstRange(of: $0.utf8) }
  }

  /// Returns the first number or range. Old devices shorten the end: `1024-25`.
  private static func numbers(in text: Substring) -> ClosedRange<Int>? {
    guard let match = text.firstMatch(of: numbersForm), let start = Int(match.1) else { return nil }
    guard let end = match.2 else { return start...start }
    let full = end.count < match.1.count ? match.1.dropLast(end.count) + end : end
    let last = Int(full) ?? start
    return min(start, last)...max(start, last)
  }

  /// Returns the label after the word for pages, or before it in languages with that order.
  private static func pageLabel(in part: Substring, at word: Range<String.Index>) -> String? {
    let before = part[..<word.lowerBound]
    let after = part[word.upperBound...]
    let isCJK = ["ページ", "页", "頁"].contains(String(part[word]))
    if isCJK, let match = before.firstMatch(of: labelAtEnd) {
      return single(String(match.1))
    }
    // The number in “página 117”, not the “s” of “pages”.
    return after.firstMatch(of: labelForm).map { single(String($0.1)) }
  }

  // A regular expression in a function would be parsed and compiled at each call.
  nonisolated(unsafe) private static let numbersForm =
    #/([0-9]{1,9})(?:\s*(?:-|–|t/m)\s*([0-9]{1,9}))?/#
  nonisolated(unsafe) private static let labelForm =
    #/[^\p{L}0-9]*([0-9]+(?:[-–][0-9]+)?|[ivxlcdm]+)(?![\p{L}])/#
  nonisolated(unsafe) private static let labelAtEnd =
    #/([0-9]+(?:[-–][0-9]+)?|[ivxlcdm]+)\s*$/#

  private static func single(_ label: String) -> String {
    let parts = label.split(whereSeparator: { $0 == "-" || $0 == "–" })
    return parts.count == 2 && parts[0] == parts[1] ? String(parts[0]) : label
  }
}

enum KindleDate {
  private static let months: [String: Int] = {
    let names = [
      "january/february/march/april/may/june/july/august/september/october/november/december",
      "jan/feb/mar/apr/may/jun/jul/aug/sep/oct/nov/dec",
      "januar/februar/märz/april/mai/juni/juli/august/september/oktober/november/dezember",
      "enero/febrero/marzo/abril/mayo/junio/julio/agosto/septiembre/octubre/noviembre/diciembre",
      "janvier/février/mars/avril/mai/juin/juillet/août/septembre/octobre/novembre/décembre",
      "gennaio/febbraio/marzo/aprile/maggio/giugno/luglio/agosto/settembre/ottobre/novembre/dicembre",
      "januari/februari/maart/april/mei/juni/juli/augustus/september/oktober/november/december",
      "janeiro/fevereiro/março/abril/maio/junho/julho/agosto/setembro/outubro/novembro/dezembro",
      "января/февраля/марта/апреля/мая/июня/июля/августа/сентября/октября/ноября/декабря",
    ]
    var months: [String: Int] = [:]
    for line in names {
      for (index, name) in line.split(separator: "/").enumerated() {
        months[String(name)] = index + 1
      }
    }
    return months
  }()

  /// Returns the date in a second line, such as `2024-08-22T19:01:04`; nil without a valid day.
  static func read(_ text: String) -> String? {
    var text = text.lowercased()
    if let zone = text.range(of: "gmt") { text = String(text[..<zone.lowerBound]) }
    var time = ""
    if let match = text.firstMatch(of: timeForm), let hour = Int(match.1),
      let minute = Int(match.2), minute < 60
    {
      let second = match.3.flatMap { Int($0) } ?? 0
      if let hour = self.hour(hour, in: text) {
        time = "T\(two(hour)):\(two(minute)):\(two(min(second, 59)))"
      }
      text.replaceSubrange(match.range, with: " ")
    }
    guard let (year, month, day) = day(in: text), (1900...2200).contains(year),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return "\(year)-\(two(month))-\(two(day))" + time
  }

  /// Returns the hour on a 24-hour clock; nil if `hour` is not valid.
  private static func hour(_ hour: Int, in text: String) -> Int? {
    let words = text.split { !$0.isLetter }
    let isAfternoon = words.contains("pm") || text.contains("下午") || text.contains("午後")
    let isMorning = words.contains("am") || text.contains("上午") || text.contains("午前")
    guard (0...23).contains(hour) else { return nil }
    if isAfternoon, hour < 12 { return hour + 12 }
    return isMorning && hour == 12 ? 0 : hour
  }

  private static func day(in text: String) -> (Int, Int, Int)? {
    if text.contains("年"), let match = text.firstMatch(of: dayForm),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3)
    {
      return (year, month, day)
    }
    let words = text.split { !$0.isLetter }
    guard let month = words.firstNonNil({ months[String($0)] }) else { return nil }
    let numbers = text.split { !("0"..."9").contains($0) }
    guard let day = numbers.first(where: { $0.count <= 2 }).flatMap({ Int($0) }) else { return nil }
    if let year = numbers.first(where: { $0.count == 4 }).flatMap({ Int($0) }) {
      return (year, month, day)
    }
    guard let year = numbers.filter({ $0.count <= 2 }).dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    return (2000 + year, month, day)
  }

  nonisolated(unsafe) private static let timeForm =
    #/([0-9]{1,2})\s?[:h时時]\s?([0-9]{2})(?:\s?(?::|min|分)\s?([0-9]{2}))?/#
  nonisolated(unsafe) private static let dayForm =
    #/([0-9]{4})\s?年\s?([0-9]{1,2})\s?月\s?([0-9]{1,2})\s?日/#

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
