import ForeignFormats
import MiniMarkdown

/// Converts external texts to Mini Markdown, which has no escapes: a word joiner (U+2060,
/// invisible) prevents text from being parsed as syntax.
enum HighlightText {
  /// The separator between the paragraphs of a highlight, since a quote is one line.
  static let paragraphMark = " ¶ "
  private static let joiner: Unicode.Scalar = "\u{2060}"

  static func lines(of highlight: ForeignHighlight) -> [String] {
    separated(blocks(of: highlight))
  }

  static func separated(_ blocks: some Sequence<String>) -> [String] {
    blocks.flatMap { [$0, ""] }.dropLast()
  }

  /// Returns the blocks of a highlight, one line each: the quote, then the reader's note as plain
  /// paragraphs, then the hashtags. Never empty.
  static func blocks(of highlight: ForeignHighlight) -> [String] {
    let position = highlight.position.words
    var blocks: [String] = []
    var notes = paragraphs(of: highlight.note ?? "")
    if highlight.isQuote {
      blocks.append(quote(highlight))
    } else if highlight.isWithheld || notes.isEmpty {
      // The source has only the position, not the text.
      blocks.append(("… " + position).trimmedEnd)
    } else if !position.isEmpty, let last = notes.indices.last {
      notes[last] += " " + position
    }
    let tags = highlight.tags.joined(separator: " ")
    return blocks + notes + (tags.isEmpty ? [] : [tags])
  }

  /// Returns the line of a quote: `> text (p. 12)`.
  static func quote(_ highlight: ForeignHighlight) -> String {
    let parts = highlight.text.paragraphs.components(of: "\n\n").map { neutral($0) }
    let text = parts.joined(separator: paragraphMark)
    let position = highlight.position.words
    let line = text + (position.isEmpty ? "" : " " + position)
    return "> " + keepingText(line, text.unicodeScalars.count)
  }

  /// Returns the reader's note as paragraphs that do not begin a list, quote, question or heading.
  static func paragraphs(of note: String) -> [String] {
    note.paragraphs.components(of: "\n\n").map { paragraph in
      let text = neutral(paragraph)
      return isBlockStart(text) ? "\u{2060}" + text : text
    }.filter { !$0.isEmpty }
  }

  static func heading(_ title: String, level: Int) -> String {
    String(repeating: "#", count: level) + " " + neutral(title)
  }

  /// Returns a text on one line, in which hashtags, clozes and images are disabled.
  static func neutral(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var former: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let scalar = isLineEnd(scalar) ? " " : scalar
      let isAfterBlank = former.map(isBlank) ?? true
      if isAfterBlank, isBlank(scalar) {
        if former == nil { continue }
        if scalar == " ", former == " " { continue }
      }
      if scalar == "#", isAfterBlank { result.append(joiner) }
      if scalar == "[", former == "?" || former == "!" { result.append(joiner) }
      result.append(scalar)
      former = scalar
    }
    while let last = result.last, isBlank(last) { result.removeLast() }
    return String(result)
  }

  /// Whether the grammar treats the character as a blank.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x20, 0xA0, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20 where scalar != "\t", 0x7F, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isBlockStart(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if ">-*+".unicodeScalars.contains(first) || first.properties.numericType != nil { return true }
    let start = text.prefix(10).lowercased()
    return ["q:", "a:", "summary:", "tl;dr:"].contains(where: start.hasPrefix)
  }

  /// Returns the line of a quote. Word joiners prevent its first `count` scalars from being parsed
  /// as the chapter and verse at its end, which the front of a card omits.
  private static func keepingText(_ line: String, _ count: Int) -> String {
    var scalars = Array(line.unicodeScalars)
    var count = count
    for _ in 0..<20 {
      guard let start = ChapterAndVerse.start(in: scalars), start < count else { break }
      guard let bracket = scalars[start...].firstIndex(of: "("), bracket < count else { break }
      scalars.insert(joiner, at: bracket)
      count += 1
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension String {
  fileprivate func components(of separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }

  fileprivate var trimmedEnd: String { String(reversed().drop(while: \.isWhitespace).reversed()) }
}
