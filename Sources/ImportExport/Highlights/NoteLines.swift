import ForeignFormats
import Foundation
import MiniMarkdown

struct NoteLines {
  struct Quote {
    var words: HighlightWords
    /// The position at the end of the line; nil if it does not have our format.
    var position: HighlightPosition?
  }

  private(set) var lines: [String]
  private(set) var quotes: [Int: Quote] = [:]
  private(set) var headings: Set<Int> = []
  private var sections: [HighlightWords: Range<Int>] = [:]
  private var byDigest: [String: [Int]] = [:]

  init(_ text: String) {
    lines = text.isEmpty ? [] : text.lines.map(String.init)
    var titles: [(line: Int, level: Int, words: HighlightWords)] = []
    for (index, line) in lines.enumerated() {
      byDigest[HighlightEntry.digest(line: line), default: []].append(index)
      if let content = Self.quote(line) {
        quotes[index] = Self.read(content)
      } else if line.hasPrefix("#"), let match = line.prefixMatch(of: #/(#{1,6})[ \t]+/#) {
        let title = HighlightWords(line[match.range.upperBound...])
        headings.insert(index)
        titles.append((index, match.1.count, title))
      }
    }
    sections = Self.sections(titles, count: lines.count)
  }

  func indices(of digest: String) -> [Int] { byDigest[digest] ?? [] }

  /// Returns the text after the marker of a quote line; nil for other lines.
  private static func quote(_ line: String) -> Substring? {
    let start = line.prefix(4).firstIndex { $0 != " " && $0 != "\t" }
    guard let start, line[start] == ">" else { return nil }
    return line[line.index(after: start)...]
  }

  private static func read(_ content: Substring) -> Quote {
    let scalars = Array(content.unicodeScalars)
    guard let start = ChapterAndVerse.start(in: scalars) else {
      return Quote(words: HighlightWords(content))
    }
    let text = String(String.UnicodeScalarView(scalars[..<start]))
    let rest = String(String.UnicodeScalarView(scalars[start...]))
      .trimmingCharacters(in: .whitespaces)
    return Quote(words: HighlightWords(text), position: HighlightPosition(words: rest))
  }

  /// Returns the lines of the first section with this title: after its heading, up to the next
  /// heading of the same or a higher level. Returns nil if there is none below level 1.
  func section(_ title: HighlightWords) -> Range<Int>? { sections[title] }

  /// Returns the first section for each title of a heading below level 1.
  private static func sections(
    _ headings: [(line: Int, level: Int, words: HighlightWords)], count: Int
  ) -> [HighlightWords: Range<Int>] {
    var sections: [HighlightWords: Range<Int>] = [:]
    // The line of the next heading of each level; the loop starts at the end of the text.
    var next = Array(repeating: count, count: 7)
    for (line, level, words) in headings.reversed() {
      let end = next[...min(level, 6)].min() ?? count
      if level > 1 { sections[words] = line + 1..<end }
      next[min(level, 6)] = line
    }
    return sections
  }

  /// Returns the end of the part that belongs to a line, without empty lines at its end. The part
  /// ends at the next quote or heading, or at the end of `range`.
  func end(of line: Int, in range: Range<Int>) -> Int {
    var end = line + 1
    while end < range.upperBound, quotes[end] == nil, !headings.contains(end) { end += 1 }
    return withoutBlanks(end, from: line + 1)
  }

  /// Returns `end` without the empty lines before it, but at least `start`.
  func withoutBlanks(_ end: Int, from start: Int) -> Int {
    var end = end
    while end > start, lines[end - 1].isEmpty { end -= 1 }
    return end
  }

  /// Whether the lines below a line, up to the next quote or heading, contain `blocks` in sequence,
  /// ignoring empty lines.
  func has(_ blocks: some Collection<String>, below line: Int) -> Bool {
    let wanted = blocks.map { HighlightWords($0) }
    guard !wanted.isEmpty else { return true }
    let there = note(after: line).filter { !lines[$0].isEmpty }.map { HighlightWords(lines[$0]) }
    return there.indices.contains { there[$0...].starts(with: wanted) }
  }

  /// Returns the lines after a line, up to the next quote or heading, without empty lines at the
  /// end.
  func note(after line: Int) -> Range<Int> { line + 1..<end(of: line, in: line..<lines.count) }
}

/// Edits of lines that are applied together, so that line numbers stay valid.
struct LineEdits {
  private var inserted: [Int: [[String]]] = [:]
  private var replaced: [Int: String] = [:]
  private var removed: Set<Int> = []

  var isEmpty: Bool { inserted.isEmpty && replaced.isEmpty && removed.isEmpty }

  /// Inserts a block before a line, after blocks inserted there earlier.
  mutating func insert(_ block: [String], before line: Int) {
    inserted[line, default: []].append(block)
  }

  mutating func replace(_ line: Int, with text: String) { replaced[line] = text }

  mutating func remove(_ lines: Range<Int>) { removed.formUnion(lines) }

  /// Returns the edited text. Inserted blocks are surrounded by empty lines.
  func applied(to lines: [String]) -> String {
    var result: [String] = []
    for index in 0...lines.count {
      for block in inserted[index] ?? [] {
        if let last = result.last, !last.isEmpty { result.append("") }
        result += block
      }
      guard index < lines.count else { break }
      if inserted[index] != nil, !lines[index].isEmpty { result.append("") }
      if !removed.contains(index) { result.append(replaced[index] ?? lines[index]) }
    }
    return result.joined(separator: "\n")
  }
}
