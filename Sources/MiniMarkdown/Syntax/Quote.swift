package import PackratParsing

/// A quote: `>`, optionally indented and followed by a space, and one paragraph.
package struct Quote: Sendable {
  package let syntax: Syntax

  package init?(_ syntax: Syntax) {
    guard syntax.kind == .blockquote else { return nil }
    self.syntax = syntax
  }

  /// The quoted text, without marker and line end; empty if there is only a marker.
  package var quotedText: String { syntax.child(.paragraph)?.text.trimmed ?? "" }
}

extension Quote {
  /// Returns all quotes of a text as written, with their `>`, and the lines at which they begin,
  /// from 0. Cost: one parse.
  package static func all(in text: String) -> [(text: String, line: Int)] {
    let document = MiniMarkdownDocument(text).snapshot
    return document.roots.filter { $0.kind == .blockquote }
      .map { ($0.text, document.line(at: $0.range.lowerBound)) }
  }
  /// The quoted text with each cloze replaced by its answer.
  var readText: String {
    guard let paragraph = syntax.child(.paragraph) else { return "" }
    var text = ""
    var reached = paragraph.range.lowerBound
    for cloze in paragraph.all(.cloze) where cloze.range.lowerBound >= reached {
      text += syntax.document.text(in: reached..<cloze.range.lowerBound)
      text += cloze.child(.clozeAnswer)?.text ?? ""
      reached = cloze.range.upperBound
    }
    return (text + syntax.document.text(in: reached..<max(reached, paragraph.range.upperBound)))
      .trimmed
  }

  /// Returns the text of the first quote in `text`, without its `>` and with each cloze replaced by
  /// its answer. The result is empty if there is no quote.
  package static func words(of text: String) -> String {
    for root in MiniMarkdownDocument(text).snapshot.roots {
      if let quote = Quote(root) { return quote.readText }
    }
    return ""
  }
}
