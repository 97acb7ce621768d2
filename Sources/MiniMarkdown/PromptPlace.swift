internal import PackratParsing

/// The prompts of a block and their range in a text, for callers that know nothing of syntax.
public struct PromptPlace: Sendable, Equatable {
  /// The prompts of the block.
  public var prompts: PromptCollection
  /// Where the block stands, in UTF-8 bytes, its line end included if it belongs to it.
  public var block: Range<Int>
  /// Where each prompt stands; see `PromptBlock.places`.
  public var places: [Range<Int>]

  /// The prompts of all blocks of `text`, in order. Cost: linear in the text.
  public static func all(in text: String) -> [PromptPlace] {
    MiniMarkdownDocument(text).snapshot.promptBlocks(in: 0..<text.utf8.count).map { block in
      PromptPlace(
        prompts: block.prompts, block: block.syntax.range, places: block.places)
    }
  }
}
