extension [CardText.Run] {
  /// The runs with typographic punctuation: curly quotation marks, dashes for `--`, `…` for three
  /// or four dots. A quotation mark after a character other than white space is a closing one;
  /// otherwise one before such a character is an opening one.
  ///
  /// Only for display, never stored. Code, blanks and descriptions of images stay as they are.
  var typographic: [CardText.Run] {
    var runs = self
    // The character after each run.
    var following: [Character?] = [nil]
    for run in reversed() { following.append(run.text.first ?? following.last ?? nil) }
    var previous: Character?
    for index in runs.indices {
      let text = runs[index].text
      if ![.code, .image, .blank].contains(runs[index].style) {
        runs[index].text = text.typographic(
          after: previous, before: following[count - 1 - index])
      }
      previous = text.last ?? previous
    }
    return runs
  }
}

extension String {
  fileprivate func typographic(after: Character?, before: Character?) -> String {
    guard utf8.contains(where: { "\"'-.".utf8.contains($0) }) else { return self }
    let characters = Array(self)
    var result = ""
    var index = 0
    var previous = after
    while index < characters.count {
      let character = characters[index]
      let next = index + 1 < characters.count ? characters[index + 1] : before
      var length = 1
      switch character {
      case "\"": result += Self.mark("“", "”", or: character, previous, next)
      case "'": result += Self.mark("‘", "’", or: character, previous, next)
      case "-" where index + 1 < characters.count && next == "-":
        result += "—"
        length = 2
      case ".":
        length = characters[index...].prefix(4).prefix { $0 == "." }.count
        if length >= 3 {
          result += "…"
        } else {
          result += "."
          length = 1
        }
      default: result.append(character)
      }
      index += length
      previous = character
    }
    return result
  }

  private static func mark(
    _ opening: String, _ closing: String, or character: Character, _ previous: Character?,
    _ next: Character?
  ) -> String {
    if let previous, !previous.isWhitespace { return closing }
    if let next, !next.isWhitespace { return opening }
    return String(character)
  }
}
