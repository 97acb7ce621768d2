package import PackratParsing

/// Another way to write a part of a text.
package struct NoteRewrite: Sendable, Equatable {
  /// The title that the user sees. Holds no text of the note.
  package var title: String
  /// The changes, in ascending order.
  package var edits: [ByteEdit]

  init(_ title: String, _ rewriting: Rewriting) {
    self.title = title
    edits = rewriting.edits
  }
}

extension DocumentSnapshot {
  /// The rewrites of `selection`, whole scalars; it is empty for the place of a cursor.
  ///
  /// Each was tried: the result has the intended nodes and no others, no new warning, and all
  /// hashtags. Cost: linear in the lines selected, of which there may be 500, and the blocks
  /// around.
  package func rewrites(of selection: Range<Int>) -> [NoteRewrite] {
    let selection = selection.clamped(to: 0..<count)
    return clozeRewrites(of: selection) + pairRewrites(of: selection)
      + lineRewrites(of: selection)
  }
}
