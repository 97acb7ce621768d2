import PackratParsing

/// Questions and answers that are no pair yet.
extension DocumentSnapshot {
  // MARK: Markers

  /// Corrects the marker of the line at `start`, and that of the answer after a question.
  func rightMarkers(at start: Int, _ title: String) -> [ProposedFix] {
    [ProposedFix(title: title, changes: markers(from: noteLine(at: start)), isSafe: true)]
  }

  /// The changes that correct the marker of `line`, and that of an answer directly after it.
  private func markers(from line: NoteLine) -> [TextChange] {
    guard let marker = pairMarker(line) else { return [] }
    let next = noteLine(after: line)
    let isAsking = marker.isQuestion && pairMarker(next)?.isQuestion == false
    return changes(marker) + (isAsking ? changes(pairMarker(next)) : [])
  }

  private func changes(_ marker: PairMarker?) -> [TextChange] {
    guard let marker, !marker.isRight else { return [] }
    var changes: [TextChange] = []
    let (mark, colon) = (marker.mark.lowerBound, marker.mark.upperBound)
    if marker.isIndented { changes.append(.delete(marker.range.lowerBound..<mark)) }
    if marker.isLowercase {
      changes.append(TextChange(mark..<mark + 1, marker.isQuestion ? "Q" : "A"))
    }
    if marker.space != .one {
      var text = colon
      while byte(at: text)?.isSpaceOrTab == true { text += 1 }
      changes.append(TextChange(colon..<text, " "))
    }
    return changes
  }

  // MARK: Missing halves

  func answering(questionAt start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    let answer = ProposedFix(
      title: "Write “A: ” on the next line",
      changes: [.insert(lineEnd(near: line) + "A: ", at: line.range.upperBound)])
    guard let next = noteLine(after: line), !isBlank(next),
      path(to: next.range.lowerBound).first?.range.contains(start) == true
    else { return [answer] }
    let text = trimmed(next.range).lowerBound
    return [
      ProposedFix(
        title: "Make the next line the answer",
        changes: [TextChange(next.range.lowerBound..<text, "A: ")]),
      answer,
    ]
  }

  func asking(forAnswerAt start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    let end = lineEnd(near: line)
    let previous = noteLine(before: line)
    let isUnderText = !isBlank(previous)
    let question = ProposedFix(
      title: "Write “Q: ” on a line before it",
      changes: [.insert((isUnderText ? end : "") + "Q: " + end, at: line.range.lowerBound)])
    guard let previous, isUnderText, pairMarker(previous) == nil,
      path(to: previous.range.lowerBound).first?.range.contains(start) == true
    else { return [question] }
    let text = trimmed(previous.range)
    guard byte(at: text.upperBound - 1) == UInt8(ascii: "?") else { return [question] }
    let gap = isBlank(noteLine(before: previous)) ? "" : end
    return [
      ProposedFix(
        title: "Make the line before it the question",
        changes: [TextChange(previous.range.lowerBound..<text.lowerBound, gap + "Q: ")]),
      question,
    ]
  }

  // MARK: Lines

  /// Deletes the blank lines between a question and its answer.
  func joiningPair(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard var answer = noteLine(after: line) else { return [] }
    for _ in 0..<3 where isBlank(answer) {
      guard let next = noteLine(after: answer) else { return [] }
      answer = next
    }
    guard pairMarker(answer)?.isQuestion == false else { return [] }
    return [
      ProposedFix(
        title: "Delete the blank line",
        changes: joining(
          .delete(line.end..<answer.range.lowerBound),
          changes(pairMarker(answer))), isSafe: true)
    ]
  }

  /// Puts a question of several lines on one.
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
    // A first line that asks already may be all of the question.
    let isWhole = byte(at: trimmed(line.range).upperBound - 1) == UInt8(ascii: "?")
    return [
      ProposedFix(
        title: "Join the lines of the question",
        changes: joiningLines(in: line.range.lowerBound..<last.range.upperBound)
          + changes(pairMarker(answer)), isSafe: !isWhole && count < 4)
    ]
  }

  /// Puts a blank line in front of a question or a summary.
  func separating(lineAt start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    let gap = TextChange.insert(lineEnd(near: line), at: line.range.lowerBound)
    return [
      ProposedFix(
        title: "Put a blank line before it", changes: joining(gap, markers(from: line)),
        isSafe: true)
    ]
  }

  /// Takes a question, and the answer after it, out of a list or a quote.
  func takingOut(questionAt start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard var marker = pairMarker(NoteLine(range: start..<line.range.upperBound, end: line.end))
    else { return [] }
    let gap = isBlank(noteLine(before: line)) ? "" : lineEnd(near: line)
    var quotes = LineMark(of: line, in: self)?.kind == .quote ? 1 : 0
    var changes = [TextChange(line.range.lowerBound..<marker.mark.lowerBound, gap)]
    marker.isIndented = false
    changes += self.changes(marker)
    if let next = noteLine(after: line) {
      let mark = LineMark(of: next, in: self)
      let content = mark?.range.upperBound ?? next.range.lowerBound
      if var answer = pairMarker(NoteLine(range: content..<next.range.upperBound, end: next.end)),
        !answer.isQuestion
      {
        if mark?.kind == .quote { quotes += 1 }
        changes.append(.delete(next.range.lowerBound..<answer.mark.lowerBound))
        answer.isIndented = false
        changes += self.changes(answer)
      }
    }
    // Each line of a quote is a prompt; as half of a pair it is not.
    return [
      ProposedFix(
        title: "Take it out of the list or the quote", changes: changes, lostPrompts: quotes)
    ]
  }

  /// `change` and `others`; where one of them begins where `change` ends they are one.
  private func joining(_ change: TextChange, _ others: [TextChange]) -> [TextChange] {
    guard let first = others.first, first.range.lowerBound == change.range.upperBound else {
      return [change] + others
    }
    let whole = TextChange(
      change.range.lowerBound..<first.range.upperBound, change.newText + first.newText)
    return [whole] + others.dropFirst()
  }
}
