/// The identity of a prompt in a notebook.
package struct PromptID: Sendable, Hashable, Comparable {
  /// The note's ID.
  package var note: String
  /// The stored key of the block's prompts: `prompt=quote;count=1;id=…`. It does not change with
  /// the text.
  package var block: String
  /// The index among the block's prompts, from 0.
  package var index: Int

  package init(note: String, block: String, index: Int) {
    self.note = note
    self.block = block
    self.index = index
  }

  /// Orders prompts by note, then block, then index.
  package static func < (left: PromptID, right: PromptID) -> Bool {
    (left.note, left.block, left.index) < (right.note, right.block, right.index)
  }
}
