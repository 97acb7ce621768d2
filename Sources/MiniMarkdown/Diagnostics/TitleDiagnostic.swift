import PackratParsing

/// A first heading that says nothing, above a note that says something. It is given the blocks of a
/// text one after the other.
///
/// A note's title is its first heading; only a note without one is called by its first line. A note
/// that has nothing else yet but hashtags, as new ones do, is being begun.
struct TitleDiagnostic {
  private var heading: Range<Int>?
  private var hasTitle = false
  private var hasContent = false
  /// The end of the part that was looked at, in bytes.
  private(set) var end = 0

  /// Whether there is a heading at all.
  var hasHeading: Bool { hasTitle || heading != nil }

  /// Takes the next block in.
  mutating func read(_ block: Block, of document: DocumentSnapshot) {
    end = block.range.upperBound
    guard !hasTitle, let kind = block.nodes.first?.kind, kind != .blankLine else { return }
    if kind == .header {
      let header = document.roots(of: block).first { $0.kind == .header }
      guard let heading = header.flatMap(Heading.init) else { return }
      if !heading.isEmpty {
        if self.heading == nil { hasTitle = true } else { hasContent = true }
      } else if self.heading == nil {
        self.heading = block.lines(in: block.range).first
      }
    } else if !hasContent {
      hasContent = kind != .paragraph || !block.isOnlyHashtags
    }
  }

  /// Whether the blocks after those that were read can change nothing.
  var isSettled: Bool { hasTitle || heading != nil && hasContent }

  /// The diagnostic, once all blocks are read. Returns nil if there is none.
  var found: NoteDiagnostic? {
    guard !hasTitle, hasContent, let heading, !heading.isEmpty else { return nil }
    return NoteDiagnostic(
      .missingTitle, heading,
      "This note has no title, for its first heading is empty: write one after the “#”.",
      severity: .information)
  }
}

extension Block {
  /// Whether the paragraph it is holds hashtags and white space, and nothing else.
  fileprivate var isOnlyHashtags: Bool {
    var end = start
    for hashtag in references(.hashtag) {
      guard text(in: end..<hashtag.range.lowerBound).allSatisfy(\.isWhitespace) else {
        return false
      }
      end = hashtag.range.upperBound
    }
    return text(in: end..<range.upperBound).allSatisfy(\.isWhitespace)
  }
}
