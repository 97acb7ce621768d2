package import PackratParsing

/// The meaning of a piece of text, for colouring it.
package enum HighlightKind: String, Sendable, CaseIterable {
  /// A heading's text.
  case heading
  /// Text between `**`.
  case strong
  /// Text between `*` or `_`.
  case emphasis
  /// Text between backticks.
  case code
  /// A hashtag with its `#`.
  case hashtag
  /// A quote's text.
  case quote
  /// `-`, `*`, `+` or `1.` before a list item.
  case listMarker
  /// An image's marks and its alternative text.
  case image
  /// The target of an image.
  case link
  /// Emoji outside a span.
  case emoji
  /// A cloze's marks.
  case cloze
  /// A cloze's hint.
  case clozeHint
  /// A cloze's answer.
  case clozeAnswer
  /// A question.
  case question
  /// An answer.
  case answer
  /// A summary.
  case summary
  /// Any other mark: `#`, `>`, `**`, `Q:`, `tl;dr:`.
  case delimiter
  /// A link to a note, all of it.
  case noteLink
}

extension HighlightKind {
  /// Its place in `allCases`.
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

/// A piece of a block and its meaning.
package struct Highlight: Sendable, Equatable {
  /// UTF-8 bytes from the start of the text.
  package var range: Range<Int>
  /// The meaning of the piece.
  package var kind: HighlightKind
}

extension Block {
  /// The pieces to colour: ascending, without overlap; a piece may span several lines. Plain text
  /// has none. Cost: linear in the nodes.
  package var highlights: [Highlight] {
    var highlights: [Highlight] = []
    forEachHighlight { highlights.append($0) }
    return highlights
  }

  /// Calls `body` with each of `highlights` in turn. Cost: linear in the nodes and in the text, without
  /// memory where there are no links.
  package func forEachHighlight(_ body: (Highlight) -> Void) {
    var links = noteLinks.filter(isInOneLeaf)[...]
    if links.isEmpty { return forEachLeafHighlight(body) }
    // A link is over whatever else is there.
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

  /// Whether nothing in a link has a meaning in the grammar. One with emphasis in it is coloured as that: its
  /// parts may be several records, each coloured by itself.
  private func isInOneLeaf(_ link: NoteLink) -> Bool {
    nodes.contains { node in
      let first = start + Int(node.start)
      return node.isLeaf && first <= link.range.lowerBound
        && link.range.upperBound <= first + Int(node.length)
    }
  }

  /// The same by the grammar alone.
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

/// Calls `body` with each leaf among `nodes`, with the kind of the node around it, and whether there
/// is a quote around it. No rule of the grammar holds itself, so this nests only a few times.
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
  /// The meaning of a leaf, given the node around it and whether a quote is around that. Returns
  /// nil for plain text.
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
