import PackratParsing

extension DiagnosticRule {
  static let pairInOtherForm = DiagnosticRule(
    "pair-in-other-form", .warning, in: .notes,
    says: "This question and answer do not make a card: mark them with plain “Q: ” and “A: ”.",
    find: .block(.lines), fix: .choices { $0.pairForm(at: $1.start) })
}

/// Finds questions and answers in other forms: `**Q:** …`, `Q. …`, `Question: …`.
extension DocumentSnapshot {
  /// Returns diagnostics for the pairs that begin in the lines of a paragraph. Cost: linear in the
  /// paragraph.
  func pairsInOtherForm(_ lines: [Range<Int>], _ block: Block) -> [NoteDiagnostic] {
    lines.indices.compactMap { index in
      guard let question = PairForm(block, line: lines[index]), question.isQuestion,
        answerForm(after: index, of: lines, in: block) != nil
      else { return nil }
      return NoteDiagnostic(.pairInOtherForm, question.mark)
    }
  }

  /// Returns the answer to the question on line `index`, on the next line or after one or two blank
  /// lines. Returns nil if there is no answer.
  private func answerForm(after index: Int, of lines: [Range<Int>], in block: Block) -> PairForm? {
    if index + 1 < lines.count {
      return PairForm(block, line: lines[index + 1], orPlain: true).flatMap {
        $0.isQuestion ? nil : $0
      }
    }
    return nearLine(block.index, step: 1).flatMap { PairForm($0.block, line: $0.line) }
      .flatMap { $0.isQuestion ? nil : $0 }
  }

  /// Rewrites the pair whose question begins at `start` with `Q: ` and `A: `.
  func pairForm(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard let question = PairForm(self, line: line.range), let next = textLine(after: line),
      let answer = PairForm(self, line: next.range, orPlain: true), !answer.isQuestion
    else { return [] }
    let gap = isBlank(noteLine(before: line)) ? "" : lineEnd(near: line)
    var edits = [ByteEdit(line.range.lowerBound..<question.text, gap + "Q: ")]
    if let closing = question.closing { edits.append(.delete(closing)) }
    edits.append(ByteEdit(line.end..<answer.text, "A: "))
    if let closing = answer.closing { edits.append(.delete(closing)) }
    return [ProposedFix("Use “Q: ” and “A: ”", edits)]
  }
}

/// The start of a line that means `Q: ` or `A: ` but is written differently.
struct PairForm {
  var isQuestion: Bool
  /// The range from the first delimiter to the colon, period or parenthesis.
  var mark: Range<Int>
  var text: Int
  /// The closing delimiters at the end of the line, if the opening ones are at its start.
  var closing: Range<Int>?

  init?(_ block: Block, line: Range<Int>, orPlain: Bool = false) {
    self.init(line, orPlain: orPlain) { block.byte(at: $0) }
  }

  init?(_ document: DocumentSnapshot, line: Range<Int>, orPlain: Bool = false) {
    self.init(line, orPlain: orPlain) { document.byte(at: $0) }
  }

  /// With `orPlain`, also accepts plain `Q: ` and `A: `.
  private init?(_ line: Range<Int>, orPlain: Bool, byte: (Int) -> UInt8?) {
    func at(_ offset: Int) -> UInt8 { line.contains(offset) ? byte(offset) ?? 0 : 0 }
    func run(from start: Int, _ isWanted: (UInt8) -> Bool) -> Int {
      var end = start
      while end < line.upperBound, isWanted(at(end)) { end += 1 }
      return end
    }
    let isMark: (UInt8) -> Bool = { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_") }
    let start = run(from: line.lowerBound, \.isSpaceOrTab)
    let word = run(from: start, isMark)
    let wordEnd = run(from: word, \.isLetter)
    guard word - start <= 3, let first = byte(word), "QAqa".utf8.contains(first) else { return nil }
    switch String(decoding: (word..<wordEnd).map { at($0) | 0x20 }, as: UTF8.self) {
    case "q", "question": isQuestion = true
    case "a", "answer": isQuestion = false
    default: return nil
    }
    let inner = run(from: wordEnd, isMark)
    let colon = at(inner)
    let end = run(from: inner + 1, isMark)
    let isMarked = word > start
    switch colon {
    case UInt8(ascii: ":"):
      guard isMarked || wordEnd - word > 1 || orPlain else { return nil }
    // `Q. ` and `Q) `, only with a capital letter.
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      guard !isMarked, wordEnd - word == 1, first < 0x60 else { return nil }
    default: return nil
    }
    text = run(from: end, \.isSpaceOrTab)
    mark = start..<inner + 1
    guard text > end, text < line.upperBound else { return nil }
    let closed = (inner - wordEnd) + (end - inner - 1)
    if !isMarked, closed > 0 { return nil }
    if !isMarked || closed > 0 { return }
    var last = line.upperBound
    while last > text, at(last - 1).isSpaceOrTab { last -= 1 }
    let count = word - start
    guard last - count > text, (1...count).allSatisfy({ isMark(at(last - $0)) }) else { return nil }
    closing = last - count..<last
  }
}
