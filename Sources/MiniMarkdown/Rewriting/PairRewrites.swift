import PackratParsing

extension DocumentSnapshot {
  /// A question and its answer: two lines, or one with a question mark between the two. The selection
  /// must be all of them.
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
        .questionAndAnswer, at: rewriting.place(of: question.lowerBound)
      ).flatMap({ QuestionAndAnswer($0) }),
      pair.question.utf8.elementsEqual(utf8(in: question)),
      pair.answer.trimmed.utf8.elementsEqual(utf8(in: answer)), rewriting.settles()
    else { return [] }
    return [NoteRewrite("Make a question and its answer", rewriting)]
  }

  /// The content of a line, without the mark of a list item. Returns nil for headings, quotes, and
  /// half of a pair.
  private func content(of line: NoteLine) -> Range<Int>? {
    let mark = LineMark(of: line, in: self)
    guard pairMarker(line) == nil, mark == nil || mark?.kind == .bullet || mark?.kind == .number
    else { return nil }
    let content = trimmed((mark?.range.upperBound ?? line.range.lowerBound)..<line.range.upperBound)
    return content.isEmpty ? nil : content
  }

  /// The question up to its mark, and the text after the space that follows it.
  private func split(_ range: Range<Int>) -> (Range<Int>, Range<Int>)? {
    let text = utf8(in: range)
    for index in text.indices.dropLast().reversed()
    where text[index] == UInt8(ascii: "?") && text[index + 1].isSpaceOrTab {
      let end = range.lowerBound + index + 1
      return (range.lowerBound..<end, trimmed(end..<range.upperBound))
    }
    return nil
  }

  /// Whether a block can begin at the start of a line as it is.
  private func beginsBlock(_ line: NoteLine) -> Bool {
    guard let previous = noteLine(before: line), !isBlank(previous) else { return true }
    if case .heading = LineMark(of: previous, in: self)?.kind { return true }
    return false
  }
}
