import PackratParsing

extension DocumentSnapshot {
  /// Returns the rewrite that makes a pair of two lines, or of one line with a question mark
  /// followed by text. The selection must cover their whole content.
  func pairRewrites(of selection: Range<Int>) -> [NoteRewrite] {
    guard !selection.isEmpty,
      let lines = noteLines(in: selection, limit: 8)?.filter({ !isBlank($0) }),
      let first = lines.first, let last = lines.last, lines.count <= 2,
      let start = content(of: first)
    else { return [] }
    let selected = trimmed(selection)
    guard selected.lowerBound <= start.lowerBound,
      selected.upperBound == trimmed(last.range).upperBound
    else { return [] }
    let (question, answer): (Range<Int>, Range<Int>)
    if lines.count == 2 {
      guard let second = content(of: last) else { return [] }
      (question, answer) = (start, second)
    } else {
      guard let split = split(start) else { return [] }
      (question, answer) = split
    }
    let gap = beginsBlock(first) ? "" : lineEnd(near: first)
    let edits = [
      ByteEdit(first.range.lowerBound..<question.lowerBound, gap + "Q: "),
      ByteEdit(question.upperBound..<answer.lowerBound, lineEnd(near: first) + "A: "),
    ]
    guard let rewriting = Rewriting(self, edits),
      let pair = rewriting.node(
        .questionAndAnswer, at: rewriting.newOffset(of: question.lowerBound)
      ).flatMap({ QuestionAndAnswer($0) }),
      pair.question.utf8.elementsEqual(utf8(in: question)),
      pair.answer.trimmed.utf8.elementsEqual(utf8(in: answer)), rewriting.settles()
    else { return [] }
    return [NoteRewrite("Make a question and its answer", rewriting)]
  }

  /// Returns the content of a line, without the marker of a list item. Returns nil for headings,
  /// quotes, half of a pair, and empty content.
  private func content(of line: NoteLine) -> Range<Int>? {
    let mark = LineMark(of: line, in: self)
    guard pairMarker(line) == nil, mark == nil || mark?.kind == .bullet || mark?.kind == .number
    else { return nil }
    let content = trimmed((mark?.range.upperBound ?? line.range.lowerBound)..<line.range.upperBound)
    return content.isEmpty ? nil : content
  }

  /// Splits a range after the last question mark that a space or tab follows. Returns question and
  /// answer, or nil if there is no such question mark.
  private func split(_ range: Range<Int>) -> (Range<Int>, Range<Int>)? {
    let text = utf8(in: range)
    for index in text.indices.dropLast().reversed()
    where text[index] == UInt8(ascii: "?") && text[index + 1].isSpaceOrTab {
      let end = range.lowerBound + index + 1
      return (range.lowerBound..<end, trimmed(end..<range.upperBound))
    }
    return nil
  }

  /// Returns whether a block can begin at the start of this line without a blank line before it.
  private func beginsBlock(_ line: NoteLine) -> Bool {
    guard let previous = noteLine(before: line), !isBlank(previous) else { return true }
    if case .heading = LineMark(of: previous, in: self)?.kind { return true }
    return false
  }
}
