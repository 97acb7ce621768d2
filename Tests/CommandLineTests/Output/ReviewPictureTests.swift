import Foundation
import Testing

@testable import NotebookReview
@testable import commonplace

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Charts, whatever notes are called.
@Suite struct ReviewPictureTests {
  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  private static let today = Date(timeIntervalSince1970: 1_700_000_000)

  private static func statistics() -> ReviewStatistics {
    var statistics = ReviewStatistics()
    statistics.prompts = 9
    statistics.due[0] = 3
    statistics.due[30] = 40
    var group = ReviewStatistics.Group(
      name: "<script>alert('&\"\u{1B}\0\u{FFFF}')</script> ]]> 中文 👨‍👩‍👧")
    group.answers.all = 3
    group.answers.right = 2
    statistics.books = [group]
    statistics.days = [.init(start: calendar.startOfDay(for: today), answers: group.answers)]
    return statistics
  }

  @Test func pictureIsWellFormed() {
    let svg = ReviewPicture(Self.statistics(), today: Self.today, calendar: Self.calendar).svg
    let elements = Elements()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = elements
    #expect(parser.parse())
    #expect(Set(elements.names) == ["svg", "rect", "text", "line"])
    #expect(elements.text.contains("<script>alert('&\"\u{FFFD}\u{FFFD}\u{FFFD}')"))
    let empty = ReviewPicture(ReviewStatistics(), today: Self.today, calendar: Self.calendar).svg
    #expect(XMLParser(data: Data(empty.utf8)).parse())
  }

  /// Scalars that XML escapes, or that no document may hold, in a name.
  @Test(arguments: [0x00..<0x21, 0x21..<0x41, 0x7F..<0xA1, 0xFFE8..<0x10000, 0x1FFF0..<0x20000])
  func anyNameIsText(_ scalars: Range<Int>) {
    var name = "a"
    for number in scalars {
      if let scalar = Unicode.Scalar(UInt32(number)) { name.unicodeScalars.append(scalar) }
    }
    var statistics = Self.statistics()
    statistics.books[0].name = name
    let svg = ReviewPicture(statistics, today: Self.today, calendar: Self.calendar).svg
    let elements = Elements()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = elements
    #expect(parser.parse())
    let scalar = { (scalar: Unicode.Scalar) -> Unicode.Scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: " "
      case 0x00..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: "\u{FFFD}"
      default: scalar
      }
    }
    var expected = ""
    expected.unicodeScalars.append(contentsOf: name.unicodeScalars.map(scalar))
    #expect(elements.text.contains(expected))
  }

  @Test func reportHoldsNothingThatIsObeyed() {
    let lines = Self.statistics().report(today: Self.today, calendar: Self.calendar)
    #expect(lines.first == "due today       3, and 40 in the next 30 days")
    #expect(lines.contains("11-14  ███ 3"))
    #expect(lines.contains("11-15  0"))
    #expect(lines.contains { $0.hasPrefix("12-14  ████████████████████████████████████████ 40") })
    #expect(lines.contains { $0.hasPrefix("<script>") && $0.hasSuffix("67%") })
    #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test(arguments: [
    (0, 8, ""), (1, 8, "█"), (1, 16, "▌"), (1, 1000, "▏"), (3, 16, "█▌"), (9, 8, "████████"),
    (1, 0, ""),
  ])
  func barsAre(value: Int, most: Int, bar: String) {
    #expect(UnicodeBar.text(value, of: most, cells: 8) == bar)
  }
}

private final class Elements: NSObject, XMLParserDelegate {
  var names: [String] = []
  var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) { names.append(name) }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
