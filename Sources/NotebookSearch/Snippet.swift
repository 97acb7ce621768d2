import Base

/// A passage of a text on one line, cut around its first match.
struct Snippet: Equatable {
  static let length = 160
  /// The number of characters before the match, except near the ends of the text.
  static let lead = 40

  let text: String
  /// The matches in `text`, in UTF-16 units.
  let highlights: [Range<Int>]
  /// The end of the passage in the whole text, in UTF-8 bytes.
  let end: Int

  /// Creates a snippet. Line ends, control characters and runs of spaces become one space; `…`
  /// marks cuts. Cuts are between grapheme clusters.
  ///
  /// With `matches`, cuts around the first of these. Shows nothing before the UTF-8 offset `lower`.
  init(of highlighted: HighlightedText, matches: ArraySlice<Range<Int>>? = nil, from lower: Int = 0)
  {
    var source = highlighted.text
    let matches = matches ?? highlighted.matches[...]
    if let plain = source.withUTF8({ Snippet(plain: $0, matches: matches, from: lower) }) {
      self = plain
      return
    }
    let window = Self.window(in: source, at: matches.first?.lowerBound ?? 0, from: lower)
    let start = source.utf8.distance(from: source.startIndex, to: window.lowerBound)
    let end = source.utf8.distance(from: source.startIndex, to: window.upperBound)
    let bytes = Array(source.utf8[window])
    var line = SnippetLine(
      matches: matches.prefix { $0.lowerBound < end }, isCut: start > 0)
    var position = 0
    while position < bytes.count {
      let next = position + 1
      // An ASCII character before another one is a grapheme cluster, except in `\r\n`. Finding a
      // cluster boundary is slow.
      if bytes[position] < 0x80, next == bytes.count || bytes[next] < 0x80,
        bytes[position] != UInt8(ascii: "\r")
      {
        line.append(bytes[position], at: start + position)
        position = next
      } else {
        let character = source[source.utf8.index(window.lowerBound, offsetBy: position)]
        line.append(character, at: start + position)
        position += character.utf8.count
      }
    }
    text = line.text(isCut: window.upperBound < source.endIndex)
    highlights = line.highlights
    self.end = end
  }

  private static func window(
    in text: String, at match: Int, from lower: Int
  ) -> Range<String.Index> {
    let match = text.utf8.index(text.startIndex, offsetBy: match)
    let lower = text.utf8.index(text.startIndex, offsetBy: lower)
    var start = max(
      lower, text.index(match, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex)
    let end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
    if end == text.endIndex {
      start = max(
        lower, text.index(end, offsetBy: -length, limitedBy: text.startIndex) ?? text.startIndex)
    }
    return start..<end
  }
}

/// A fast path for text with one byte per character.
extension Snippet {
  /// Returns nil if the passage contains a carriage return or a character of several bytes. Also
  /// returns nil if a combining character may follow it.
  fileprivate init?(
    plain text: UnsafeBufferPointer<UInt8>, matches: ArraySlice<Range<Int>>, from lower: Int
  ) {
    var start = max(lower, (matches.first?.lowerBound ?? 0) - Self.lead)
    let end = min(text.count, start + Self.length)
    if end == text.count { start = max(lower, end - Self.length) }
    self.end = end
    guard start <= end, end == text.count || text[end] < 0x80 else { return nil }
    for byte in text[start..<end] where byte >= 0x80 || byte == UInt8(ascii: "\r") { return nil }

    let ellipsis = "…".utf8
    // The ellipsis is one UTF-16 unit, as is each byte of the text.
    let surplus = start > 0 ? ellipsis.count - 1 : 0
    var highlights: [Range<Int>] = []
    let capacity = end - start + 2 * ellipsis.count
    self.text = String(unsafeUninitializedCapacity: capacity) { line in
      var count = start > 0 ? line.update(fromContentsOf: ellipsis) : 0
      var position = start
      var needsNoSpace = true
      func copy(to end: Int) {
        while position < end {
          let byte = text[position]
          let isSpace = byte <= 0x20 || byte == 0x7F
          if !isSpace || !needsNoSpace {
            line[count] = isSpace ? 0x20 : byte
            count += 1
          }
          needsNoSpace = isSpace
          position += 1
        }
      }
      for match in matches {
        guard match.lowerBound < end else { break }
        copy(to: match.lowerBound)
        let first = count
        copy(to: min(match.upperBound, end))
        if count > first { highlights.append(first - surplus..<count - surplus) }
      }
      copy(to: end)
      if end < text.count { count = line[count...].update(fromContentsOf: ellipsis) }
      return count
    }
    self.highlights = highlights
  }
}

private struct SnippetLine {
  private var utf8: [UInt8] = []
  /// The length in UTF-16 units.
  private var length = 0
  private(set) var highlights: [Range<Int>] = []
  /// Whether a space would be leading, or follow another space.
  private var needsNoSpace = true

  private let matches: [Range<Int>]
  /// The index of the first match that does not end before the text added last.
  private var next = 0
  private var shown = -1

  init(matches: ArraySlice<Range<Int>>, isCut: Bool) {
    self.matches = Array(matches)
    utf8.reserveCapacity(Snippet.length + 8)
    if isCut { add("…") }
  }

  func text(isCut: Bool) -> String { String(decoding: utf8, as: UTF8.self) + (isCut ? "…" : "") }

  /// Appends the character at the UTF-8 offset `source`.
  mutating func append(_ character: Character, at source: Int) {
    let isSpace =
      character.isWhitespace || character.hasControl
    if isSpace, needsNoSpace { return }
    let start = length
    add(isSpace ? " " : character)
    needsNoSpace = isSpace
    highlight(from: start, source..<source + character.utf8.count)
  }

  mutating func append(_ byte: UInt8, at source: Int) {
    let isSpace = byte <= 0x20 || byte == 0x7F
    if isSpace, needsNoSpace { return }
    needsNoSpace = isSpace
    utf8.append(isSpace ? 0x20 : byte)
    length += 1
    highlight(from: length - 1, source..<source + 1)
  }

  private mutating func add(_ character: Character) {
    utf8 += character.utf8
    length += character.utf16.count
  }

  /// Highlights the shown text from `start` on if it is in a match. `source` is its range in the
  /// whole text, in UTF-8 bytes.
  private mutating func highlight(from start: Int, _ source: Range<Int>) {
    while next < matches.count, matches[next].upperBound <= source.lowerBound { next += 1 }
    guard next < matches.count, matches[next].lowerBound < source.upperBound else { return }
    if next == shown, let last = highlights.last {
      highlights[highlights.endIndex - 1] = last.lowerBound..<length
    } else {
      highlights.append(start..<length)
    }
    shown = next
  }
}
