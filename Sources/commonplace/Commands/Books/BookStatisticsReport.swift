import ArgumentParser
import Books
import DisplayWidth
import Foundation
import JSON
import Notebook
import Terminal

struct BookStatisticsReport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract:
      "Count books and pages by year, month, stars and author.",
    discussion: """
      Each reading counts in the year in which it ended. A book that you gave up does not count \
      as read. Pages are counted only for books with a number of pages. The report ends with the \
      books that have waited longest to be read.
      """)

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("Also write the charts to this file, as an SVG image.", valueName: "file"))
  var svg: String?

  func run() throws {
    let statistics = BookStatistics(try options.open().books.list())
    if let svg { try StandardOutput.save(BookPicture(statistics).svg, to: svg) }
    if json { return try StandardOutput.write(statistics.json.line) }
    for line in statistics.report { try StandardOutput.write(line.terminalSafeLine) }
  }
}

extension BookStatistics {
  var report: [String] {
    func count(_ section: BookListSection) -> String { Counts.of(sections[section] ?? 0, "book") }
    let read = years.reduce(0) { $0 + $1.books }
    var lines = [
      "books           \(books)",
      "readings        \(read), with \(years.reduce(0) { $0 + $1.pages }) pages",
      "reading now     \(count(.reading))", "want to read    \(count(.want))",
      "did not finish  \(count(.stopped))",
    ]
    if let meanStars { lines.append("stars           \(Self.tenths(meanStars)) on average") }
    if let first = durations.first, let last = durations.last, let medianDays {
      lines += [
        "days per book   \(medianDays) (median), from \(first.days) (\(first.title.listed)) to \(last.days) "
          + "(\(last.title.listed))"
      ]
    }
    lines += Self.bars(
      "Years", years.map { ($0.year.map(String.init) ?? "unknown", $0.books, "\($0.pages) pages") })
    if let last = years.first, let year = last.year {
      var months = zip(Self.months, zip(last.monthBooks, last.monthPages)).map {
        ($0, $1.0, "\($1.1) pages")
      }
      if last.undatedBooks > 0 { months.append(("unknown", last.undatedBooks, "")) }
      lines += Self.bars("\(year)", months)
    }
    if stars.contains(where: { $0 > 0 }) {
      lines += Self.bars(
        "Stars",
        stars.enumerated().reversed().map { (String(repeating: "★", count: $0 + 1), $1, "") })
    }
    lines += Self.bars("Authors", authors.map { ($0.name.listed, $0.books, "") })
    if !unread.isEmpty {
      lines += ["", "Waiting the longest"]
      lines += unread.map { "\($0.since.local().prefix(10))  \($0.title.listed)" }
    }
    return lines
  }

  private static func bars(_ title: String, _ rows: [(String, Int, String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let names = rows.map { Line($0.0.terminalSafeLine).clipped(to: 30).text }
    let width = names.map(\.displayWidth).max() ?? 0
    let most = max(1, rows.map(\.1).max() ?? 1)
    return ["", title]
      + zip(names, rows).map { name, row in
        let gap = String(repeating: " ", count: max(0, width - name.displayWidth))
        let bar = UnicodeBar.text(row.1, of: most, cells: 30)
        let rest = row.2 == "0 pages" || row.2.isEmpty ? "" : ", \(row.2)"
        return name + gap + "  " + (bar.isEmpty ? "" : bar + " ") + "\(row.1)" + rest
      }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int(exactly: (min(max(value, 0), 5) * 10).rounded()) ?? 0
    return "\(tenths / 10).\(tenths % 10)"
  }

  var json: JSONValue {
    [
      "bookCount": books.json,
      "sections": .array(
        BookListSection.allCases.map {
          ["section": $0.rawValue.json, "bookCount": (sections[$0] ?? 0).json]
        }),
      "years": .array(
        years.map { year in
          [
            "year": year.year?.json ?? .null, "bookCount": year.books.json,
            "pageCount": year.pages.json, "monthBookCounts": .array(year.monthBooks.map(\.json)),
            "monthPageCounts": .array(year.monthPages.map(\.json)),
          ]
        }),
      "starCounts": .array(stars.map(\.json)),
      "meanStars": meanStars.map { .double(($0 * 100).rounded() / 100) } ?? .null,
      "authors": .array(authors.map { ["name": $0.name.json, "bookCount": $0.books.json] }),
      "medianDayCount": medianDays?.json ?? .null,
      "shortest": durations.first?.json ?? .null, "longest": durations.last?.json ?? .null,
      "unread": .array(
        unread.map {
          [
            "noteId": $0.note.json, "title": $0.title.json, "since": $0.since.ISO8601Format().json,
          ]
        }),
    ]
  }
}

extension BookStatistics.Duration {
  fileprivate var json: JSONValue {
    ["noteId": note.json, "title": title.json, "dayCount": days.json]
  }
}
