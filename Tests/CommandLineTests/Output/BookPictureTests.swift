import Books
import Foundation
import Testing

@testable import Notebook
@testable import commonplace

@Suite struct BookPictureTests {
  private func statistics() -> BookStatistics {
    var statistics = BookStatistics([])
    var year = BookStatistics.Year(year: 2024)
    (year.books, year.pages, year.monthBooks[4]) = (3, 700, 2)
    statistics.years = [year, BookStatistics.Year(year: nil, books: 1)]
    statistics.stars = [0, 0, 0, 1, 2]
    statistics.authors = [BookStatistics.Count(name: "A <b> & \"c\" \u{1B}", books: 3)]
    return statistics
  }

  @Test func textIsEscapedAndNumbersAreWords() throws {
    let svg = BookPicture(statistics()).svg
    #expect(svg.contains("A &lt;b&gt; &amp; &quot;c&quot; \u{FFFD}"))
    #expect(svg.contains(">3, 700 pages<") && svg.contains(">unknown<") && svg.contains(">★★★★★<"))
    #expect(svg.contains("prefers-color-scheme: dark"))
    let parser = Parser()
    #expect(parser.isWellFormed(svg))
  }

  @Test func nothingIsDrawnOfNothing() {
    let svg = BookPicture(BookStatistics([])).svg
    #expect(!svg.contains("class=\"bar\"") && svg.hasSuffix("</svg>\n"))
  }

  /// Tags that open and close in pairs.
  private struct Parser {
    func isWellFormed(_ text: String) -> Bool {
      var open: [Substring] = []
      for match in text.matches(of: #/<(/?)([a-z]+)[^>]*?(/?)>/#) {
        if !match.3.isEmpty { continue }
        if match.1.isEmpty {
          open.append(match.2)
        } else if open.popLast() != match.2 {
          return false
        }
      }
      return open.isEmpty
    }
  }

  @Test(arguments: [
    (nil, ""), (0.25, "0.25 ★"), (0.5, "½"), (1, "★"), (3.5, "★★★½"), (4.75, "4.75 ★"),
    (5, "★★★★★"),
  ])
  func starsAreWords(stars: Double?, text: String) { #expect(Stars.text(stars) == text) }

  @Test func datesAreUnderstood() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let now = Date(timeIntervalSince1970: 1_709_251_200)  // 2024-03-01
    #expect(BookDate("today", now: now, calendar: calendar)?.date.description == "2024-03-01")
    #expect(BookDate("yesterday", now: now, calendar: calendar)?.date.description == "2024-02-29")
    #expect(BookDate("unknown", now: now, calendar: calendar)?.known == nil)
    #expect(BookDate("2024-02-30", now: now, calendar: calendar) == nil)
    #expect(GivenStars(argument: "3.3") == nil && GivenStars(argument: "nan") == nil)
    #expect(GivenStars(argument: "0")?.stars == .some(nil))
  }
}
