import Foundation
import JSON
import LanguageServerProtocol

enum Style {
  static let plain = sgr("0")
  static let strong = sgr("1")
  static let quiet = sgr("2")
  static let warning = sgr("33")
  static let menu = sgr("7")

  private static let hasColor =
    isatty(1) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

  private static func sgr(_ code: String) -> String { hasColor ? "\u{1B}[\(code)m" : "" }

  /// The codes for the server's token types, in the order of its legend.
  private static let codes: [String] = [
    "1;34",  // heading
    "1",  // strong
    "3",  // emphasis
    "36",  // code
    "35",  // hashtag
    "32",  // quote
    "33",  // listMarker
    "36",  // image
    "4;36",  // link
    "0",  // emoji
    "2",  // cloze
    "33",  // clozeHint
    "1;33",  // clozeAnswer
    "34",  // question
    "32",  // answer
    "3;34",  // summary
    "2",  // delimiter
    "4;36",  // noteLink
  ]

  struct Color {
    var range: Range<Int>
    var code: String
  }

  /// Returns the colors of the tokens by line; the ranges are UTF-16 columns.
  static func colors(of tokens: JSONValue?) -> [Int: [Color]] {
    let data = tokens?.array?.compactMap(\.int) ?? []
    var colors: [Int: [Color]] = [:]
    var (line, column) = (0, 0)
    for index in stride(from: 0, to: data.count - 4, by: 5) {
      column = data[index] == 0 ? column + data[index + 1] : data[index + 1]
      line += data[index]
      let code = codes.indices.contains(data[index + 3]) ? codes[data[index + 3]] : "0"
      colors[line, default: []].append(
        Color(range: column..<column + data[index + 2], code: code))
    }
    return colors
  }

  /// Returns the UTF-16 columns of `line` that a diagnostic underlines; nil unless it starts in
  /// this line.
  static func underline(from diagnostic: JSONValue, line: Int) -> Range<Int>? {
    guard let start = diagnostic["range"]?["start"], let end = diagnostic["range"]?["end"],
      start["line"]?.int == line, let first = start["character"]?.int
    else { return nil }
    return first..<(end["line"]?.int == line ? end["character"]?.int ?? first : Int.max)
  }

  static func painted(
    _ line: String, _ colors: [Color], underlined: [Range<Int>]
  ) -> String {
    guard hasColor else { return line }
    var result = ""
    var column = 0
    var style = ""
    for character in line {
      var next = colors.first { $0.range.contains(column) }?.code ?? "0"
      if underlined.contains(where: { $0.contains(column) }) { next += ";4;31" }
      if next != style { result += plain + sgr(next) }
      style = next
      result.append(character)
      column += character.utf16.count
    }
    return result + plain
  }

  static func highlighted(_ snippet: String, _ highlights: JSONValue?) -> String {
    let colors = (highlights?.array ?? []).compactMap { pair -> Color? in
      guard let start = pair.array?.first?.int, let end = pair.array?.last?.int, start <= end
      else { return nil }
      return Color(range: start..<end, code: "1;33")
    }
    return painted(snippet, colors, underlined: [])
  }

  /// Returns the number of rows that `text` takes on this terminal; 80 columns are assumed if its
  /// size is unknown.
  static func rows(of text: String) -> Int {
    var size = winsize()
    let columns = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    var width = 0
    var isEscape = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isEscape = true }
      if !isEscape { width += scalar.value >= 0x1100 && scalar.properties.isEmoji ? 2 : 1 }
      if isEscape, scalar == "m" { isEscape = false }
    }
    return max(1, (width + columns - 1) / columns)
  }
}
