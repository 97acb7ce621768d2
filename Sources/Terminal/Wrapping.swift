import DisplayWidth

extension Line {
  /// Wraps text to lines of at most `cells`. Lines break between words, after `—` and `-`, and next
  /// to Chinese, Japanese and Korean characters. They do not break before closing or after opening
  /// punctuation. A word breaks only if it is wider than a line. Spaces at a break are dropped.
  /// Spaces that start a line of the text are kept if its first word fits after them.
  ///
  /// Cost: linear in the text.
  package static func wrapped(_ spans: [Span], to cells: Int) -> [Line] {
    var wrapping = Wrapping(cells: max(1, cells))
    for span in spans {
      for character in span.text { wrapping.take(character, span.style) }
    }
    return wrapping.finished()
  }
}

private struct Wrapping {
  let cells: Int
  private var lines: [Line] = []
  private var line = Cells()
  /// White space after the line so far.
  private var space = Cells()
  private var word = Cells()

  init(cells: Int) { self.cells = cells }

  mutating func take(_ character: Character, _ style: TextStyle) {
    switch character {
    case "\n", "\r\n", "\u{85}", "\u{2028}", "\u{2029}":
      endWord()
      endLine()
    case _ where character.isWhitespace && character != "\u{A0}" && character != "\u{202F}":
      endWord()
      space.append(character == "\t" ? " " : character, style)
    default:
      if character.breaksBefore, word.last?.opens != true { endWord() }
      if word.last?.breaksAfter == true, !character.closes { endWord() }
      word.append(character, style)
    }
  }

  mutating func finished() -> [Line] {
    endWord()
    if !line.isEmpty || lines.isEmpty { endLine() }
    return lines
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    let isFirst = line.isEmpty && space.isEmpty
    if !isFirst, line.width + space.width + word.width > cells {
      if !line.isEmpty { endLine() }
      space = Cells()
    }
    line.append(space)
    space = Cells()
    for (character, style) in word.characters {
      if line.width + character.displayWidth > cells, !line.isEmpty { endLine() }
      line.append(character, style)
    }
    word = Cells()
  }

  private mutating func endLine() {
    lines.append(line.line)
    line = Cells()
    space = Cells()
  }
}

private struct Cells {
  var characters: [(Character, TextStyle)] = []
  var width = 0

  var isEmpty: Bool { characters.isEmpty }
  var last: Character? { characters.last?.0 }

  mutating func append(_ character: Character, _ style: TextStyle) {
    characters.append((character, style))
    width += character.displayWidth
  }

  mutating func append(_ other: Cells) {
    characters += other.characters
    width += other.width
  }

  var line: Line {
    var spans: [Span] = []
    for (character, style) in characters {
      if let last = spans.indices.last, spans[last].style == style {
        spans[last].text.append(character)
      } else {
        spans.append(Span(String(character), style))
      }
    }
    return Line(spans)
  }
}

extension Character {
  private var isWide: Bool { unicodeScalars.first?.isWide == true }

  /// Whether a line may start with this character, except after opening punctuation.
  fileprivate var breaksBefore: Bool { isWide && !closes }

  /// Whether a line may end after this character, except before a character that `closes`.
  fileprivate var breaksAfter: Bool { isWide && !opens || self == "—" || self == "-" }

  /// Whether the character is closing punctuation, or a small sign that belongs to the character
  /// before it.
  fileprivate var closes: Bool {
    "、。，．！？：；）」』】〉》〕］｝・ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)]}”’…%—-".contains(self)
  }

  fileprivate var opens: Bool { "（「『【〈《〔［｛“‘([{".contains(self) }
}
