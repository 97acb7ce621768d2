import PackratParsing

extension DocumentSnapshot {
  /// Returns rewrites that turn the selected lines into quotes, lists or headings, or remove their
  /// markers.
  func lineRewrites(of selection: Range<Int>) -> [NoteRewrite] {
    guard let lines = MarkedLines(self, selection) else { return [] }
    return lines.quotes + lines.lists + lines.headings
  }
}

/// The selected lines that are not blank, with their markers.
private struct MarkedLines {
  private let snapshot: DocumentSnapshot
  private let lines: [(line: NoteLine, mark: LineMark?, text: Range<Int>)]

  /// The maximum number of lines: users would not review more.
  private static let limit = 500

  init?(_ snapshot: DocumentSnapshot, _ selection: Range<Int>) {
    guard let selected = snapshot.noteLines(in: selection, limit: Self.limit) else { return nil }
    self.snapshot = snapshot
    lines = selected.filter { !snapshot.isBlank($0) }.map {
      ($0, LineMark(of: $0, in: snapshot), snapshot.trimmed($0.range))
    }
    // A marker without text would include the next line.
    guard !lines.isEmpty,
      lines.allSatisfy({ ($0.mark?.range.upperBound ?? 0) < $0.text.upperBound })
    else { return nil }
  }

  private func all(_ kind: LineMark.Kind) -> Bool { lines.allSatisfy { $0.mark?.kind == kind } }

  // MARK: Kinds

  var quotes: [NoteRewrite] {
    if all(.quote) {
      return removingMarks("Make the quote plain text", .blockquote, losing: lines.count)
    }
    return rewriting("Make a quote", .blockquote) { line, _ in
      line.mark?.kind == .quote ? nil : .insert("> ", at: line.line.range.lowerBound)
    }
  }

  var lists: [NoteRewrite] {
    let isOther = lines.contains { line in
      switch line.mark?.kind {
      case .quote, .heading: true
      default: false
      }
    }
    if isOther { return [] }
    let bullets =
      all(.bullet)
      ? removingMarks("Remove the bullets", .listItem)
      : rewriting("Make a bulleted list", .listItem) { line, _ in
        line.mark?.kind == .bullet ? nil : marked("- ", line.mark, line.text)
      }
    let numbers =
      all(.number)
      ? removingMarks("Remove the numbers", .listItem)
      : rewriting("Make a numbered list", .listItem) { line, index in
        marked("\(index + 1). ", line.mark, line.text)
      }
    return bullets + numbers
  }

  var headings: [NoteRewrite] {
    guard lines.count == 1, let line = lines.first else { return [] }
    guard let mark = line.mark else {
      let marks = String(repeating: "#", count: headingLevel(above: line.text.lowerBound)) + " "
      return rewriting("Make a heading", .header) { line, _ in
        ByteEdit(line.line.range.lowerBound..<line.text.lowerBound, marks)
      }
    }
    guard case .heading(let level) = mark.kind else { return [] }
    var rewrites: [NoteRewrite] = []
    if level > 1 {
      rewrites += rewriting("Move the heading one level up", .header) { _, _ in
        .delete(mark.start..<mark.start + 1)
      }
    }
    if level < 6 {
      rewrites += rewriting("Move the heading one level down", .header) { _, _ in
        .insert("#", at: mark.start)
      }
    }
    return rewrites + removingMarks("Make the heading plain text", .header)
  }

  /// Returns the level of the nearest heading in the 256 blocks above, at least 2 (below the
  /// title). Returns 1 if there is none.
  private func headingLevel(above offset: Int) -> Int {
    guard let block = snapshot.blockIndex(at: offset) else { return 1 }
    for index in (max(0, block - 256)..<max(0, block)).reversed() {
      for root in snapshot.roots(ofBlock: index) {
        if let heading = Heading(root) { return max(2, heading.level) }
      }
    }
    return 1
  }

  // MARK: Rewriting

  private func marked(_ mark: String, _ old: LineMark?, _ text: Range<Int>) -> ByteEdit {
    ByteEdit((old?.start ?? text.lowerBound)..<(old?.range.upperBound ?? text.lowerBound), mark)
  }

  private func removingMarks(
    _ title: String, _ kind: SyntaxKind, losing lost: Int = 0
  ) -> [NoteRewrite] {
    rewriting(title, kind, isRemoving: true, losing: lost) { line, _ in
      line.mark.map { .delete($0.range) }
    }
  }

  /// Returns the result of applying `edit` to the lines. Each line must then be a separate node of
  /// `kind`; if markers are removed, no line may be one. Blank lines separate the lines from the
  /// surrounding ones where necessary. Returns an empty array if the result is not as required.
  private func rewriting(
    _ title: String, _ kind: SyntaxKind, isRemoving: Bool = false, losing lost: Int = 0,
    _ edit: ((line: NoteLine, mark: LineMark?, text: Range<Int>), Int) -> ByteEdit?
  ) -> [NoteRewrite] {
    guard let first = lines.first?.line, let last = lines.last?.line else { return [] }
    let edits = lines.enumerated().compactMap { edit($1, $0) }
    let end = snapshot.lineEnd(near: first)
    for (isParted, isEnded) in [(false, false), (false, true), (true, false), (true, true)] {
      var all = edits
      if isParted {
        if all.first?.range.lowerBound == first.range.lowerBound {
          all[0].newText = end + all[0].newText
        } else {
          all.insert(.insert(end, at: first.range.lowerBound), at: 0)
        }
      }
      if isEnded, last.isEnded { all.append(.insert(end, at: last.end)) }
      guard let rewriting = Rewriting(snapshot, all),
        lines.allSatisfy({ isRight($0.text, in: rewriting, kind, isRemoving) }),
        rewriting.settles(losing: lost)
      else { continue }
      return [NoteRewrite(title, rewriting)]
    }
    return []
  }

  private func isRight(
    _ text: Range<Int>, in rewriting: Rewriting, _ kind: SyntaxKind, _ isRemoving: Bool
  ) -> Bool {
    let after = rewriting.after
    let line = after.noteLine(at: rewriting.newOffset(of: text.upperBound - 1))
    let node = rewriting.node(kind, at: line.range.lowerBound)
    if isRemoving { return node == nil }
    guard let node else { return false }
    return node.range.lowerBound == line.range.lowerBound && node.range.upperBound <= line.end
  }
}
