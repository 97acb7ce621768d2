/// Help as the argument parser lays it out, but for its longest lines.
enum HelpText {
  /// `text` with the lines of usage in at most `columns` columns, as far as their words permit. An
  /// option stays together with its value. Other lines are as they were.
  static func wrapped(_ text: String, columns: Int) -> String {
    var isUsage = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      isUsage = line.hasPrefix("USAGE: ") || isUsage && !line.isEmpty
      guard isUsage || line.hasPrefix("  See '"), line.count > columns else { return String(line) }
      // Deeper than the next form of a command.
      let indent = String(repeating: " ", count: isUsage ? 11 : 2)
      var lines: [String] = []
      for word in words(line) {
        if let last = lines.last, last.count + 1 + word.count <= columns {
          lines[lines.count - 1] = last + " " + word
        } else {
          lines.append((lines.isEmpty ? "" : indent) + word)
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The words of a line, those in brackets as one. The first has the line's indentation.
  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    var word = String(line.prefix { $0 == " " })
    var depth = 0
    for character in line.drop(while: { $0 == " " }) {
      switch character {
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
      if character == " ", depth <= 0 {
        words.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    return words + [word]
  }
}
