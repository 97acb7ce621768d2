import Base
import FrontMatter

/// A quote of several lines. In notes, each line with a marker is a separate quote, so only the
/// first line of a paragraph gets a marker.
enum ForeignQuote {
  static func lines(of lines: [String]) -> [String] {
    var result: [String] = []
    for paragraph in lines.split(whereSeparator: \.isBlank) {
      if !result.isEmpty { result.append("") }
      var isFirst = true
      for line in paragraph {
        let line = line.trimmed
        if isFirst {
          result.append("> " + line)
        } else if endsParagraph(line), let last = result.popLast() {
          result.append(last + " " + line)
        } else {
          result.append(line)
        }
        isFirst = false
      }
    }
    return result
  }

  private static func endsParagraph(_ line: String) -> Bool {
    line.prefixMatch(of: Forms.blockStart) != nil
  }
}

/// Compiled once: a literal in a function is parsed and compiled at each call.
private enum Forms {
  nonisolated(unsafe) static let blockStart = #/[#>]|[-*+]\s|\d+[.)]\s/#
}
