package import PackratParsing

extension DocumentSnapshot {
  /// Returns the ranges to which a selection at `offset` expands step by step, in UTF-8 bytes.
  /// Examples are an answer or a hashtag, its line, its block, the list or quotes around it, its
  /// sections, and the whole text. Each range contains the previous one and more. Cost: linear in
  /// the text; with the text's `folds`, linear in their number and the block.
  package func enclosingRanges(at offset: Int, folds: [Fold]? = nil) -> [Range<Int>] {
    let folds = folds ?? self.folds
    let offset = min(max(0, offset), count)
    var candidates: [Range<Int>] = []
    // A cursor directly after a node's last character also counts as in the node.
    for byteOffset in [offset, offset - 1] where byteOffset >= 0 {
      for node in path(to: byteOffset).reversed() where node.range.upperBound >= offset {
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

  /// Returns the part of `node` that a user would select, or nil for plain text and markers.
  private func selection(of node: Syntax) -> Range<Int>? {
    switch node.kind {
    case .delimiter, .tab, .listDelimiter, .unorderedListOpening, .orderedListNumber,
      .orderedListTerminator, .qnaDelimiter, .summaryDelimiter, .blankLine, .list:
      return nil
    case .text:
      // Text between a span's delimiters, but not text outside of all spans.
      let inner = path(to: node.range.lowerBound).dropLast().last?.kind
      let spans: [SyntaxKind] = [.strongEmphasis, .emphasis, .code]
      return inner.map(spans.contains) == true ? node.range : nil
    default:
      return withoutBlankEnd(node.range)
    }
  }
}
