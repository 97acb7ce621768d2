public import PackratParsing

/// The prompts of one block: a cloze paragraph, a quote or a question-and-answer pair.
public struct PromptCollection: Sendable, Hashable {
  /// The kind of block that holds prompts.
  public enum Kind: String, Sendable {
    /// A paragraph with cloze deletions.
    case cloze
    /// A quote, whose source is asked for.
    case quote
    /// A question with its answer.
    case questionAndAnswer = "qanda"
  }

  /// The kind of the block.
  public var kind: Kind
  /// The block's Markdown, as stored in a notebook. For a cloze it is the paragraph, without the
  /// marker of the list item or quote around it; a line end belongs to it where it belongs to the
  /// node.
  public var rawValue: String
  /// The number of prompts that it holds: the number of clozes, otherwise 1.
  public var promptCount: Int

  /// The prompts of a block that says this.
  public init(kind: Kind, rawValue: String, promptCount: Int) {
    self.kind = kind
    self.rawValue = rawValue
    self.promptCount = promptCount
  }

  /// The collections of one block, the outermost node first.
  public static func all(in root: Syntax) -> [PromptCollection] {
    PromptBlock.all(in: root).map(\.prompts)
  }
}
