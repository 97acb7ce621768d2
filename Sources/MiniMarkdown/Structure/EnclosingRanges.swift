package import PackratParsing

extension DocumentSnapshot {
  /// The ranges to which a selection at `offset` grows, step by step: a word of the tree such as an
  /// answer or a tag, the node around it, its line, its block, the list or the quotes around it,
  /// its sections, and the whole text. Each holds the one before, and more. In UTF-8 bytes. Cost:
  /// linear in the blocks; with the text's `folds`, which callers with many places pass, linear in
  /// these.
  package func enclosingRanges(at offset: Int, folds: [Fold]? = nil) -> [Range<Int>] {
    let folds = folds ?? self.folds
    let offset = min(max(0, offset), count)
    var candidates: [Range<Int>] = []
    // A cursor after the last character of a node still stands in it, too.
    for place in [offset, offset - 1] where place >= 0 {
      for node in path(to: place).reversed() where node.range.upperBound >= offset {
        if let range = selection(of: node) { candidates.append(range) }
      }
    }
    candidates.append(lineRange(line(at: offset)))
    candidates += folds.map(\.range).filter { $0.lowerBound <= offset && offset <= $0.upperBound }
    candidates.append(0..<count)
    var ranges: [Range<Int>] = []
    for range in candidates.sorted(by: { $0.count < $1.count })
    where range.lowerBound <= offset && offset <= range.upperBound && !range.isEmpty {
      guard let last = ranges.last else {
        ranges.append(range)
        continue
      }
      let holdsLast = range.lowerBound <= last.lowerBound && last.upperBound <= range.upperBound
      if holdsLast, range != last { ranges.append(range) }
    }
    return ranges.isEmpty ? [offset..<offset] : ranges
  }

  /// The part of `node` that a user would select. Returns nil for plain text and marks.
  private func selection(of node: Syntax) -> Range<Int>? {
    switch node.kind {
    case .delimiter, .tab, .listDelimiter, .unorderedListOpening, .orderedListNumber,
      .orderedListTerminator, .qnaDelimiter, .summaryDelimiter, .blankLine, .list:
      return nil
    case .text:
      // The text between a span's marks, but not text outside of all nodes.
      let inner = path(to: node.range.lowerBound).dropLast().last?.kind
      let spans: [SyntaxKind] = [.strongEmphasis, .emphasis, .code]
      return inner.map(spans.contains) == true ? node.range : nil
    default:
      return withoutBlankEnd(node.range)
    }
  }
}
