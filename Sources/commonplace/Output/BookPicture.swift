import Books
import Foundation
import Notebook
import Quoting

/// Charts of read books as SVG 1.1: books per year, books per month of the latest year, stars and
/// authors. Bars have numbers, so that charts are readable without colors. A dark color scheme gets
/// dark colors. All text from notes is escaped.
struct BookPicture {
  private let statistics: BookStatistics

  init(_ statistics: BookStatistics) { self.statistics = statistics }

  private static let width = 720
  private static let rowHeight = 22
  /// Maximum number of years drawn, the latest ones.
  private static let mostYears = 40

  private struct Chart {
    var title: String
    var rows: [(name: String, count: Int, words: String)]
  }

  private var charts: [Chart] {
    let years = statistics.years.prefix(Self.mostYears).map { year in
      (
        name: year.year.map(String.init) ?? "unknown", count: year.books,
        words: year.pages > 0 ? "\(year.books), \(year.pages) pages" : "\(year.books)"
      )
    }
    var charts = [Chart(title: "Books read", rows: years)]
    if let last = statistics.years.first, let year = last.year {
      charts.append(
        Chart(
          title: "Books read in \(year)",
          rows: zip(BookStatistics.months, last.monthBooks).map { ($0, $1, "\($1)") }))
    }
    charts.append(
      Chart(
        title: "Stars",
        rows: statistics.stars.enumerated().reversed().map {
          (String(repeating: "★", count: $0 + 1), $1, "\($1)")
        }))
    charts.append(
      Chart(title: "Authors", rows: statistics.authors.map { ($0.name, $0.books, "\($0.books)") }))
    return charts.filter { $0.rows.contains { $0.count > 0 } }
  }

  var svg: String {
    let charts = charts
    let height = charts.reduce(20) { $0 + 54 + Self.rowHeight * $1.rows.count }
    var parts = [
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" font-size="12">
      <style>
      .page { fill: #ffffff } text { fill: #202020 } .bar { fill: #4878a8 }
      @media (prefers-color-scheme: dark) {
      .page { fill: #1c1c1c } text { fill: #e8e8e8 } .bar { fill: #7fb0e0 }
      }
      </style>
      <rect class="page" width="100%" height="100%"/>
      """
    ]
    var top = 0
    for chart in charts {
      parts.append(
        Self.text(chart.title, x: 20, y: top + 34, " font-size=\"15\" font-weight=\"bold\""))
      let most = max(1, chart.rows.map(\.count).max() ?? 1)
      for (index, bar) in chart.rows.enumerated() {
        let y = top + 48 + Self.rowHeight * index
        let name = bar.name.count > 28 ? bar.name.prefix(27) + "…" : bar.name[...]
        parts.append(Self.text(String(name), x: 20, y: y + 13))
        let length = min(380, bar.count * 380 / most)
        if length > 0 {
          parts.append(
            "<rect class=\"bar\" x=\"220\" y=\"\(y)\" width=\"\(length)\" height=\"16\"/>")
        }
        parts.append(Self.text(bar.words, x: 228 + length, y: y + 13))
      }
      top += 54 + Self.rowHeight * chart.rows.count
    }
    return (parts + ["</svg>", ""]).joined(separator: "\n")
  }

  private static func text(_ text: String, x: Int, y: Int, _ attributes: String = "") -> String {
    "<text x=\"\(x)\" y=\"\(y)\"\(attributes)>\(text.xmlEscaped)</text>"
  }
}

extension BookStatistics {
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
