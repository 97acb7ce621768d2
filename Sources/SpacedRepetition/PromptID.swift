/// The identity of a prompt in a notebook.
package struct PromptID: Sendable, Hashable, Comparable {
  /// The id of its note.
  package var note: String
  /// The key of its block's prompts, as stored: `prompt=quote;count=1;id=…`. It outlives edits.
  package var block: String
  /// The index among the block's prompts, from 0.
  package var index: Int

  /// Names a prompt; whether it is there is not asked.
  package init(note: String, block: String, index: Int) {
    self.note = note
    self.block = block
    self.index = index
  }

  /// By note, then block, then index.
  package static func < (left: PromptID, right: PromptID) -> Bool {
    (left.note, left.block, left.index) < (right.note, right.block, right.index)
  }
}
