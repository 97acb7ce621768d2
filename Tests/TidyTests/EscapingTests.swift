import Foundation
import TestSupport
import Testing

/// Text for other programs is escaped in `Quoting` alone, byte by byte: to Swift, a mark with a combining mark
/// after it is one `Character`, which equals no mark.
@Suite struct EscapingTests {
  /// Replacing an ASCII text, or writing a backslash before something, as `Character`s.
  static let patterns = [
    #"\.replacing\(\s*"([\x00-\x5B\x5D-\x7F]|\\[^u])"#, #"\.replacingOccurrences\("#,
    #"\+= "\\\\"#, #"append\([^)]*"\\\\"#,
  ]

  /// Files that look at scalars, or that read what a user wrote for us.
  static let exceptions: Set = [
    "Sources/LanguageServer/Display/MarkupText.swift", "Sources/MiniMarkdown/Links/NoteLink.swift",
    "Sources/commonplace/Lists/ListFormat.swift",
  ]

  private static func lines(in text: String) throws -> [String] {
    try patterns.flatMap { pattern in
      let range = NSRange(text.startIndex..., in: text)
      return try NSRegularExpression(pattern: pattern).matches(in: text, range: range).map {
        match in
        Range(match.range, in: text).map { String(text[text.lineRange(for: $0)]) } ?? ""
      }
    }
  }

  @Test func onlyQuotingEscapes() throws {
    let lines = try SourceLine.all().filter { !$0.path.hasPrefix("Sources/Quoting/") }
    #expect(lines.count > 20_000, "the sources are there")
    for (path, lines) in Dictionary(grouping: lines, by: \.path)
    where !Self.exceptions.contains(path) {
      for line in try Self.lines(in: lines.map(\.text).joined(separator: "\n")) {
        Issue.record("use replacingBytes(of:with:), or a function of Quoting: \(path): \(line)")
      }
    }
  }

  @Test(arguments: [
    (#"a.replacing("'", with: "x")"#, true), (#"a.replacing("\"", with: "x")"#, true),
    ("a.replacing(\n\"b\", with: c)", true), (#"a.replacing("ß", with: "ss")"#, false),
    (#"a.replacing("\u{FFFD}", with: "")"#, false),
    (#"a.replacingBytes(of: "'", with: "")"#, false),
    (#"a.replacingOccurrences(of: b, with: c)"#, true), (#"a += "\\\(b)""#, true),
    (#"a.append("\\")"#, true), (#"a += "\(b)""#, false),
  ])
  func findsThem(code: String, isFound: Bool) throws {
    #expect(try !Self.lines(in: code).isEmpty == isFound)
  }
}
