import ArgumentParser
import DisplayWidth
import Foundation
import JSON
import NotebookReview
import Terminal

struct ReviewStatisticsReport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show due cards, answers, and the share of right answers.")

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("Also write the charts to this file, as an SVG image.", valueName: "file"))
  var svg: String?

  func run() throws {
    let now = Date()
    let statistics = try options.open().reviews.statistics(now: now, calendar: .current)
    if let svg {
      let picture = ReviewPicture(statistics, today: now, calendar: .current).svg
      try StandardOutput.save(picture, to: svg)
    }
    if json {
      return try StandardOutput.write(statistics.json(today: now, calendar: .current).line)
    }
    for line in statistics.report(today: now, calendar: .current) {
      try StandardOutput.write(line)
    }
  }
}

extension ReviewStatistics {
  func report(today: Date, calendar: Calendar) -> [String] {
    var lines = [
      "due today       \(due.first ?? 0), and \(due.dropFirst().reduce(0, +)) in the next 30 days",
      "cards           \(prompts), \(new) of them new",
      "answers         \(answers.all), \(answers.percentage) right",
      "remembered      \(mature.percentage) after 21 days or more, \(young.percentage) after fewer days",
      "days in a row   \(streak) with answers",
    ]
    let most = max(1, due.max() ?? 0)
    lines += ["", "Due"]
    for (offset, count) in due.enumerated() {
      let name = Self.day(offset, after: today, calendar)
      let line = "\(name)  \(UnicodeBar.text(count, of: most, cells: 40)) \(count)"
      lines.append(count == 0 ? name + "  0" : line)
    }
    lines += Self.table("Hashtags", tags) + Self.table("Books", books)
    return lines.map(\.terminalSafeLine)
  }

  private static func table(_ title: String, _ groups: [Group]) -> [String] {
    guard !groups.isEmpty else { return [] }
    let width = min(
      44, max(title.count, groups.map { $0.name.terminalSafeLine.displayWidth }.max() ?? 0))
    let head = title + String(repeating: " ", count: width - title.count)
    return ["", "\(head)  cards   due  right"]
      + groups.map { group in
        let name = Line(group.name.terminalSafeLine).clipped(to: width).text
        let gap = String(repeating: " ", count: max(0, width - name.displayWidth))
        return name + gap + "  " + right("\(group.prompts)", 5) + " " + right("\(group.due)", 5)
          + "  " + right(group.answers.percentage, 5)
      }
  }

  private static func right(_ text: String, _ cells: Int) -> String {
    String(repeating: " ", count: max(0, cells - text.count)) + text
  }

  /// Days are local.
  func json(today: Date, calendar: Calendar) -> JSONValue {
    func groups(_ groups: [Group]) -> JSONValue {
      .array(
        groups.map { group in
          [
            "name": group.name.json, "promptCount": group.prompts.json, "dueCount": group.due.json,
            "answers": group.answers.json,
          ]
        })
    }
    return [
      "promptCount": prompts.json, "newCount": new.json, "dueCounts": .array(due.map(\.json)),
      "answers": answers.json, "mature": mature.json, "young": young.json, "dayCount": streak.json,
      "days": .array(
        days.map { ["day": String($0.start.local().prefix(10)).json, "answers": $0.answers.json] }),
      "tags": groups(tags), "books": groups(books),
    ]
  }
}

extension ReviewStatistics.Answers {
  fileprivate var percentage: String {
    retention.map { "\(Int(exactly: ($0 * 100).rounded()) ?? 0)%" } ?? "–"
  }

  fileprivate var json: JSONValue { ["allCount": all.json, "correctCount": right.json] }
}
