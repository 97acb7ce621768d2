import PackratParsing

extension DocumentSnapshot {
  /// Returns rewrites that make a cloze of the selection or unwrap the cloze around it.
  func clozeRewrites(of selection: Range<Int>) -> [NoteRewrite] {
    makingClozes(of: selection) + unwrappingCloze(around: selection)
  }

  /// The maximum length of an answer, in UTF-8 bytes.
  private static let answerLimit = 2048

  private func makingClozes(of selection: Range<Int>) -> [NoteRewrite] {
    guard selection.count <= Self.answerLimit else { return [] }
    let answer = trimmed(selection)
    if answer.isEmpty { return [] }
    return [("Make a cloze", ""), ("Make a cloze with a hint", "hint")].compactMap {
      (title, hint) in
      let (open, close) = ("?[\(hint)](", ")")
      let whole =
        answer.lowerBound..<answer.upperBound + open.utf8.count + close.utf8.count
      guard
        let rewriting = Rewriting(
          self,
          [.insert(open, at: answer.lowerBound), .insert(close, at: answer.upperBound)]),
        rewriting.node(.cloze, at: whole.lowerBound)?.range == whole, rewriting.settles()
      else { return nil }
      return NoteRewrite(title, rewriting)
    }
  }

  private func unwrappingCloze(around selection: Range<Int>) -> [NoteRewrite] {
    // A cursor directly after a cloze counts as in it.
    let offsets =
      selection.isEmpty ? [selection.lowerBound, selection.lowerBound - 1] : [selection.lowerBound]
    for offset in offsets where offset >= 0 {
      guard let range = path(to: offset).first(where: { $0.kind == .cloze })?.range,
        range.upperBound >= selection.upperBound
      else { continue }
      guard let edits = unwrapping(clozeAt: range.lowerBound),
        let rewriting = Rewriting(self, edits), rewriting.settles(losing: 1)
      else { return [] }
      return [NoteRewrite("Remove the cloze but keep its answer", rewriting)]
    }
    return []
  }
}
