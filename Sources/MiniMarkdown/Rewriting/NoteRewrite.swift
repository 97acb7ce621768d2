public import PackratParsing

/// Another way to write a part of a text.
public struct NoteRewrite: Sendable, Equatable {
  /// What it does, as the user reads it. Holds no text of the note.
  public var title: String
  /// The changes, in ascending order.
  public var changes: [TextChange]

  init(_ title: String, _ rewriting: Rewriting) {
    self.title = title
    changes = rewriting.changes
  }
}

extension DocumentSnapshot {
  /// What can be made of `selection`, whole scalars; it is empty for the place of a cursor.
  ///
  /// Each was tried: what it makes is there, and nothing else is; no new warning comes up, and no
  /// hashtag is lost. Cost: linear in the lines selected, of which there may be 500, and the blocks
  /// around.
  public func rewrites(of selection: Range<Int>) -> [NoteRewrite] {
    let selection = selection.clamped(to: 0..<count)
    return clozeRewrites(of: selection) + pairRewrites(of: selection)
      + lineRewrites(of: selection)
  }
}
