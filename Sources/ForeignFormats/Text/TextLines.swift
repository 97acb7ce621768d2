import Quoting

extension String {
  /// The parts between line feeds; a carriage return stays. A text that ends with a line feed has
  /// an empty last part.
  package var lines: [Substring] {
    // By scalars: Swift treats `\r\n` as one character.
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Returns the text with each line outside fenced code replaced by `change`.
  package func changingLines(_ change: (Substring) -> String) -> String {
    var isCode = false
    return lines.map { line in
      if line.drop(while: \.isWhitespace).hasPrefix("```") {
        isCode.toggle()
        return String(line)
      }
      return isCode ? String(line) : change(line)
    }.joined(separator: "\n")
  }

  /// The text with a space between a hashtag and punctuation after it, as in `#pond, `. In notes,
  /// unlike in other programs, the punctuation would be part of the hashtag.
  var withPartedHashtags: String {
    guard hasBytes("#") else { return self }
    return changingLines { line in
      guard line.hasBytes("#") else { return String(line) }
      return line.split(separator: " ", omittingEmptySubsequences: false).map { word in
        guard word.hasPrefix("#") else { return String(word) }
        guard let end = word.lastIndex(where: { !",.;:!?)]}\"'”’".contains($0) }) else {
          return String(word)
        }
        let (tag, rest) = (word[...end], word[word.index(after: end)...])
        guard !rest.isEmpty, tag.contains(where: { $0.isLetter }) else { return String(word) }
        return "\(tag) \(rest)"
      }.joined(separator: " ")
    }
  }

  /// The letters and digits in lower case: equal for a title and a file name made from it.
  var bareLetters: String { lowercased().filter { $0.isLetter || $0.isNumber } }

  package var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  package var nonEmpty: String? { isEmpty ? nil : self }

  /// The paragraphs, separated by empty lines; other line breaks become spaces.
  package var paragraphs: String {
    var paragraphs: [String] = []
    var isOpen = false
    for line in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = String(line).oneLine
      guard !line.isEmpty else {
        isOpen = false
        continue
      }
      if isOpen, let last = paragraphs.indices.last {
        paragraphs[last] += " " + line
      } else {
        paragraphs.append(line)
      }
      isOpen = true
    }
    return paragraphs.joined(separator: "\n\n")
  }
}
