package import PackratParsing

/// The prompts of one block: a cloze paragraph, a quote or a question-and-answer pair.
package struct PromptCollection: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// A paragraph with cloze deletions.
    case cloze
    /// A quote; the prompt asks for its source.
    case quote
    case questionAndAnswer = "qanda"
  }

  package var kind: Kind
  /// The block's Markdown, as stored in a notebook. For a cloze, this is the paragraph without the
  /// marker of the list item or quote around it. Includes a line end if the node does.
  package var rawValue: String
  /// The number of prompts: the number of clozes, or 1 for other kinds.
  package var promptCount: Int

  package init(kind: Kind, rawValue: String, promptCount: Int) {
    self.kind = kind
    self.rawValue = rawValue
    self.promptCount = promptCount
  }

  /// Returns the collections of one block, the outermost node first.
  package static func all(in root: Syntax) -> [PromptCollection] {
    PromptBlock.all(in: root).map(\.prompts)
  }
}
