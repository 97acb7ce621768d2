import PackratParsing

extension DiagnosticRule {
  static let cardOfColons = DiagnosticRule(
    "card-of-colons", .hint, in: .notes,
    says: "“::” does not make a card: use “Q: ” and “A: ”.",
    find: .block(.lines),
    fix: .choices { $0.pairOfColons($1.range) })

  static let cardOfQuestionMark = DiagnosticRule(
    "card-of-question-mark", .hint, in: .notes, says: nil, find: .block(.lines),
    fix: .choices { $0.pairOfQuestionMark(at: $1.start) })
}

extension DocumentSnapshot {
  /// Finds `Term :: its meaning`.
  func cardOfColons(_ lines: [Range<Int>], _ block: Block) -> NoteDiagnostic? {
    guard lines.count == 1,
      let line = lines.first, let colons = block.first("::", in: line), colons > line.lowerBound,
      block.first(":", in: colons + 2..<line.upperBound) != colons + 2,
      block.first("::", in: colons + 2..<line.upperBound) == nil,
      path(to: colons).last?.kind == .text,
      !block.text(in: line.lowerBound..<colons).trimmed.isEmpty,
      !block.text(in: colons + 2..<line.upperBound).trimmed.isEmpty
    else { return nil }
    let before = block.byte(at: colons - 1)
    let isApart = before == UInt8(ascii: " ") && block.byte(at: colons + 2) == UInt8(ascii: " ")
    guard isApart || before == UInt8(ascii: "?") else { return nil }
    return NoteDiagnostic(.cardOfColons, colons..<colons + 2)
  }

  /// Finds a question and its answer with a line of `?` or `??` between them. Cost: linear in the
  /// paragraph.
  func cardOfQuestionMark(_ lines: [Range<Int>], _ paragraph: Syntax) -> NoteDiagnostic? {
    let block = paragraph.block
    guard
      let index = lines.indices.dropFirst().first(where: {
        isCardMark(block, lines[$0]) && !isBlank(block, lines[$0 - 1])
      }), index + 1 < lines.count ? !isBlank(block, lines[index + 1]) : isAnswered(paragraph)
    else { return nil }
    let start = block.first("?", in: lines[index]) ?? lines[index].lowerBound
    let mark = start..<start + block.text(in: lines[index]).trimmed.utf8.count
    return NoteDiagnostic(
      .cardOfQuestionMark, mark,
      "“\(text(in: mark))” does not make a card: use “Q: ” and “A: ”.")
  }

  private func isCardMark(_ block: Block, _ line: Range<Int>) -> Bool {
    // Nearly all lines begin with another character.
    guard let first = block.byte(at: line.lowerBound),
      first == UInt8(ascii: "?") || !(0x21..<0x7F).contains(first)
    else { return false }
    return ["?", "??"].contains(block.text(in: line).trimmed)
  }

  private func isBlank(_ block: Block, _ line: Range<Int>) -> Bool {
    block.text(in: line).trimmed.isEmpty
  }

  /// Returns whether a list or a quote directly follows the paragraph.
  private func isAnswered(_ paragraph: Syntax) -> Bool {
    guard let next = neighbor(of: paragraph, 1) else { return false }
    return next.range.lowerBound == paragraph.range.upperBound
      && [.list, .listItem, .blockquote].contains(next.kind)
  }

  // MARK: Fixes

  func pairOfColons(_ colons: Range<Int>) -> [ProposedFix] {
    let line = noteLine(at: colons.lowerBound)
    let question = trimmed(line.range.lowerBound..<colons.lowerBound)
    let answer = trimmed(colons.upperBound..<line.range.upperBound)
    return [
      ProposedFix(
        "Convert to “Q: ” and “A: ”",
        [
          ByteEdit(line.range.lowerBound..<question.lowerBound, "Q: "),
          ByteEdit(question.upperBound..<answer.lowerBound, lineEnd(near: line) + "A: "),
        ])
    ]
  }

  /// Converts the lines before and after the `?` at `start` to a pair, without hashtags above them.
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
        "Convert to “Q: ” and “A: ”",
        [ByteEdit(first.range.lowerBound..<question.lowerBound, gap + "Q: ")]
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
