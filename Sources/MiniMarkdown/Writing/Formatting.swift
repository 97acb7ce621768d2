package import PackratParsing

extension DocumentSnapshot {
  /// Returns the edits that format the text, in ascending order. Lists are numbered in sequence,
  /// and white space at line ends is removed. One blank line follows a heading and separates blocks
  /// of different kinds; elsewhere, at most one stays. Hard line breaks of two or more spaces and
  /// foreign text stay.
  ///
  /// The derived data (`NoteContent`) stays the same, except for white space around the title:
  /// edits that would change a prompt or a hashtag are skipped. With `lines`, UTF-8 bytes of whole
  /// lines, returns only edits within them. Cost: linear, and up to 200 parses; stops early if
  /// `isWanted` becomes false.
  package func formattingEdits(
    in lines: Range<Int>? = nil, while isWanted: () -> Bool = { true }
  ) -> [ByteEdit] {
    let foreign = ForeignText(self)
    let wanted = (numberingEdits(except: foreign) + spacingEdits).filter { edit in
      if foreign.overlaps(edit.range) { return false }
      guard let lines else { return true }
      return lines.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= lines.upperBound
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !wanted.isEmpty else { return [] }
    var choice = HarmlessEdits(document: self, foreign)
    choice.add(wanted[...], while: isWanted)
    return choice.edits
  }

  // MARK: Numbers

  private func numberingEdits(except foreign: ForeignText) -> [ByteEdit] {
    var sequences = ListSequences()
    for root in roots where !foreign.contains(root.range.lowerBound) { sequences.add(root) }
    sequences.end()
    return sequences.ended.flatMap(Self.numbering)
  }

  /// Numbers a list in sequence. Leaves a list whose numbers are all equal, which is intentional.
  /// Leaves a list with a number of four digits or more, such as a year, unless the list is as
  /// long.
  private static func numbering(of markers: [ListMarker]) -> [ByteEdit] {
    let numbers = markers.compactMap(\.number)
    guard numbers.count == markers.count, let first = numbers.first,
      numbers.contains(where: { $0 != first }),
      numbers.allSatisfy({ $0 < max(1000, markers.count + first + 1) })
    else { return [] }
    return markers.enumerated().compactMap { index, marker in
      guard let range = marker.numberRange, marker.number != first + index else { return nil }
      return ByteEdit(range, String(first + index))
    }
  }

  // MARK: Space

  private var spacingEdits: [ByteEdit] {
    var edits: [ByteEdit] = []
    var last: Syntax?
    for root in roots where !isBlank(root) {
      if let last {
        edits += gapEdit(after: last, before: root).map { [$0] } ?? []
      } else if root.range.lowerBound > 0 {
        edits.append(ByteEdit(0..<root.range.lowerBound, ""))
      }
      if !hasPrompts(root) { edits += lineEndEdits(in: root) }
      last = root
    }
    if let last, let edit = endEdit(after: last) { edits.append(edit) }
    return edits
  }

  /// Returns whether a block contains only white space, as a last line without a line end can.
  private func isBlank(_ root: Syntax) -> Bool {
    root.kind == .blankLine || (root.kind == .list && root.child(.listItem) == nil)
      || withoutBlankEnd(root.range).isEmpty
  }

  private func hasPrompts(_ root: Syntax) -> Bool { !PromptCollection.all(in: root).isEmpty }

  /// Returns the edit that leaves the right number of line ends between two blocks.
  private func gapEdit(after last: Syntax, before next: Syntax) -> ByteEdit? {
    let gap = endOfContent(last)..<next.range.lowerBound
    let text = text(in: gap)
    guard text.allSatisfy(\.isWhitespace) else { return nil }
    let lineEnds = text.utf8.count { $0 == UInt8(ascii: "\n") }
    guard lineEnds > 0 else { return nil }
    let areAlike = last.kind == next.kind && last.kind != .header
    let newLine = text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    let wanted = lineEnds > 1 || !areAlike ? 2 : 1
    let isTidy = lineEnds == wanted && !text.utf8.contains(where: \.isSpaceOrTab)
    return isTidy ? nil : ByteEdit(gap, String(repeating: newLine, count: wanted))
  }

  private func endEdit(after last: Syntax) -> ByteEdit? {
    let rest = endOfContent(last)..<count
    let text = text(in: rest)
    guard let feed = text.unicodeScalars.firstIndex(of: "\n") else {
      return rest.isEmpty ? nil : ByteEdit(rest, "")
    }
    let newLine = text.unicodeScalars[..<feed].last == "\r" ? "\r\n" : "\n"
    return text.utf8.elementsEqual(newLine.utf8) ? nil : ByteEdit(rest, newLine)
  }

  /// Returns the end of a block's last line, without insignificant white space. The space of a
  /// marker is significant, and so is all white space in prompts, whose text is stored unchanged.
  private func endOfContent(_ root: Syntax) -> Int {
    let end = withoutBlankEnd(root.range).upperBound
    guard hasPrompts(root) else {
      let marks = root.descendants.filter { $0.kind == .tab }.map(\.range.upperBound)
      return max(end, marks.last { $0 > end } ?? end)
    }
    return max(end, min(lineRange(line(at: end)).upperBound, root.range.upperBound))
  }

  /// Returns edits that remove plain white space at the ends of the block's lines except the last.
  private func lineEndEdits(in root: Syntax) -> [ByteEdit] {
    let content = root.range.lowerBound..<endOfContent(root)
    let lines = root.block.lines(in: content)
    return zip(lines, lines.dropFirst()).compactMap { line, next in
      var start = line.upperBound
      while start > line.lowerBound, root.block.byte(at: start - 1)?.isSpaceOrTab == true {
        start -= 1
      }
      guard start < line.upperBound, isPlain(at: start),
        !isHardBreak(start..<line.upperBound, before: next)
      else { return nil }
      return ByteEdit(start..<line.upperBound, "")
    }
  }

  /// Returns whether `space` at a line's end is a hard line break of Markdown: two or more spaces,
  /// with text on the next line.
  private func isHardBreak(_ space: Range<Int>, before next: Range<Int>) -> Bool {
    space.count > 1 && utf8(in: space).allSatisfy { $0 == UInt8(ascii: " ") }
      && space.lowerBound > lineRange(line(at: space.lowerBound)).lowerBound
      && !text(in: next).allSatisfy(\.isWhitespace)
  }

  private func isPlain(at offset: Int) -> Bool {
    let path = path(to: offset)
    guard path.last?.kind == .text || path.last?.kind == .summaryBody else { return false }
    let closed: Set<SyntaxKind> = [
      .strongEmphasis, .emphasis, .code, .image, .cloze, .listDelimiter, .qnaDelimiter, .delimiter,
    ]
    return closed.isDisjoint(with: path.map(\.kind))
  }
}

/// The proposed edits that together preserve the derived data of a text.
private struct HarmlessEdits {
  let document: DocumentSnapshot
  private let facts: Facts
  private(set) var edits: [ByteEdit] = []
  /// The number of texts that may still be parsed to find harmful edits; lower for long texts.
  private var patience: Int

  private struct Facts: Equatable {
    var content: NoteContent
    var foreign: [String]

    init(_ document: DocumentSnapshot, _ foreign: ForeignText) {
      content = NoteContent(document)
      // White space around a title is not part of it.
      content.title = content.title.trimmed
      self.foreign = foreign.parts.map { document.text(in: $0.range) }
    }
  }

  init(document: DocumentSnapshot, _ foreign: ForeignText) {
    self.document = document
    patience = min(200, max(2, (16 << 20) / max(1, document.count)))
    facts = Facts(document, foreign)
  }

  /// Adds the harmless edits of `more`, and finds the harmful ones by bisection.
  mutating func add(_ more: ArraySlice<ByteEdit>, while isWanted: () -> Bool) {
    guard !more.isEmpty, patience > 0, isWanted() else { return }
    patience -= 1
    let all = edits + more
    let result = MiniMarkdownDocument(document.text(applying: all)).snapshot
    if Facts(result, ForeignText(result)) == facts {
      edits = all
    } else if more.count > 1 {
      let middle = more.startIndex + more.count / 2
      add(more[..<middle], while: isWanted)
      add(more[middle...], while: isWanted)
    }
  }
}
