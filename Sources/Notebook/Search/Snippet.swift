/// A piece of a text on one line, cut around its first match.
struct Snippet: Equatable {
  /// How many characters of the text are shown at most.
  static let length = 160
  /// How many of them come before the match.
  static let lead = 40

  private(set) var text = ""
  /// The matches in `text`, in UTF-16 units.
  private(set) var highlights: [Range<Int>] = []
  /// The match that the last highlight shows.
  private var lastMatch: Range<Int>?

  /// Line ends and control characters become spaces, several spaces one; `…` stands where the
  /// text goes on. Cuts fall between characters (grapheme clusters).
  init(of highlighted: HighlightedText) {
    let source = highlighted.text
    let window = Self.window(in: source, at: highlighted.matches.first?.lowerBound ?? 0)
    if window.lowerBound > source.startIndex { text = "…" }
    var offset = source.utf8.distance(from: source.startIndex, to: window.lowerBound)
    var matches = highlighted.matches[...]
    for character in source[window] {
      let bytes = offset..<offset + character.utf8.count
      matches = matches.drop { $0.upperBound <= bytes.lowerBound }
      append(character, in: matches.first.flatMap { $0.overlaps(bytes) ? $0 : nil })
      offset = bytes.upperBound
    }
    if window.upperBound < source.endIndex { text += "…" }
  }

  /// Adds one character, which belongs to `match`.
  private mutating func append(_ character: Character, in match: Range<Int>?) {
    let isSpace =
      character.isWhitespace
      || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    if isSpace, text.isEmpty || text == "…" || text.last == " " { return }
    let start = text.utf16.count
    text.append(isSpace ? " " : character)
    guard let match else { return }
    if match == lastMatch, let last = highlights.popLast() {
      highlights.append(last.lowerBound..<text.utf16.count)
    } else {
      highlights.append(start..<text.utf16.count)
    }
    lastMatch = match
  }

  /// The characters to show of `text`, of which the one at the UTF-8 offset `match` is the most
  /// important.
  private static func window(in text: String, at match: Int) -> Range<String.Index> {
    let match = text.utf8.index(text.startIndex, offsetBy: match)
    var start = text.index(match, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex
    let end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
    if end == text.endIndex {
      start = text.index(end, offsetBy: -length, limitedBy: text.startIndex) ?? text.startIndex
    }
    return start..<end
  }
}
