package import PackratParsing

/// A rewrite of a part of a text that the user can choose.
package struct NoteRewrite: Sendable, Equatable {
  /// The title that the user sees. Does not contain text of the note.
  package var title: String
  /// The changes, in ascending order.
  package var edits: [ByteEdit]

  init(_ title: String, _ rewriting: Rewriting) {
    self.title = title
    edits = rewriting.edits
  }
}

extension DocumentSnapshot {
  /// Returns the rewrites of `selection`, which must consist of whole scalars and is empty for a
  /// cursor.
  ///
  /// Each rewrite was tried: the result has the intended nodes, no new warnings, and all hashtags.
  /// Cost: linear in the selected lines, at most 500, and the blocks around them.
  package func rewrites(of selection: Range<Int>) -> [NoteRewrite] {
    let selection = selection.clamped(to: 0..<count)
    return clozeRewrites(of: selection) + pairRewrites(of: selection)
      + lineRewrites(of: selection)
  }
}
