/// Which prompt is meant, in a notebook.
public struct PromptID: Sendable, Hashable, Comparable {
  /// The id of its note.
  public var note: String
  /// The key of its block's prompts, as stored: `prompt=quote;count=1;id=…`. It outlives edits.
  public var block: String
  /// Which of the block's prompts, from 0.
  public var index: Int

  /// Names a prompt; whether it is there is not asked.
  public init(note: String, block: String, index: Int) {
    self.note = note
    self.block = block
    self.index = index
  }

  /// By note, then block, then index.
  public static func < (left: PromptID, right: PromptID) -> Bool {
    (left.note, left.block, left.index) < (right.note, right.block, right.index)
  }
}
