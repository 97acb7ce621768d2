enum HelpText {
  /// Wraps usage lines and “See” lines of `text` to `columns` columns, unless a word is longer. An
  /// option stays together with its value. Other lines are unchanged.
  static func wrapped(_ text: String, columns: Int) -> String {
    var isUsage = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      isUsage = line.hasPrefix("USAGE: ") || isUsage && !line.isEmpty
      guard isUsage || line.hasPrefix("  See '"), line.count > columns else { return String(line) }
      // Continuation lines are indented more than the next form of the command.
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

  /// Returns the words of a line; text in brackets is one word. The first word includes the line's
  /// indentation.
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
