import PackratParsing

extension Block {
  /// Clozes that are none, and clozes that will not be asked.
  func clozeDiagnostics(in root: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    visit(root, around: []) { node, around in
      switch node.kind {
      case .cloze: found += diagnostics(of: node, around: around)
      case .text: found += diagnostics(ofText: node, around: around)
      default: break
      }
    }
    return found
  }

  private func visit(
    _ node: Syntax, around: [Syntax], _ action: (Syntax, _ around: [Syntax]) -> Void
  ) {
    action(node, around)
    for child in node.children { visit(child, around: around + [node], action) }
  }

  // MARK: A cloze

  private func diagnostics(of node: Syntax, around: [Syntax]) -> [NoteDiagnostic] {
    guard let cloze = Cloze(node) else { return [] }
    if let place = around.lazy.compactMap({ Self.placesWithoutPrompts[$0.kind] }).last {
      return [
        NoteDiagnostic(
          place.code, node.range,
          "A cloze in \(place.name) is never asked. Put it in a paragraph, a list item or a quote.")
      ]
    }
    var found: [NoteDiagnostic] = []
    if cloze.answer.trimmed.isEmpty {
      found.append(
        NoteDiagnostic(
          .emptyClozeAnswer, node.range,
          "This cloze has no answer to ask for. Write what to remember between “(” and “)”."))
    } else if cloze.hint.trimmed == cloze.answer.trimmed, let hint = node.child(.clozeHint) {
      found.append(
        NoteDiagnostic(
          .clozeHintIsAnswer, hint.range,
          "The hint is the answer, so the prompt gives itself away. Write another hint, or none."))
    }
    let restOfLine = node.range.upperBound..<endOfLine(from: node.range.upperBound)
    if cloze.answer.contains("("), let end = first(")", in: restOfLine) {
      found.append(
        NoteDiagnostic(
          .clozeAnswerCutShort, node.range.lowerBound..<end + 1,
          "The answer ends at the first “)”. Write it without parentheses."))
    }
    return found
  }

  private static let placesWithoutPrompts: [SyntaxKind: (code: NoteDiagnostic.Code, name: String)] =
    [
      .header: (.clozeInHeading, "a heading"),
      .qnaQuestion: (.clozeInQuestion, "a question"),
      .qnaAnswer: (.clozeInAnswer, "an answer"),
      .summaryBody: (.clozeInSummary, "a summary"),
    ]

  // MARK: Text that looks like a cloze

  private func diagnostics(ofText node: Syntax, around: [Syntax]) -> [NoteDiagnostic] {
    guard let parent = around.last else { return [] }
    var found: [NoteDiagnostic] = []
    var rest = node.range
    while let start = first("?[", in: rest) {
      let lineEnd = min(rest.upperBound, endOfLine(from: start))
      let whole = wholeCloze(in: start..<lineEnd)
      switch parent.kind {
      case .emphasis, .strongEmphasis:
        if let whole {
          found.append(
            NoteDiagnostic(
              .clozeInEmphasis, whole,
              "A cloze inside emphasis is plain text and is never asked. Put the emphasis marks "
                + "inside the answer, or leave them out."))
        }
      case .code:
        // A code span that is nothing but a cloze shows how to write one.
        if let whole, whole != node.range {
          found.append(
            NoteDiagnostic(
              .clozeInCode, whole,
              "A cloze inside backticks is plain text and is never asked. Take it out of the "
                + "backticks."))
        }
      case .paragraph, .header, .qnaQuestion, .qnaAnswer, .summaryBody:
        if let diagnostic = unterminated(from: start, lineEnd: lineEnd, in: parent) {
          found.append(diagnostic)
        }
      default: break
      }
      rest = max(start + 2, whole?.upperBound ?? 0)..<rest.upperBound
    }
    return found
  }

  /// The cloze that begins at the start of `range`, were it not inside a span.
  private func wholeCloze(in range: Range<Int>) -> Range<Int>? {
    guard let bracket = first("]", in: range), has("](", at: bracket),
      let end = first(")", in: bracket + 2..<max(bracket + 2, range.upperBound))
    else { return nil }
    return range.lowerBound..<end + 1
  }

  /// Why the `?[` at `start` opens no cloze.
  private func unterminated(from start: Int, lineEnd: Int, in parent: Syntax) -> NoteDiagnostic? {
    // An earlier node may end the line's text early; the marks that close a cloze may lie behind it.
    let line = start..<endOfLine(from: start)
    let textEnd = withoutSpace(line)
    let rest = line.upperBound..<max(line.upperBound, parent.range.upperBound)
    guard let bracket = first("]", in: line) else {
      return first("](", in: rest) == nil
        ? NoteDiagnostic(
          .unterminatedCloze, start..<textEnd,
          "This cloze is not finished. Close the hint and give an answer: ?[hint](answer).")
        : acrossLines(start..<textEnd)
    }
    guard has("](", at: bracket) else {
      // `?[3]` after a word is a footnote or an editor's remark.
      let hint = text(in: start + 2..<bracket)
      let isRemark = start > 0 && byte(at: start - 1).map { !$0.isSpaceOrTab && $0 != 0x0A } == true
      if hint.allSatisfy(\.isNumber) || isRemark { return nil }
      return NoteDiagnostic(
        .unterminatedCloze, start..<bracket + 1,
        "This cloze has no answer: “(” must follow the first “]” directly. "
          + "Write ?[hint](answer), with no “]” in the hint.")
    }
    if first(")", in: bracket + 2..<line.upperBound) != nil { return nil }
    return first(")", in: rest) == nil
      ? NoteDiagnostic(
        .unterminatedCloze, start..<textEnd,
        "This cloze is not finished. Close the answer with “)”.")
      : acrossLines(start..<textEnd)
  }

  private func acrossLines(_ range: Range<Int>) -> NoteDiagnostic {
    NoteDiagnostic(
      .clozeAcrossLines, range,
      "A cloze cannot go on in the next line, so this one is plain text. Put it all on one line.")
  }

  private func withoutSpace(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound + 1, byte(at: end - 1)?.isSpaceOrTab == true { end -= 1 }
    return end
  }
}
