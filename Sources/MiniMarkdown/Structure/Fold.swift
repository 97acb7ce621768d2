package import PackratParsing

/// A part of a note that can be folded to its first line.
package struct Fold: Sendable, Equatable {
  package enum Kind: Sendable {
    case section
    /// List items without another block between them.
    case list
    /// Consecutive quotes.
    case quotes
    case pair
    /// Markdown that is not part of the notes' language, such as fenced code.
    case foreign
  }

  package var kind: Kind
  /// The range in UTF-8 bytes, from the fold's first line, without white space at the end.
  package var range: Range<Int>
}

extension DocumentSnapshot {
  /// The parts that can be folded: longer than one line, sorted by start, outer before inner. Cost:
  /// linear.
  package var folds: [Fold] {
    let foreign = ForeignText(self)
    var folds = sections(of: outline(except: foreign))
    folds += foreign.parts.map { Fold(kind: .foreign, range: $0.range) }
    var run: Fold?
    func close() {
      if let run { folds.append(run) }
      run = nil
    }
    for root in roots where root.kind != .blankLine || run?.kind == .quotes {
      guard !foreign.contains(root.range.lowerBound), let kind = Fold.Kind(root.kind) else {
        close()
        continue
      }
      if let open = run, open.kind == kind, kind != .pair {
        run?.range = open.range.lowerBound..<root.range.upperBound
      } else {
        close()
        run = Fold(kind: kind, range: root.range)
      }
    }
    close()
    return folds.compactMap { fold in
      let range = withoutBlankEnd(fold.range)
      guard line(at: range.lowerBound) < line(at: range.upperBound) else { return nil }
      return Fold(kind: fold.kind, range: range)
    }.sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
  }

  private func sections(of items: [OutlineItem]) -> [Fold] {
    items.flatMap { item -> [Fold] in
      guard case .heading = item.kind else { return [] }
      return [Fold(kind: .section, range: item.range)] + sections(of: item.children)
    }
  }

  /// Returns `range` without line ends, spaces and tabs at its end.
  func withoutBlankEnd(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, let byte = byte(at: end - 1),
      byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte.isSpaceOrTab
    {
      end -= 1
    }
    return range.lowerBound..<end
  }
}

extension Fold.Kind {
  fileprivate init?(_ root: SyntaxKind) {
    switch root {
    case .list: self = .list
    case .blockquote: self = .quotes
    case .questionAndAnswer: self = .pair
    default: return nil
    }
  }
}
