import Foundation
import NotebookReview
import Quoting

/// Charts of reviews as SVG 1.1: the prompts due today and in the next 30 days, the answers of the
/// last 30 days, and the remembered share of the 12 books and hashtags with the most answers. All
/// text from notes is escaped.
struct ReviewPicture {
  private let statistics: ReviewStatistics
  private let today: Date
  private let calendar: Calendar

  init(_ statistics: ReviewStatistics, today: Date, calendar: Calendar) {
    (self.statistics, self.today, self.calendar) = (statistics, today, calendar)
  }

  private static let width = 720
  private static let chartHeight = 160

  var svg: String {
    let groups = Array(
      (statistics.books + statistics.tags).filter { $0.answers.all > 0 }
        .sorted { ($1.answers.all, $0.name) < ($0.answers.all, $1.name) }.prefix(12))
    let height = 2 * (Self.chartHeight + 60) + (groups.isEmpty ? 0 : 50 + 22 * groups.count) + 20
    var parts = [
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="#ffffff"/>
      """
    ]
    parts += chart("Due today and in the next 30 days", dueBars, top: 0)
    parts += chart("Answers of the last 30 days", answerBars, top: Self.chartHeight + 60)
    if !groups.isEmpty { parts += remembered(groups, top: 2 * (Self.chartHeight + 60)) }
    return (parts + ["</svg>", ""]).joined(separator: "\n")
  }

  /// A bar with its name, and its parts from the bottom with their colors.
  private struct Bar {
    var name: String
    var parts: [(count: Int, color: String)]
    var total: Int { parts.reduce(0) { $0 + $1.count } }
  }

  private var dueBars: [Bar] {
    statistics.due.enumerated().map { offset, count in
      Bar(
        name: ReviewStatistics.day(offset, after: today, calendar), parts: [(count, "#4878a8")])
    }
  }

  private var answerBars: [Bar] {
    let start = calendar.startOfDay(for: today)
    let counts = Dictionary(
      statistics.days.map { (calendar.startOfDay(for: $0.start), $0.answers) },
      uniquingKeysWith: { first, _ in first })
    return (0..<30).map { index in
      let offset = index - 29
      let day = calendar.date(byAdding: .day, value: offset, to: start) ?? start
      let answers = counts[calendar.startOfDay(for: day)]
      return Bar(
        name: ReviewStatistics.day(offset, after: today, calendar),
        parts: [
          (answers?.right ?? 0, "#5a9a5a"),
          ((answers?.all ?? 0) - (answers?.right ?? 0), "#c06050"),
        ])
    }
  }

  private func chart(_ title: String, _ bars: [Bar], top: Int) -> [String] {
    let base = top + 40 + Self.chartHeight
    let most = max(1, bars.map(\.total).max() ?? 0)
    let step = Double(Self.width - 40) / Double(max(1, bars.count))
    var parts = [text(title, x: 20, y: Double(top + 26), "font-size=\"15\" font-weight=\"bold\"")]
    for (index, bar) in bars.enumerated() {
      let x = 20 + step * Double(index)
      var y = Double(base)
      for part in bar.parts where part.count > 0 {
        let height = Double(part.count) / Double(most) * Double(Self.chartHeight - 20)
        y -= height
        parts.append(
          "<rect x=\"\(number(x + 1))\" y=\"\(number(y))\" width=\"\(number(step - 2))\" "
            + "height=\"\(number(height))\" fill=\"\(part.color)\"/>")
      }
      if bar.total > 0 {
        parts.append(
          text("\(bar.total)", x: x + step / 2, y: y - 4, "font-size=\"9\" text-anchor=\"middle\""))
      }
      if index.isMultiple(of: 5) {
        parts.append(
          text(bar.name, x: x, y: Double(base + 14), "font-size=\"10\" fill=\"#606060\""))
      }
    }
    parts.append(
      "<line x1=\"20\" y1=\"\(base)\" x2=\"\(Self.width - 20)\" y2=\"\(base)\" stroke=\"#808080\"/>"
    )
    return parts
  }

  private func remembered(_ groups: [ReviewStatistics.Group], top: Int) -> [String] {
    var parts = [
      text(
        "Right answers by book and hashtag", x: 20, y: Double(top + 26),
        "font-size=\"15\" font-weight=\"bold\"")
    ]
    for (index, group) in groups.enumerated() {
      let y = Double(top + 44 + 22 * index)
      let share = group.answers.retention ?? 0
      let name = group.name.count > 44 ? group.name.prefix(43) + "…" : group.name[...]
      parts.append(text(String(name), x: 20, y: y + 10, ""))
      parts.append(
        "<rect x=\"330\" y=\"\(number(y))\" width=\"\(number(share * 320))\" height=\"13\" "
          + "fill=\"#5a9a5a\"/>")
      parts.append(
        text(
          "\(Int(exactly: (share * 100).rounded()) ?? 0)%", x: 336 + share * 320, y: y + 10,
          "font-size=\"10\""))
    }
    return parts
  }

  private func text(_ text: String, x: Double, y: Double, _ attributes: String) -> String {
    let gap = attributes.isEmpty ? "" : " "
    return
      "<text x=\"\(number(x))\" y=\"\(number(y))\"\(gap)\(attributes)>\(text.xmlEscaped)</text>"
  }

  private func number(_ value: Double) -> String {
    let tenths = Int(exactly: (min(max(value, 0), 1e6) * 10).rounded()) ?? 0
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension ReviewStatistics {
  /// Returns the month and day of the date `offset` days after `today`: `11-23`.
  static func day(_ offset: Int, after today: Date, _ calendar: Calendar) -> String {
    let date = calendar.date(byAdding: .day, value: offset, to: today) ?? today
    let parts = calendar.dateComponents([.month, .day], from: date)
    return [parts.month, parts.day].map { number in
      let digits = "\(number ?? 0)"
      return digits.count < 2 ? "0" + digits : digits
    }.joined(separator: "-")
  }
}
