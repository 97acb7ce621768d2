import PackratParsing

extension DiagnosticRule {
  static let questionWithoutAnswer = pair(
    "question-without-answer", .information,
    "This question has no answer: add “A: ” and the answer on the next line.",
    .choices { $0.answering(questionAt: $1.start) })
  static let answerWithoutQuestion = pair(
    "answer-without-question", .warning,
    "This answer has no question: add “Q: ” and the question on the line above.",
    .choices { $0.asking(forAnswerAt: $1.start) })
  static let emptyQuestion = pair(
    "empty-question", .information, "The question is empty: write it after “Q: ”.", .none)
  static let emptyAnswer = pair(
    "empty-answer", .information, "The answer is empty: write it after “A: ”.", .none)
  static let blankLineInPair = pair(
    "blank-line-in-pair", .warning,
    "The answer must be on the line after its question: delete blank lines between them.",
    .safe { $0.joiningPair(at: $1.start) })
  static let questionIndented = marker(
    "question-indented", "“Q: ” must start its line: remove the indentation.")
  static let answerIndented = marker(
    "answer-indented", "“A: ” must start its line: remove the indentation.")
  static let questionMissingSpace = marker("question-missing-space", nil)
  static let answerMissingSpace = marker("answer-missing-space", nil)
  static let questionLowercase = marker(
    "question-lowercase", "The marker must be a capital letter: write “Q: ”.")
  static let answerLowercase = marker(
    "answer-lowercase", "The marker must be a capital letter: write “A: ”.")
  static let multiLineQuestion = pair(
    "multi-line-question", .warning,
    "A question must be on one line, and its answer on the next: join the question's lines.",
    .safe { $0.joiningQuestion(at: $1.start) })
  static let pairSwallowedBySpan = pair(
    "pair-swallowed-by-span", .warning,
    "This emphasis or code runs into a question or answer: end it on this line, or remove it.",
    .choices { $0.partingSpan(at: $1.start) })
  static let questionUnderText = pair(
    "question-under-text", .warning,
    "A question directly below text is part of that text: insert a blank line above it.",
    .safe { $0.separating(lineAt: $1.start) })
  static let questionInListOrQuote = pair(
    "question-in-list-or-quote", .warning,
    "A question in a list item or quote is not a prompt: move it out of the list or quote.",
    .choices { $0.takingOut(questionAt: $1.start) })
  static let summaryUnderText = pair(
    "summary-under-text", .warning,
    "A summary directly below text is part of that text: insert a blank line above it.",
    .safe { $0.separating(lineAt: $1.start) })

  private static func marker(_ code: String, _ message: String?) -> DiagnosticRule {
    pair(code, .warning, message, .safe { $0.rightMarkers(at: $1.start) })
  }

  private static func pair(
    _ code: String, _ severity: Severity, _ message: String?, _ fix: Fix
  ) -> DiagnosticRule {
    DiagnosticRule(
      code, severity, in: .notesAndFiles, says: message, find: .block(.pairs), fix: fix)
  }
}

extension BlockFinder {
  static let pairs = BlockFinder { document, root, bytes in
    let hasColon =
      bytes.has(":") || bytes.hasOther && root.block.first("：", in: root.range) != nil
    return hasColon ? document.pairDiagnostics(in: root) : []
  }
}

/// Finds why a question and its answer are not a pair. The grammar requires `Q: ` at the start of a
/// block and `A: ` at the start of the next line; everything else silently becomes plain text.
extension DocumentSnapshot {
  func pairDiagnostics(in root: Syntax) -> [NoteDiagnostic] {
    switch root.kind {
    case .questionAndAnswer: return diagnostics(ofPair: root) + swallowedLines(in: root)
    case .header, .summary: return swallowedLines(in: root)
    case .paragraph: return diagnostics(ofParagraph: root, in: nil)
    default: return root.all(.paragraph).flatMap { diagnostics(ofParagraph: $0, in: root) }
    }
  }

  private func diagnostics(ofPair root: Syntax) -> [NoteDiagnostic] {
    let marks = root.children.filter { $0.kind == .qnaDelimiter }
    guard let pair = QuestionAndAnswer(root), let first = marks.first, let last = marks.last
    else { return [] }
    return (pair.question.trimmed.isEmpty ? [NoteDiagnostic(.emptyQuestion, mark(first))] : [])
      + (pair.answer.trimmed.isEmpty ? [NoteDiagnostic(.emptyAnswer, mark(last))] : [])
  }

  /// Returns the range of `Q:` or `A:`, without the line end before and the space after it.
  private func mark(_ delimiter: Syntax) -> Range<Int> {
    let line = delimiter.block.lines(in: delimiter.range).last ?? delimiter.range
    return line.lowerBound..<min(line.upperBound, line.lowerBound + 2)
  }

  // MARK: Paragraphs with markers in them

  private func diagnostics(
    ofParagraph paragraph: Syntax, in container: Syntax?
  ) -> [NoteDiagnostic] {
    let block = paragraph.block
    let lines = block.lines(in: paragraph.range)
    let markers = lines.map { PairMarker(block, line: $0) }
    var found: [NoteDiagnostic] = []
    if lines.count > 1 { found += summaries(under: lines, in: block) }
    let spans = LineSpans(in: paragraph)
    var isAnswerExplained = false
    for (index, marker) in markers.enumerated() {
      guard let marker else { continue }
      if marker.isQuestion {
        let partner = Partner(ofQuestionAt: index, markers: markers) {
          index == markers.count - 1 && container == nil && self.answerFollows(block.index)
        }
        let isAtStart = index == 0 && container == nil
        let diagnostic =
          isAtStart
          ? problem(of: marker, partner, spans)
          : misplaced(marker, partner, spans, isFirst: index == 0)
        if let diagnostic { found.append(diagnostic) }
        isAnswerExplained = diagnostic != nil
      } else if isAnswerExplained {
        isAnswerExplained = false
      } else if marker.isRight, container == nil,
        index > 0 || !questionPrecedes(block.index),
        !isDialogue(around: index, of: lines, in: block)
      {
        found.append(NoteDiagnostic(.answerWithoutQuestion, marker.mark))
      }
    }
    return found
  }

  private enum Partner {
    case nextLine(PairMarker)
    case laterLine
    case behindBlankLine
    case none

    init(
      ofQuestionAt index: Int, markers: [PairMarker?], isAfterBlankLine: () -> Bool
    ) {
      let next = index + 1 < markers.count ? markers[index + 1] : nil
      let following = markers[(index + 1)...].first { $0 != nil } ?? nil
      if let next, !next.isQuestion {
        self = .nextLine(next)
      } else if let following, !following.isQuestion {
        self = .laterLine
      } else {
        self = isAfterBlankLine() ? .behindBlankLine : .none
      }
    }
  }

  /// Returns the problem of a question at the start of a block that is not a pair.
  private func problem(
    of marker: PairMarker, _ partner: Partner, _ spans: LineSpans
  ) -> NoteDiagnostic? {
    if !marker.isRight {
      if case .none = partner,
        marker.isLowercase || marker.space != .one && !marker.isFullWidth
      {
        return nil
      }
      return wrongMarker(marker)
    }
    switch partner {
    case .nextLine(let answer):
      if !answer.isRight { return wrongMarker(answer) }
      if let span = spans.span(over: answer.range.lowerBound) { return swallowing(span) }
      return NoteDiagnostic(.questionWithoutAnswer, marker.mark)
    case .laterLine: return NoteDiagnostic(.multiLineQuestion, marker.mark)
    case .behindBlankLine: return NoteDiagnostic(.blankLineInPair, marker.mark)
    case .none: return NoteDiagnostic(.questionWithoutAnswer, marker.mark)
    }
  }

  /// Returns the problem of a question that does not start a block.
  private func misplaced(
    _ marker: PairMarker, _ partner: Partner, _ spans: LineSpans, isFirst: Bool
  ) -> NoteDiagnostic? {
    if case .nextLine = partner {
    } else if !marker.isRight {
      return nil
    }
    if let span = spans.span(over: marker.range.lowerBound) { return swallowing(span) }
    return NoteDiagnostic(isFirst ? .questionInListOrQuote : .questionUnderText, marker.mark)
  }

  private func wrongMarker(_ marker: PairMarker) -> NoteDiagnostic {
    let isQuestion = marker.isQuestion
    if marker.isIndented {
      return NoteDiagnostic(isQuestion ? .questionIndented : .answerIndented, marker.range)
    }
    if marker.isLowercase {
      return NoteDiagnostic(isQuestion ? .questionLowercase : .answerLowercase, marker.mark)
    }
    let (name, mark) = isQuestion ? ("question", "Q: ") : ("answer", "A: ")
    if marker.isFullWidth {
      let wide = text(in: marker.mark).unicodeScalars.first { !$0.isASCII }.map(String.init) ?? ""
      return NoteDiagnostic(.fullWidthMark, marker.mark, "Full-width “\(wide)”: use “\(mark)”.")
    }
    return NoteDiagnostic(
      isQuestion ? .questionMissingSpace : .answerMissingSpace, marker.mark,
      marker.space == .other
        ? "“\(mark.prefix(2))” is followed by a tab: use one space."
        : "Missing space: write “\(mark)” before the \(name).")
  }

  // MARK: Neighbors

  /// Returns whether the next paragraph begins like an answer, skipping up to two blank lines.
  private func answerFollows(_ block: Int) -> Bool {
    nearLine(block, step: 1).flatMap { PairMarker($0.block, line: $0.line) }
      .map { !$0.isQuestion } ?? false
  }

  /// Returns whether the last line of the previous block begins like a question, skipping up to two
  /// blank lines. The block is a paragraph, or emphasis extends it to that line.
  private func questionPrecedes(_ block: Int) -> Bool {
    for distance in 1...3 {
      guard let root = roots(ofBlock: block - distance).last else { return false }
      if root.kind == .blankLine { continue }
      return root.block.lines(in: root.range).last
        .flatMap { PairMarker(root.block, line: $0) }?.isQuestion ?? false
    }
    return false
  }

  /// Returns the nearest line of the paragraph before (`step` -1) or after a block, skipping up to
  /// two blank lines. Returns nil if another kind of block is there.
  func nearLine(_ block: Int, step: Int) -> (block: Block, line: Range<Int>)? {
    for distance in 1...3 {
      let roots = roots(ofBlock: block + step * distance)
      guard let root = step > 0 ? roots.first : roots.last else { return nil }
      if root.kind == .blankLine { continue }
      guard root.kind == .paragraph else { return nil }
      let lines = root.block.lines(in: root.range)
      return (step > 0 ? lines.first : lines.last).map { (root.block, $0) }
    }
    return nil
  }

  /// Returns whether the line before or after line `index` belongs to another speaker: `B: Hello.`
  /// below `A: Hi.`
  private func isDialogue(around index: Int, of lines: [Range<Int>], in block: Block) -> Bool {
    let before =
      index > 0 ? (block, lines[index - 1]) : nearLine(block.index, step: -1)
    let after =
      index + 1 < lines.count ? (block, lines[index + 1]) : nearLine(block.index, step: 1)
    return [before, after].contains { near in
      guard let (block, line) = near, PairMarker(block, line: line) == nil else { return false }
      let start = block.text(in: line.lowerBound..<min(line.upperBound, line.lowerBound + 40))
      let parts = start.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].hasPrefix(" "), let name = parts.first else { return false }
      return name.first?.isLetter == true && name.count <= 24
        && name.allSatisfy { $0.isLetter || $0.isNumber || " .-’'".contains($0) }
    }
  }

  // MARK: Spans over line ends

  /// Returns diagnostics for spans that begin in a one-line block and include a line that looks
  /// like half of a pair.
  private func swallowedLines(in root: Syntax) -> [NoteDiagnostic] {
    LineSpans(in: root).spans.compactMap { span in
      let block = span.block
      let swallowed = block.lines(in: span.range).dropFirst().contains { line in
        let whole = line.lowerBound..<block.endOfLine(from: line.lowerBound)
        return PairMarker(block, line: whole)?.isRight == true
      }
      return swallowed ? swallowing(span) : nil
    }
  }

  private func swallowing(_ span: Syntax) -> NoteDiagnostic {
    let firstLine = span.block.lines(in: span.range).first ?? span.range
    return NoteDiagnostic(.pairSwallowedBySpan, firstLine)
  }

  // MARK: Summaries

  private func summaries(under lines: [Range<Int>], in block: Block) -> [NoteDiagnostic] {
    lines.dropFirst().compactMap { line in
      let start = block.text(in: line.lowerBound..<min(line.upperBound, line.lowerBound + 9))
        .lowercased()
      let mark = start.hasPrefix("tl;dr: ") ? 6 : start.hasPrefix("summary: ") ? 8 : 0
      guard mark > 0 else { return nil }
      return NoteDiagnostic(.summaryUnderText, line.lowerBound..<line.lowerBound + mark)
    }
  }
}

/// The spans of a block, which may cross line ends. Spans do not nest.
private struct LineSpans {
  let spans: [Syntax]

  init(in node: Syntax) {
    spans = node.descendants.filter { [.emphasis, .strongEmphasis, .code].contains($0.kind) }
  }

  /// Returns the span that contains the line start `offset`. Cost: O(log n).
  func span(over offset: Int) -> Syntax? {
    let next = spans.partitionIndex { $0.range.lowerBound >= offset }
    return spans[..<next].last.flatMap { $0.range.contains(offset) ? $0 : nil }
  }
}
