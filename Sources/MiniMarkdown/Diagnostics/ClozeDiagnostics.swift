import PackratParsing

extension DiagnosticRule {
  static let unterminatedCloze = cloze(
    "unterminated-cloze", nil, .choices { $0.closingCloze(at: $1.start) })
  static let clozeAcrossLines = cloze(
    "cloze-across-lines",
    "A cloze cannot span lines: put it on one line.",
    .safe { $0.joiningCloze(at: $1.start) })
  static let emptyClozeAnswer = cloze(
    "empty-cloze-answer", "This cloze has no answer: write one between “(” and “)”.",
    .choices { $0.fillingCloze(at: $1.start) })
  static let clozeAnswerCutShort = cloze(
    "cloze-answer-cut-short",
    "The answer ends at the first “)”: inside the answer, use “[” and “]” instead.",
    .choices { $0.bracketing(clozeAt: $1.start) })
  static let clozeHintIsAnswer = cloze(
    "cloze-hint-is-answer",
    "The hint gives away the answer: change or remove the hint.",
    .choices { _, found in [ProposedFix("Delete the hint", [.delete(found.range)])] })
  static let clozeInHeading = unasked("cloze-in-heading", in: "a heading")
  static let clozeInQuestion = unasked("cloze-in-question", in: "a question")
  static let clozeInAnswer = unasked("cloze-in-answer", in: "an answer")
  static let clozeInSummary = unasked("cloze-in-summary", in: "a summary")
  static let clozeInEmphasis = cloze(
    "cloze-in-emphasis",
    "A cloze inside emphasis is plain text: move it outside, or remove the emphasis.",
    .choices { $0.takingOut(cloze: $1.range) })
  static let clozeInCode = cloze(
    "cloze-in-code",
    "A cloze inside backticks is plain text: move it outside, or remove the backticks.",
    .choices { $0.takingOut(cloze: $1.range) })

  private static func unasked(_ code: String, in part: String) -> DiagnosticRule {
    cloze(
      code,
      "A cloze in \(part) is not a prompt: move it to a paragraph, list item or quote.",
      .choices { document, found in
        let edits = document.unwrapping(clozeAt: found.start)
        return edits.map { [ProposedFix("Replace the cloze with its answer", $0)] } ?? []
      })
  }

  private static func cloze(_ code: String, _ message: String?, _ fix: Fix) -> DiagnosticRule {
    DiagnosticRule(
      code, .warning, in: .notesAndFiles, says: message, find: .block(.clozes), fix: fix)
  }
}

extension BlockFinder {
  static let clozes = BlockFinder { _, root, bytes in
    bytes.has("?") && bytes.has("[") ? ClozeDiagnostics(in: root).found : []
  }
}

/// Finds text that looks like a cloze but is not, and clozes that are not prompts.
///
/// Cost: linear in the block, regardless of the number of unclosed `?[` in it. The text after each
/// `?[` is searched once, from left to right.
struct ClozeDiagnostics {
  private let block: Block
  private(set) var found: [NoteDiagnostic] = []

  private var marks: ForwardSearch
  // Searches on the line of a `?[`.
  private var lineEnds: ForwardSearch
  private var brackets: ForwardSearch
  private var parentheses: ForwardSearch
  // Searches on the lines after the line of a `?[`.
  private var laterTurns: ForwardSearch
  private var laterParentheses: ForwardSearch

  init(in root: Syntax) {
    block = root.block
    marks = ForwardSearch("?[", in: block)
    lineEnds = ForwardSearch("\n", in: block)
    brackets = ForwardSearch("]", in: block)
    parentheses = ForwardSearch(")", in: block)
    laterTurns = ForwardSearch("](", in: block)
    laterParentheses = ForwardSearch(")", in: block)
    visit(root, parent: nil, rule: nil)
  }

  /// The number of bytes searched. Tests check that it is linear in the text.
  var searchedBytes: Int {
    [marks, lineEnds, brackets, parentheses, laterTurns, laterParentheses]
      .reduce(0) { $0 + $1.searchedBytes }
  }

  /// Returns the rule that a cloze in a node of this kind violates, or nil if it can be a prompt.
  private static func ruleWithin(_ kind: SyntaxKind) -> DiagnosticRule? {
    switch kind {
    case .header: .clozeInHeading
    case .qnaQuestion: .clozeInQuestion
    case .qnaAnswer: .clozeInAnswer
    case .summaryBody: .clozeInSummary
    default: nil
    }
  }

  private mutating func visit(_ node: Syntax, parent: SyntaxKind?, rule: DiagnosticRule?) {
    if let cloze = Cloze(node) { check(cloze, rule) }
    if node.kind == .text, let parent { check(text: node, in: parent) }
    let rule = Self.ruleWithin(node.kind) ?? rule
    for child in node.children { visit(child, parent: node.kind, rule: rule) }
  }

  private mutating func add(_ rule: DiagnosticRule, _ range: Range<Int>, _ message: String? = nil) {
    found.append(NoteDiagnostic(rule, range, message))
  }

  // MARK: A cloze

  private mutating func check(_ cloze: Cloze, _ rule: DiagnosticRule?) {
    let range = cloze.syntax.range
    if let rule { return add(rule, range) }
    if cloze.answer.trimmed.isEmpty {
      add(.emptyClozeAnswer, range)
    } else if cloze.hint.trimmed == cloze.answer.trimmed, let hint = cloze.syntax.child(.clozeHint)
    {
      add(.clozeHintIsAnswer, hint.range)
    }
    if cloze.answer.utf8.contains(UInt8(ascii: "(")), cloze.answer.contains("(") {
      let end = parentheses.next(from: range.upperBound)
      guard end < lineEnd(from: range.upperBound) else { return }
      add(.clozeAnswerCutShort, range.lowerBound..<end + 1)
    }
  }

  // MARK: Text that looks like a cloze

  private mutating func check(text node: Syntax, in parent: SyntaxKind) {
    var from = node.range.lowerBound
    while true {
      let start = marks.next(from: from)
      guard start < node.range.upperBound - 1 else { return }
      let line = start..<lineEnd(from: start)
      let whole = wholeCloze(in: start..<min(line.upperBound, node.range.upperBound))
      switch parent {
      case .emphasis, .strongEmphasis:
        if let whole { add(.clozeInEmphasis, whole) }
      case .code:
        // A code span of just a cloze shows how to write one.
        if let whole, whole != node.range { add(.clozeInCode, whole) }
      case .paragraph, .header, .qnaQuestion, .qnaAnswer, .summaryBody: checkUnterminated(line)
      default: break
      }
      from = max(start + 2, whole?.upperBound ?? 0)
    }
  }

  private mutating func lineEnd(from offset: Int) -> Int {
    let end = min(lineEnds.next(from: offset), block.range.upperBound)
    return end > offset && block.byte(at: end - 1) == UInt8(ascii: "\r") ? end - 1 : end
  }

  /// Returns the range that would be a cloze at the start of `range` outside of a span.
  private mutating func wholeCloze(in range: Range<Int>) -> Range<Int>? {
    let bracket = brackets.next(from: range.lowerBound)
    guard bracket < range.upperBound, block.has("](", at: bracket) else { return nil }
    let end = parentheses.next(from: bracket + 2)
    return end < range.upperBound ? range.lowerBound..<end + 1 : nil
  }

  /// Reports why the `?[` at the start of `line` does not open a cloze.
  private mutating func checkUnterminated(_ line: Range<Int>) {
    let start = line.lowerBound
    // Explained by `full-width-mark`.
    if FullWidthForm(block, at: start) != nil { return }
    let text = start..<withoutSpace(line)
    let bracket = brackets.next(from: start)
    guard bracket < line.upperBound else {
      if laterTurns.next(from: line.upperBound) < block.range.upperBound {
        return add(.clozeAcrossLines, text)
      }
      return add(
        .unterminatedCloze, text,
        "Unclosed cloze: close the hint and add an answer, as in ?[hint](answer).")
    }
    guard block.has("](", at: bracket) else {
      // `?[3]` after a word is a footnote or an editor's remark.
      let hint = block.text(in: start + 2..<min(bracket, start + 40))
      let before = block.byte(at: start - 1)
      let isRemark = before.map { !$0.isSpaceOrTab && $0 != UInt8(ascii: "\n") } ?? false
      if isRemark || hint.allSatisfy(\.isNumber) { return }
      return add(
        .unterminatedCloze, start..<bracket + 1,
        "This cloze needs “(answer)” right after its first “]”, as in "
          + "?[hint](answer).")
    }
    if parentheses.next(from: bracket + 2) < line.upperBound { return }
    if laterParentheses.next(from: line.upperBound) < block.range.upperBound {
      return add(.clozeAcrossLines, text)
    }
    add(.unterminatedCloze, text, "Unclosed cloze: close the answer with “)”.")
  }

  private func withoutSpace(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound + 1, block.byte(at: end - 1)?.isSpaceOrTab == true { end -= 1 }
    return end
  }
}
