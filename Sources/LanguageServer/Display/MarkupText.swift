import Base
import Foundation
import LanguageServerProtocol

/// A text for the user, in parts, so that text from a note is always escaped.
struct MarkupText: Equatable {
  /// A part of a line. Its text may come from a note.
  enum Span: Equatable {
    case plain(String)
    case strong(String)
  }

  enum Part: Equatable {
    case paragraph([Span])
    case list([[Span]])
  }

  var parts: [Part] = []

  mutating func add(_ spans: Span...) { parts.append(.paragraph(spans)) }

  mutating func add(list items: [[Span]]) {
    if !items.isEmpty { parts.append(.list(items)) }
  }

  /// Returns the text in the first of the client's `formats` that the server supports, or else as
  /// plain text. (LSP 3.17, "MarkupContent".)
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
        // Markdown does not accept `**` with spaces inside as a delimiter.
        let text = text.onOneLine.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty { line += "**\(text.escapedMarkdown(atLineStart: false))**" }
      }
    }
    return line
  }
}

extension String {
  /// The text on one line, cut to 600 Unicode scalars. Characters that change the writing direction
  /// are removed, so that the text after them keeps its direction.
  fileprivate var onOneLine: String {
    let limit = 600
    let cut = unicodeScalars.prefix(limit)
    let isCut = cut.endIndex < unicodeScalars.endIndex
    let kept = cut.filter { !$0.turnsDirection }
    return String(String.UnicodeScalarView(kept)).withoutControls + (isCut ? "…" : "")
  }

  /// Returns Markdown that shows the text literally: without markers, links, HTML or entities, in
  /// CommonMark and with GitHub's extensions.
  func escapedMarkdown(atLineStart: Bool) -> String {
    var escaped = String.UnicodeScalarView()
    var isStart = atLineStart
    // The number of digits at the start of the line, and of `w`s directly before.
    var (digits, letters) = (0, 0)
    for (scalar, next) in zip(unicodeScalars, unicodeScalars.dropFirst().map(\.self) + [" "]) {
      // Four spaces at the start of a line would be code.
      if isStart, scalar == " " { continue }
      // A colon, the dot of `www.` and `@` can make a link of text that looks like an address.
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
