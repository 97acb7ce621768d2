import Foundation
import SpacedRepetition
import TestSupport

/// A table in Tables/: lines of columns between tabs, and remarks after `#`.
struct Table {
  struct Row: CustomStringConvertible {
    var line: Int
    var columns: [String]
    var description: String { "line \(line): \(columns.joined(separator: " | "))" }

    /// A column; empty if there are fewer.
    subscript(column: Int) -> String { columns.indices.contains(column) ? columns[column] : "" }
  }

  var rows: [Row]

  init(_ name: String) {
    self.init(
      text: Repository.text(of: "Tests/SpacedRepetitionTests/Scheduling/Tables/\(name).tsv"))
  }

  init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    rows = lines.filter { !$0.element.isEmpty && !$0.element.hasPrefix("#") }.map { number, line in
      Row(
        line: number + 1,
        columns: line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
    }
  }
}

/// Reads `4d`, `1d 04:48:00` or `-0d 12:00:00`, in seconds.
func duration(_ text: String) -> TimeInterval {
  let parts = text.split(whereSeparator: { "d :-".contains($0) }).compactMap { Double($0) }
  let seconds = zip(parts, [86_400, 3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  return text.hasPrefix("-") ? -seconds : seconds
}

extension PromptID {
  static let any = PromptID(note: "note", block: "prompt=quote;count=1;id=00", index: 0)
}
