package import PackratParsing

/// The prompts of one block: a cloze paragraph, a quote or a question-and-answer pair.
package struct PromptCollection: Sendable, Hashable {
  /// The kind of block that holds prompts.
  package enum Kind: String, Sendable {
    /// A paragraph with cloze deletions.
    case cloze
    /// A quote, whose source is asked for.
    case quote
    /// A question with its answer.
    case questionAndAnswer = "qanda"
  }

  /// The kind of the block.
  package var kind: Kind
  /// The block's Markdown, as stored in a notebook. For a cloze it is the paragraph, without the
  /// marker of the list item or quote around it; a line end belongs to it where it belongs to the
  /// node.
  package var rawValue: String
  /// The number of prompts that it holds: the number of clozes, otherwise 1.
  package var promptCount: Int

  /// The prompts of a block that says this.
  package init(kind: Kind, rawValue: String, promptCount: Int) {
    self.kind = kind
    self.rawValue = rawValue
    self.promptCount = promptCount
  }

  /// The collections of one block, the outermost node first.
  package static func all(in root: Syntax) -> [PromptCollection] {
    PromptBlock.all(in: root).map(\.prompts)
  }
}
