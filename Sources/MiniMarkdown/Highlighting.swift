package import PackratParsing

/// The role of a part of a text, for coloring it.
package enum HighlightKind: String, Sendable, CaseIterable {
  case heading
  /// Text between `**`.
  case strong
  /// Text between `*` or `_`.
  case emphasis
  /// Text between backticks.
  case code
  /// A hashtag with its `#`.
  case hashtag
  case quote
  /// `-`, `*`, `+` or `1.` before a list item.
  case listMarker
  /// An image's delimiters and alternative text.
  case image
  /// The target of an image.
  case link
  /// Emoji outside a span or hashtag.
  case emoji
  /// A cloze's delimiters.
  case cloze
  case clozeHint
  case clozeAnswer
  case question
  case answer
  case summary
  /// Any other marker or delimiter: `#`, `>`, `**`, `Q:`, `tl;dr:`.
  case delimiter
  /// A whole link to a note.
  case noteLink
}

extension HighlightKind {
  /// The index in `allCases`.
  package var index: Int {
    switch self {
    case .heading: 0
    case .strong: 1
    case .emphasis: 2
    case .code: 3
    case .hashtag: 4
    case .quote: 5
    case .listMarker: 6
    case .image: 7
    case .link: 8
    case .emoji: 9
    case .cloze: 10
    case .clozeHint: 11
    case .clozeAnswer: 12
    case .question: 13
    case .answer: 14
    case .summary: 15
    case .delimiter: 16
    case .noteLink: 17
    }
  }
}

package struct Highlight: Sendable, Equatable {
  /// The range in UTF-8 bytes from the start of the text.
  package var range: Range<Int>
  package var kind: HighlightKind
}

extension Block {
  /// The parts to color: ascending, not overlapping, and possibly several lines long. Plain text
  /// has none. Cost: linear in the nodes and the text.
  package var highlights: [Highlight] {
    var highlights: [Highlight] = []
    forEachHighlight { highlights.append($0) }
    return highlights
  }

  /// Calls `body` with each of `highlights` in order. Cost: linear in the nodes and the text.
  package func forEachHighlight(_ body: (Highlight) -> Void) {
    var links = noteLinks.filter(isInOneLeaf)[...]
    if links.isEmpty { return forEachLeafHighlight(body) }
    // A link overrides other highlights.
    var end = start
    forEachLeafHighlight { piece in
      var rest = max(piece.range.lowerBound, end)
      while let link = links.first, link.range.lowerBound < piece.range.upperBound {
        if rest < link.range.lowerBound {
          body(Highlight(range: rest..<link.range.lowerBound, kind: piece.kind))
        }
        body(Highlight(range: link.range, kind: .noteLink))
        links.removeFirst()
        end = link.range.upperBound
        rest = max(rest, end)
      }
      if rest < piece.range.upperBound {
        body(Highlight(range: rest..<piece.range.upperBound, kind: piece.kind))
      }
    }
    for link in links { body(Highlight(range: link.range, kind: .noteLink)) }
  }

  /// Returns whether a link is within one leaf. A link with emphasis is colored as emphasis: its
  /// parts may be in several records, each of which is colored by itself.
  private func isInOneLeaf(_ link: NoteLink) -> Bool {
    nodes.contains { node in
      let first = start + Int(node.start)
      return node.isLeaf && first <= link.range.lowerBound
        && link.range.upperBound <= first + Int(node.length)
    }
  }

  /// Calls `body` with each highlight of the grammar, without links.
  private func forEachLeafHighlight(_ body: (Highlight) -> Void) {
    var last: Highlight?
    nodes.withUnsafeBufferPointer { [start] nodes in
      forEachLeaf(of: nodes[...], in: nil, isQuoted: false) { leaf, parent, isQuoted in
        guard let kind = HighlightKind(leaf: leaf.kind, in: parent, isQuoted: isQuoted)
        else { return }
        let leafStart = start + Int(leaf.start)
        let range = leafStart..<leafStart + Int(leaf.length)
        if let before = last, before.kind == kind, before.range.upperBound == leafStart {
          last?.range = before.range.lowerBound..<range.upperBound
        } else {
          if let last { body(last) }
          last = Highlight(range: range, kind: kind)
        }
      }
    }
    if let last { body(last) }
  }
}

/// Calls `body` with each leaf among `nodes`, the kind of its parent, and whether it is within a
/// quote. No rule of the grammar contains itself, so recursion is shallow.
private func forEachLeaf(
  of nodes: Slice<UnsafeBufferPointer<SyntaxNode>>, in parent: SyntaxKind?, isQuoted: Bool,
  _ body: (_ leaf: SyntaxNode, _ parent: SyntaxKind?, _ isQuoted: Bool) -> Void
) {
  var index = nodes.startIndex
  while index < nodes.endIndex {
    let node = nodes[index]
    let end = min(index + 1 + Int(node.descendantCount), nodes.endIndex)
    if node.isLeaf {
      body(node, parent, isQuoted)
    } else {
      forEachLeaf(
        of: nodes[index + 1..<end], in: node.kind,
        isQuoted: isQuoted || node.kind == .blockquote, body)
    }
    index = end
  }
}

extension HighlightKind {
  /// Creates the role of a leaf, given the kind of its parent and whether it is within a quote.
  /// Returns nil for plain text and white space.
  fileprivate init?(leaf: SyntaxKind, in parent: SyntaxKind?, isQuoted: Bool) {
    switch leaf {
    case .blankLine, .tab: return nil
    case .linkAltText: self = .image
    case .linkTarget: self = .link
    case .clozeHint: self = .clozeHint
    case .clozeAnswer: self = .clozeAnswer
    case .unorderedListOpening, .orderedListNumber, .orderedListTerminator: self = .listMarker
    case .summaryDelimiter: self = .delimiter
    case .summaryBody: return nil  // the line end
    case .delimiter: self = parent == .cloze ? .cloze : .delimiter
    case .emoji: self = parent == .hashtag ? .hashtag : .emoji
    default:
      switch parent {
      case .strongEmphasis: self = .strong
      case .emphasis: self = .emphasis
      case .code: self = .code
      case .hashtag: self = .hashtag
      case .image: self = .image
      case .delimiter, .qnaDelimiter: self = .delimiter
      case .listDelimiter: return nil  // the indent
      case .header: self = .heading
      case .qnaQuestion: self = .question
      case .qnaAnswer: self = .answer
      case .summaryBody: self = .summary
      default:
        guard isQuoted else { return nil }
        self = .quote
      }
    }
  }
}
