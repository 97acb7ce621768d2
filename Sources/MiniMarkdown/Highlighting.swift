public import PackratParsing

/// What a piece of text is, for colouring it.
public enum HighlightKind: String, Sendable, CaseIterable {
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
  /// Where an image is found.
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
}

extension HighlightKind {
  /// Its place in `allCases`.
  public var index: Int {
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
    }
  }
}

/// A piece of a block and what it is.
public struct Highlight: Sendable, Equatable {
  /// UTF-8 bytes from the start of the text.
  public var range: Range<Int>
  /// What it is.
  public var kind: HighlightKind
}

extension Block {
  /// What to colour: ascending, without overlap; one may span several lines. Plain text has none.
  /// Cost: linear in the nodes.
  public var highlights: [Highlight] {
    var highlights: [Highlight] = []
    // The kinds around the node at hand, and the node index at which each ends.
    var around: [(kind: SyntaxKind, end: Int)] = []
    for (index, node) in nodes.enumerated() {
      while let last = around.last, last.end <= index { around.removeLast() }
      guard node.isLeaf else {
        around.append((node.kind, index + 1 + Int(node.descendantCount)))
        continue
      }
      guard let kind = HighlightKind(leaf: node.kind, in: around.map(\.kind)) else { continue }
      let leafStart = start + Int(node.start)
      let leafEnd = leafStart + Int(node.length)
      if let last = highlights.last, last.kind == kind, last.range.upperBound == leafStart {
        highlights[highlights.count - 1].range = last.range.lowerBound..<leafEnd
      } else {
        highlights.append(Highlight(range: leafStart..<leafEnd, kind: kind))
      }
    }
    return highlights
  }
}

extension HighlightKind {
  /// What a leaf is, given the nodes around it, outermost first.
  fileprivate init?(leaf: SyntaxKind, in around: [SyntaxKind]) {
    let parent = around.last
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
        guard around.contains(.blockquote) else { return nil }
        self = .quote
      }
    }
  }
}
