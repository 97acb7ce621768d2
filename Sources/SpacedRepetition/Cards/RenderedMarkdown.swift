import Base
import MiniMarkdown
import PackratParsing
import Quoting

/// Mini Markdown as readers see it: without delimiters and hints, and with emphasis as a style.
struct RenderedMarkdown {
  struct Position {
    /// The index of the run with the answer and no other text; the run may be empty.
    var run: Int
    /// The text to show instead of the answer; may be empty.
    var hint: String
  }

  /// The text. Answers of clozes have the style `plain`.
  private(set) var runs: [CardText.Run] = []
  private(set) var clozes: [Position] = []

  init(_ text: String) {
    for root in MiniMarkdownDocument(text).snapshot.roots { add(root, .plain) }
  }

  init(_ nodes: [Syntax]) {
    for node in nodes { add(node, .plain) }
  }

  private mutating func add(_ node: Syntax, _ style: CardText.Style) {
    switch node.kind {
    case .delimiter, .clozeHint: return
    case .cloze:
      let cloze = Cloze(node)
      clozes.append(Position(run: runs.count, hint: cloze?.hint.trimmed ?? ""))
      runs.append(CardText.Run(cloze?.answer ?? ""))
    case .image:
      let alternative = node.child(.linkAltText)?.text ?? ""
      runs.append(
        CardText.Run(
          alternative.isEmpty ? "image" : alternative, .image,
          target: node.child(.linkTarget)?.text))
    case .unorderedListOpening: runs.append(CardText.Run("•", style))
    case .header:
      for child in node.children where child.kind != .tab { add(child, style) }
    default:
      let inner = Self.styles[node.kind] ?? style
      if node.isLeaf {
        runs.append(CardText.Run(node.text.replacingBytes(of: "\r\n", with: "\n"), inner))
      } else {
        for child in node.children { add(child, inner) }
      }
    }
  }

  /// Returns the start of an annotation of chapter and verse; nil if there is none, it is the whole
  /// text, or it starts before the end of `run`.
  func chapterAndVerse(after run: Int = -1) -> RunPosition? {
    let text = runs.lazy.flatMap { $0.text.unicodeScalars }
    guard let start = ChapterAndVerse.start(in: text),
      text.prefix(start).contains(where: { !$0.properties.isWhitespace })
    else { return nil }
    var left = start
    for (index, next) in runs.enumerated() {
      let count = next.text.unicodeScalars.count
      if left < count { return index > run ? RunPosition(run: index, scalars: left) : nil }
      left -= count
    }
    return nil
  }

  /// Returns the question and the answer of the first pair in a text; nil if there is none.
  static func pair(in text: String) -> (question: RenderedMarkdown, answer: RenderedMarkdown)? {
    let roots = MiniMarkdownDocument(text).snapshot.roots
    guard let pair = roots.first(where: { $0.kind == .questionAndAnswer }) else { return nil }
    func side(_ kind: SyntaxKind) -> RenderedMarkdown {
      RenderedMarkdown(pair.children.filter { $0.kind == kind })
    }
    return (side(.qnaQuestion), side(.qnaAnswer))
  }

  private static let styles: [SyntaxKind: CardText.Style] = [
    .emphasis: .emphasis, .strongEmphasis: .strong, .code: .code,
  ]
}
