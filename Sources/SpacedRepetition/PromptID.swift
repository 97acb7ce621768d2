package struct PromptID: Sendable, Hashable, Comparable {
  package var note: String
  /// The stored key of the block's prompts: `prompt=quote;count=1;id=…`. A block can keep it when
  /// its text changes.
  package var block: String
  /// The index among the block's prompts, from 0.
  package var index: Int

  package init(note: String, block: String, index: Int) {
    self.note = note
    self.block = block
    self.index = index
  }

  package static func < (left: PromptID, right: PromptID) -> Bool {
    (left.note, left.block, left.index) < (right.note, right.block, right.index)
  }
}
