import PackratParsing

/// Lines and marks that other programs read otherwise.
extension DocumentSnapshot {
  // MARK: Lines

  /// Writes the pair whose question begins at `start` as the language has it.
  func pairForm(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard let question = PairForm(self, line: line.range), var next = noteLine(after: line) else {
      return []
    }
    for _ in 0..<3 where isBlank(next) {
      guard let further = noteLine(after: next) else { return [] }
      next = further
    }
    guard let answer = PairForm(self, line: next.range, orPlain: true), !answer.isQuestion else {
      return []
    }
    let gap = isBlank(noteLine(before: line)) ? "" : lineEnd(near: line)
    var edits = [ByteEdit(line.range.lowerBound..<question.text, gap + "Q: ")]
    if let closing = question.closing { edits.append(.delete(closing)) }
    if next.range.lowerBound > line.end {
      edits.append(ByteEdit(line.end..<answer.text, "A: "))
    } else {
      edits.append(ByteEdit(next.range.lowerBound..<answer.text, "A: "))
    }
    if let closing = answer.closing { edits.append(.delete(closing)) }
    return [ProposedFix(title: "Write “Q: ” and “A: ”", edits: edits)]
  }

  /// Joins the lines of a quote, each of which is a quote now.
  func joiningQuote(at start: Int) -> [ProposedFix] {
    guard var quote = path(to: start).first(where: { $0.kind == .blockquote }) else { return [] }
    var edits: [ByteEdit] = []
    while edits.count < 100, let next = quoteContinuing(quote),
      let text = next.child(.paragraph)
    {
      let end = quote.block.withoutLineEnd(quote.range).upperBound
      edits.append(
        ByteEdit(trimmed(quote.range.lowerBound..<end).upperBound..<text.range.lowerBound, " "))
      quote = next
    }
    return [ProposedFix(title: "Join the lines", edits: edits, lostPrompts: edits.count)]
  }

  /// Joins the lines after an answer with it, unless they are a list.
  func joiningAnswer(at start: Int) -> [ProposedFix] {
    guard let pair = path(to: start).first(where: { $0.kind == .questionAndAnswer }),
      let text = lineAfterAnswer(pair), text.kind == .paragraph
    else { return [] }
    return [
      ProposedFix(
        title: "Join the lines",
        edits: joiningLines(in: start..<trimmed(text.range).upperBound))
    ]
  }

  /// Moves a number to the line before.
  func joiningNumber(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard let before = noteLine(before: line) else { return [] }
    return [
      ProposedFix(
        title: "Move it to the line before",
        edits: [ByteEdit(trimmed(before.range).upperBound..<start, " ")])
    ]
  }

  /// Puts the next line after a mark that stands alone.
  func fillingMark(_ mark: Range<Int>) -> [ProposedFix] {
    let line = noteLine(at: mark.lowerBound)
    guard var next = noteLine(after: line) else { return [] }
    for _ in 0..<3 where isBlank(next) {
      guard let further = noteLine(after: next) else { return [] }
      next = further
    }
    let gap = byte(at: mark.upperBound - 1)?.isSpaceOrTab == true ? "" : " "
    return [
      ProposedFix(
        title: "Put the next line after it",
        edits: [ByteEdit(mark.upperBound..<trimmed(next.range).lowerBound, gap)])
    ]
  }

  /// Leaves one space after a mark.
  func nearingMark(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard let block = blockIndex(at: start).flatMap({ block($0) }),
      let mark = DistantMark(block, line: line.range)
    else { return [] }
    return [
      ProposedFix(title: "Leave one space", edits: [ByteEdit(mark.spaces, " ")])
    ]
  }

  // MARK: Marks

  /// Puts white space around a hashtag.
  func partingHashtag(_ name: Range<Int>) -> [ProposedFix] {
    if let heading = path(to: name.lowerBound).first, heading.kind == .header {
      return movingHashtag(name, in: heading)
    }
    if byte(at: name.lowerBound - 1)?.isSpaceOrTab == true {
      return [
        ProposedFix(
          title: "Put another space before the hashtag",
          edits: [.insert(" ", at: name.lowerBound)])
      ]
    }
    var edits = [ByteEdit.insert(" ", at: name.lowerBound)]
    let after = text(in: name.upperBound..<min(count, name.upperBound + 4)).unicodeScalars.first
    if after?.isMiniMarkdownText == true { edits.append(.insert(" ", at: name.upperBound)) }
    return [ProposedFix(title: "Put white space around the hashtag", edits: edits)]
  }

  /// Puts a hashtag with which a heading begins after the heading's text.
  private func movingHashtag(_ name: Range<Int>, in heading: Syntax) -> [ProposedFix] {
    let line = noteLine(at: name.lowerBound)
    let text = trimmed(name.upperBound..<line.range.upperBound)
    guard !text.isEmpty, text.lowerBound > name.upperBound else { return [] }
    return [
      ProposedFix(
        title: "Put the hashtag after the heading’s text",
        edits: [
          .delete(name.lowerBound..<text.lowerBound),
          .insert(" " + self.text(in: name), at: text.upperBound),
        ])
    ]
  }

  /// Takes the emphasis away around a hashtag.
  func freeingHashtag(at start: Int) -> [ProposedFix] {
    guard
      let span = path(to: start).first(where: { [.emphasis, .strongEmphasis].contains($0.kind) })
    else { return [] }
    let marks = span.children.filter { $0.kind == .delimiter }.map { ByteEdit.delete($0.range) }
    return [ProposedFix(title: "Leave the marks of the emphasis out", edits: marks)]
  }

  /// Writes the word around emphasis as code.
  func codeOfWord(around range: Range<Int>) -> [ProposedFix] {
    let around = word(around: range)
    var (start, end) = (around.lowerBound, around.upperBound)
    while end > range.upperBound, let last = byte(at: end - 1), ".,;:!?)\"'".utf8.contains(last) {
      end -= 1
    }
    while start < range.lowerBound, let first = byte(at: start), "(\"'".utf8.contains(first) {
      start += 1
    }
    let word = text(in: start..<end)
    guard !word.contains(where: \.isWhitespace), !word.contains("`") else {
      return []
    }
    return [
      ProposedFix(
        title: "Write the word as code",
        edits: [.insert("`", at: start), .insert("`", at: end)])
    ]
  }

  /// Writes Anki's or Logseq's cloze as the language has it.
  func ownCloze(at start: Int) -> [ProposedFix] {
    guard let block = blockIndex(at: start).flatMap({ block($0) }),
      let cloze = ForeignCloze(block, at: start)
    else { return [] }
    let hint = cloze.hint.map { $0 == "]" ? ")" : $0 == "[" ? "(" : $0 }
    let answer = cloze.answer.map { $0 == ")" ? "]" : $0 == "(" ? "[" : $0 }
    return [
      ProposedFix(
        title: "Write ?[hint](answer)",
        edits: [ByteEdit(cloze.range, "?[\(String(hint))](\(String(answer)))")], isSafe: true,
        cloze: start)
    ]
  }

  /// Makes a pair of a line with `::`.
  func pairOfColons(_ colons: Range<Int>) -> [ProposedFix] {
    let line = noteLine(at: colons.lowerBound)
    let question = trimmed(line.range.lowerBound..<colons.lowerBound)
    let answer = trimmed(colons.upperBound..<line.range.upperBound)
    return [
      ProposedFix(
        title: "Make a question and an answer",
        edits: [
          ByteEdit(line.range.lowerBound..<question.lowerBound, "Q: "),
          ByteEdit(question.upperBound..<answer.lowerBound, lineEnd(near: line) + "A: "),
        ])
    ]
  }

  /// Makes a pair of the lines before and after the `?` at `start`, without hashtags above them.
  func pairOfQuestionMark(at start: Int) -> [ProposedFix] {
    let mark = noteLine(at: start)
    guard let paragraph = path(to: start).first?.range, let answer = noteLine(after: mark),
      let asked = noteLine(before: mark), paragraph.contains(answer.range.lowerBound),
      !isBlank(answer), !isBlank(asked)
    else { return [] }
    var (first, last) = (asked, answer)
    while let line = noteLine(before: first), line.range.lowerBound >= paragraph.lowerBound,
      !isBlank(line), !hasOnlyHashtags(line)
    { first = line }
    while let line = noteLine(after: last), paragraph.contains(line.range.lowerBound),
      !isBlank(line)
    { last = line }
    let end = lineEnd(near: mark)
    let gap = isBlank(noteLine(before: first)) ? "" : end
    let (question, text) = (trimmed(first.range), trimmed(asked.range))
    return [
      ProposedFix(
        title: "Make a question and an answer",
        edits: [ByteEdit(first.range.lowerBound..<question.lowerBound, gap + "Q: ")]
          + joiningLines(in: first.range.lowerBound..<asked.range.upperBound)
          + [ByteEdit(text.upperBound..<trimmed(answer.range).lowerBound, end + "A: ")]
          + joiningLines(in: answer.range.lowerBound..<last.range.upperBound))
    ]
  }

  private func hasOnlyHashtags(_ line: NoteLine) -> Bool {
    text(in: line.range).split(whereSeparator: \.isWhitespace)
      .allSatisfy { $0.hasPrefix("#") && $0.count > 1 }
  }
}
