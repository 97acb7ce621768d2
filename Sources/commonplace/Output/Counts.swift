import Base
import Notebook

struct Counts: CustomStringConvertible {
  private let kinds: [(count: Int, name: String)]

  init(_ kinds: [(Int, String)]) { self.kinds = kinds.map { (count: $0.0, name: $0.1) } }

  var description: String {
    let present = kinds.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    return present.isEmpty ? "nothing" : present.joined(separator: ", ")
  }

  static func of(_ count: Int, _ noun: String) -> String { count.counted(noun) }
}

/// Bars of block characters, in eighths of a cell.
enum UnicodeBar {
  static func text(_ value: Int, of most: Int, cells: Int) -> String {
    guard value > 0, most > 0, cells > 0 else { return "" }
    let eighths = max(
      1, Int(exactly: (Double(min(value, most)) / Double(most) * Double(cells) * 8).rounded()) ?? 1)
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
