public import PackratParsing

/// A quote: `> ` and one paragraph.
public struct Quote: Sendable {
  /// The `blockquote` node.
  public let syntax: Syntax

  /// The quote that `syntax` is; nil for any other node.
  public init?(_ syntax: Syntax) {
    guard syntax.kind == .blockquote else { return nil }
    self.syntax = syntax
  }

  /// The quoted text, without marker and line end; empty for a marker alone.
  public var quotedText: String { syntax.child(.paragraph)?.text.trimmed ?? "" }
}

extension Quote {
  /// All quotes of a text as they are written, with their `>`, and the lines where they begin, from 0.
  /// Cost: one parse.
  public static func all(in text: String) -> [(text: String, line: Int)] {
    let document = MiniMarkdownDocument(text).snapshot
    return document.roots.filter { $0.kind == .blockquote }
      .map { ($0.text, document.line(at: $0.range.lowerBound)) }
  }
}
