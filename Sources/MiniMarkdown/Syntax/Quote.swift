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
