/// Bars of block characters, to an eighth of a cell.
enum UnicodeBar {
  static func text(_ value: Int, of most: Int, cells: Int) -> String {
    guard value > 0, most > 0, cells > 0 else { return "" }
    let eighths = max(
      1, Int(exactly: (Double(min(value, most)) / Double(most) * Double(cells) * 8).rounded()) ?? 1)
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
