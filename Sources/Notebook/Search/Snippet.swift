/// A piece of a text on one line, cut around its first match.
struct Snippet: Equatable {
  /// How many characters of the text are shown at most.
  static let length = 160
  /// How many of them come before the match.
  static let lead = 40

  /// What is shown.
  let text: String
  /// The matches in `text`, in UTF-16 units.
  let highlights: [Range<Int>]

  /// Line ends and control characters become spaces, several spaces one; `…` stands where the
  /// text goes on. Cuts fall between characters (grapheme clusters).
  init(of highlighted: HighlightedText) {
    let source = highlighted.text
    let window = Self.window(in: source, at: highlighted.matches.first?.lowerBound ?? 0)
    let start = source.utf8.distance(from: source.startIndex, to: window.lowerBound)
    let bytes = Array(source.utf8[window])
    var line = SnippetLine(isCut: window.lowerBound > source.startIndex)
    var matches = highlighted.matches[...]
    var position = 0
    while position < bytes.count {
      var end = position + 1
      // An ASCII character before another is a character of its own, but for "\r\n". Asking for
      // such a one is slow.
      let isPlain =
        bytes[position] < 0x80 && bytes[position] != UInt8(ascii: "\r")
        && (end == bytes.count || bytes[end] < 0x80)
      let character =
        isPlain
        ? nil : source[source.utf8.index(window.lowerBound, offsetBy: position)]
      if let character { end = position + character.utf8.count }
      matches = matches.drop { $0.upperBound <= start + position }
      let match = matches.first.flatMap { $0.lowerBound < start + end ? $0 : nil }
      if let character {
        line.append(character, in: match)
      } else {
        line.append(bytes[position], in: match)
      }
      position = end
    }
    text = line.text(isCut: window.upperBound < source.endIndex)
    highlights = line.highlights
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

/// A snippet while it is being put together.
private struct SnippetLine {
  private var utf8: [UInt8] = []
  /// UTF-16 units.
  private var length = 0
  private(set) var highlights: [Range<Int>] = []
  /// The match that the last highlight shows.
  private var lastMatch: Range<Int>?
  /// Whether a space would be the first thing, or the second in a row.
  private var needsNoSpace = true

  init(isCut: Bool) {
    if isCut { add("…") }
  }

  func text(isCut: Bool) -> String { String(decoding: utf8, as: UTF8.self) + (isCut ? "…" : "") }

  /// Adds one character, which belongs to `match`.
  mutating func append(_ character: Character, in match: Range<Int>?) {
    let isSpace =
      character.isWhitespace
      || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    if isSpace {
      append(UInt8(ascii: " "), in: match)
    } else {
      let start = length
      add(character)
      needsNoSpace = false
      highlight(from: start, in: match)
    }
  }

  /// Adds one character of ASCII, which belongs to `match`.
  mutating func append(_ byte: UInt8, in match: Range<Int>?) {
    let isSpace = byte <= 0x20 || byte == 0x7F
    if isSpace, needsNoSpace { return }
    needsNoSpace = isSpace
    utf8.append(isSpace ? 0x20 : byte)
    length += 1
    highlight(from: length - 1, in: match)
  }

  private mutating func add(_ character: Character) {
    utf8 += character.utf8
    length += character.utf16.count
  }

  /// What is shown from `start` on belongs to `match`.
  private mutating func highlight(from start: Int, in match: Range<Int>?) {
    guard let match else { return }
    if match == lastMatch, let last = highlights.popLast() {
      highlights.append(last.lowerBound..<length)
    } else {
      highlights.append(start..<length)
    }
    lastMatch = match
  }
}
