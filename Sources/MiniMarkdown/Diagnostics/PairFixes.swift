import PackratParsing

extension DocumentSnapshot {
  // MARK: Markers

  /// Corrects the marker of the line at `start`, and that of an answer directly after a question.
  func rightMarkers(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    let mark = pairMarker(line)?.isQuestion == false ? "A: " : "Q: "
    return [ProposedFix("Start the line with “\(mark)”", markers(from: line))]
  }

  /// Returns the changes that correct the marker of `line`, and that of an answer directly after
  /// it.
  private func markers(from line: NoteLine) -> [ByteEdit] {
    guard let marker = pairMarker(line) else { return [] }
    let next = noteLine(after: line)
    let isAsking = marker.isQuestion && pairMarker(next)?.isQuestion == false
    return edits(marker) + (isAsking ? edits(pairMarker(next)) : [])
  }

  private func edits(_ marker: PairMarker?) -> [ByteEdit] {
    guard let marker, !marker.isRight else { return [] }
    var edits: [ByteEdit] = []
    let (mark, colon) = (marker.mark.lowerBound, marker.mark.upperBound)
    if marker.isIndented { edits.append(.delete(marker.range.lowerBound..<mark)) }
    let letter = marker.isQuestion ? "Q" : "A"
    var text = colon
    while let space = scalar(at: text), space.isMiniMarkdownSpace { text += UTF8.width(space) }
    if marker.isFullWidth { return edits + [ByteEdit(mark..<text, letter + ": ")] }
    if marker.isLowercase { edits.append(ByteEdit(mark..<mark + 1, letter)) }
    if marker.space != .one { edits.append(ByteEdit(colon..<text, " ")) }
    return edits
  }

  // MARK: Missing halves

  func answering(questionAt start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    let answer = ProposedFix(
      "Insert an “A: ” line below",
      [.insert(lineEnd(near: line) + "A: ", at: line.range.upperBound)])
    guard let next = noteLine(after: line), !isBlank(next),
      path(to: next.range.lowerBound).first?.range.contains(start) == true
    else { return [answer] }
    let text = trimmed(next.range).lowerBound
    return [
      ProposedFix("Make the next line the answer", [ByteEdit(next.range.lowerBound..<text, "A: ")]),
      answer,
    ]
  }

  func asking(forAnswerAt start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    let end = lineEnd(near: line)
    let previous = noteLine(before: line)
    let isUnderText = !isBlank(previous)
    let question = ProposedFix(
      "Insert a “Q: ” line above",
      [.insert((isUnderText ? end : "") + "Q: " + end, at: line.range.lowerBound)])
    guard let previous, isUnderText, pairMarker(previous) == nil,
      path(to: previous.range.lowerBound).first?.range.contains(start) == true
    else { return [question] }
    let text = trimmed(previous.range)
    guard byte(at: text.upperBound - 1) == UInt8(ascii: "?") else { return [question] }
    let gap = isBlank(noteLine(before: previous)) ? "" : end
    return [
      ProposedFix(
        "Make the previous line the question",
        [ByteEdit(previous.range.lowerBound..<text.lowerBound, gap + "Q: ")]),
      question,
    ]
  }

  // MARK: Lines

  func joiningPair(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard let answer = textLine(after: line), pairMarker(answer)?.isQuestion == false
    else { return [] }
    let gap = ByteEdit.delete(line.end..<answer.range.lowerBound)
    return [
      ProposedFix("Delete blank lines before the answer", joining(gap, edits(pairMarker(answer))))
    ]
  }

  func joiningQuestion(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    var last = line
    var count = 1
    while let next = noteLine(after: last), pairMarker(next) == nil, !isBlank(next), count < 16 {
      (last, count) = (next, count + 1)
    }
    guard let answer = noteLine(after: last), pairMarker(answer)?.isQuestion == false,
      last.end > line.end
    else { return [] }
    // A first line that ends in “?” may be the whole question.
    let isWhole = byte(at: trimmed(line.range).upperBound - 1) == UInt8(ascii: "?")
    return [
      ProposedFix(
        "Join the question into one line",
        joiningLines(in: line.range.lowerBound..<last.range.upperBound)
          + edits(pairMarker(answer)), isSafe: !isWhole && count < 4)
    ]
  }

  func separating(lineAt start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    let gap = ByteEdit.insert(lineEnd(near: line), at: line.range.lowerBound)
    return [ProposedFix("Insert a blank line above", joining(gap, markers(from: line)))]
  }

  func takingOut(questionAt start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard var marker = pairMarker(NoteLine(range: start..<line.range.upperBound, end: line.end))
    else { return [] }
    let gap = isBlank(noteLine(before: line)) ? "" : lineEnd(near: line)
    var quotes = LineMark(of: line, in: self)?.kind == .quote ? 1 : 0
    var edits = [ByteEdit(line.range.lowerBound..<marker.mark.lowerBound, gap)]
    marker.isIndented = false
    edits += self.edits(marker)
    if let next = noteLine(after: line) {
      let mark = LineMark(of: next, in: self)
      let content = mark?.range.upperBound ?? next.range.lowerBound
      if var answer = pairMarker(NoteLine(range: content..<next.range.upperBound, end: next.end)),
        !answer.isQuestion
      {
        if mark?.kind == .quote { quotes += 1 }
        edits.append(.delete(next.range.lowerBound..<answer.mark.lowerBound))
        answer.isIndented = false
        edits += self.edits(answer)
      }
    }
    // Each line of a quote is a prompt, but half of a pair is not.
    return [
      ProposedFix("Move the question out of the list or quote", edits, lostPrompts: quotes)
    ]
  }

  /// Returns `edit` and `others`, with the first of `others` merged into `edit` if it begins where
  /// `edit` ends.
  private func joining(_ edit: ByteEdit, _ others: [ByteEdit]) -> [ByteEdit] {
    guard let first = others.first, first.range.lowerBound == edit.range.upperBound else {
      return [edit] + others
    }
    let whole = ByteEdit(
      edit.range.lowerBound..<first.range.upperBound, edit.newText + first.newText)
    return [whole] + others.dropFirst()
  }
}
