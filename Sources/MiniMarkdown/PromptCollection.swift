public import PackratParsing

/// The prompts of one block: a cloze paragraph, a quote or a question-and-answer pair.
public struct PromptCollection: Sendable, Equatable {
  /// What kind of block asks.
  public enum Kind: String, Sendable {
    /// A paragraph with cloze deletions.
    case cloze
    /// A quote, whose source is asked for.
    case quote
    /// A question with its answer.
    case questionAndAnswer = "qanda"
  }

  /// What kind of block asks.
  public var kind: Kind
  /// The block's Markdown, as stored in a notebook. For a cloze it is the paragraph, without the
  /// marker of the list item or quote around it; a line end belongs to it where it belongs to the
  /// node.
  public var rawValue: String
  /// How many prompts it holds: the number of clozes, otherwise 1.
  public var promptCount: Int

  /// The collections of one block, the outermost node first.
  public static func all(in root: Syntax) -> [PromptCollection] {
    var collections: [PromptCollection] = []
    if root.kind == .blockquote {
      collections.append(PromptCollection(kind: .quote, rawValue: root.text, promptCount: 1))
    }
    if root.kind == .questionAndAnswer {
      collections.append(
        PromptCollection(kind: .questionAndAnswer, rawValue: root.text, promptCount: 1))
    }
    for paragraph in root.all(.paragraph)
    where paragraph.children.contains(where: { $0.kind == .cloze }) {
      // The stored text is read again by itself, and may mean something else there.
      let alone = MiniMarkdownDocument(paragraph.text).snapshot
      let count = alone.roots.reduce(0) { $0 + $1.all(.cloze).count }
      guard count > 0 else { continue }
      collections.append(
        PromptCollection(kind: .cloze, rawValue: paragraph.text, promptCount: count))
    }
    return collections
  }
}
