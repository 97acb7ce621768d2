import PackratParsing

extension DocumentSnapshot {
  /// Moves the text that looks like a cloze out of the span around it, or removes the span.
  func takingOut(cloze: Range<Int>) -> [ProposedFix] {
    guard let span = span(at: cloze.lowerBound) else { return [] }
    let isCode = span.kind == .code
    let (open, close) = (ByteEdit.delete(span.open), ByteEdit.delete(span.close))
    let before = trimmed(span.inner.lowerBound..<cloze.lowerBound)
    let after = trimmed(cloze.upperBound..<span.inner.upperBound)
    var fixes: [ProposedFix] = []
    // Only between words, so that delimiters do not split a word.
    if before.isEmpty || before.upperBound < cloze.lowerBound,
      after.isEmpty || after.lowerBound > cloze.upperBound
    {
      fixes.append(
        ProposedFix(
          "Move the cloze out of the \(isCode ? "backticks" : "emphasis")",
          [
            before.isEmpty ? open : .insert(span.mark, at: before.upperBound),
            after.isEmpty ? close : .insert(span.mark, at: after.lowerBound),
          ], cloze: cloze.lowerBound))
    }
    if fixes.first?.edits != [open, close] {
      fixes.append(
        ProposedFix(
          "Remove the \(isCode ? "backticks" : "emphasis")", [open, close],
          cloze: cloze.lowerBound))
    }
    return fixes
  }

  /// Splits the span that begins at `start` at each line end, or removes it.
  func partingSpan(at start: Int) -> [ProposedFix] {
    guard let span = span(at: start) else { return [] }
    let name = span.kind == .code ? "code span" : "emphasis"
    var edits: [ByteEdit] = []
    var line = noteLine(at: start)
    while line.end < span.inner.upperBound, let next = noteLine(after: line) {
      let text = trimmed(
        max(line.range.lowerBound, span.inner.lowerBound)..<line.range.upperBound)
      if !text.isEmpty { edits.append(.insert(span.mark, at: text.upperBound)) }
      let marker = pairMarker(next).map { $0.mark.upperBound } ?? next.range.lowerBound
      let content = trimmed(
        min(marker, span.inner.upperBound)..<min(next.range.upperBound, span.inner.upperBound))
      if !content.isEmpty { edits.append(.insert(span.mark, at: content.lowerBound)) }
      line = next
    }
    return [
      ProposedFix("Split the \(name) at each line end", edits),
      ProposedFix("Remove the \(name)", [.delete(span.open), .delete(span.close)]),
    ]
  }

  private struct Span {
    var kind: SyntaxKind
    var mark: String
    var open: Range<Int>
    var close: Range<Int>

    var inner: Range<Int> { open.upperBound..<max(open.upperBound, close.lowerBound) }
  }

  private func span(at offset: Int) -> Span? {
    guard
      let span = path(to: offset).first(where: {
        [.emphasis, .strongEmphasis, .code].contains($0.kind)
      })
    else { return nil }
    let marks = span.children.filter { $0.kind == .delimiter }
    guard let open = marks.first, let close = marks.last, marks.count == 2 else { return nil }
    return Span(kind: span.kind, mark: open.text, open: open.range, close: close.range)
  }
}
