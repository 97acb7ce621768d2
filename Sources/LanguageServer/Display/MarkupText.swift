import Base
import Foundation
import LanguageServerProtocol

/// A text for people, in parts, so that whatever comes from a note is escaped wherever it stands.
struct MarkupText: Equatable {
  /// A piece of a line. Its text may come from anywhere.
  enum Span: Equatable {
    case plain(String)
    case strong(String)
  }

  /// Lines that belong together.
  enum Part: Equatable {
    case paragraph([Span])
    case list([[Span]])
  }

  var parts: [Part] = []

  /// Adds a paragraph.
  mutating func add(_ spans: Span...) { parts.append(.paragraph(spans)) }

  /// Adds a list with a line for each item; none for no items.
  mutating func add(list items: [[Span]]) {
    if !items.isEmpty { parts.append(.list(items)) }
  }

  /// The text in the first of the client's `formats` that is known here, otherwise plain.
  /// (LSP 3.17, "MarkupContent".)
  func content(for formats: [String]) -> MarkupContent {
    let kind = formats.firstNonNil(MarkupKind.init(rawValue:)) ?? .plainText
    let texts = parts.map { part in
      switch part {
      case .paragraph(let spans): Self.line(spans, kind)
      case .list(let items): items.map { "- " + Self.line($0, kind) }.joined(separator: "\n")
      }
    }
    return MarkupContent(
      kind: kind, value: texts.joined(separator: kind == .markdown ? "\n\n" : "\n"))
  }

  private static func line(_ spans: [Span], _ kind: MarkupKind) -> String {
    var line = ""
    for span in spans {
      switch (span, kind) {
      case (.plain(let text), .plainText), (.strong(let text), .plainText):
        line += text.onOneLine
      case (.plain(let text), .markdown):
        line += text.onOneLine.escapedMarkdown(atLineStart: line.isEmpty)
      case (.strong(let text), .markdown):
        // Spaces beside a mark would keep it from being one.
        let text = text.onOneLine.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty { line += "**\(text.escapedMarkdown(atLineStart: false))**" }
      }
    }
    return line
  }
}

extension String {
  /// The text on one line, cut to a readable length. Characters that change the direction of
  /// writing are left out, so that the text after it keeps its meaning.
  fileprivate var onOneLine: String {
    let limit = 600
    let cut = unicodeScalars.prefix(limit)
    let isCut = cut.endIndex < unicodeScalars.endIndex
    let kept = cut.filter { !$0.turnsDirection }
    return String(String.UnicodeScalarView(kept)).withoutControls + (isCut ? "…" : "")
  }

  /// The text as Markdown that shows it: nothing in it is a mark, a link, HTML or an entity, in
  /// CommonMark or with GitHub's additions.
  func escapedMarkdown(atLineStart: Bool) -> String {
    var escaped = String.UnicodeScalarView()
    var isStart = atLineStart
    // Digits of a number that begins the line, and `w`s directly before.
    var (digits, letters) = (0, 0)
    for (scalar, next) in zip(unicodeScalars, unicodeScalars.dropFirst().map(\.self) + [" "]) {
      // Four spaces at the start of a line would be code.
      if isStart, scalar == " " { continue }
      // The colon and the dot of `www.` make links of text that looks like an address, as `@` does.
      let isMark =
        "\\`*_[]<>&~|$@!{}^=".unicodeScalars.contains(scalar)
        || isStart && "#+-".unicodeScalars.contains(scalar)
        || digits > 0 && (scalar == "." || scalar == ")") || letters >= 3 && scalar == "."
        || scalar == ":" && next != " "
      if isMark { escaped.append("\\") }
      escaped.append(scalar)
      digits = "0"..."9" ~= scalar && (isStart || digits > 0) ? digits + 1 : 0
      letters = scalar == "w" || scalar == "W" ? letters + 1 : 0
      isStart = false
    }
    return String(escaped)
  }
}
