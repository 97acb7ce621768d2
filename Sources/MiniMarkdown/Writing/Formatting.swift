package import PackratParsing

extension DocumentSnapshot {
  /// The edits that tidy the text: lists numbered in sequence, no white space at the ends of lines,
  /// one empty line between blocks of different kinds and at most one elsewhere. Two spaces that break
  /// a line in other Markdown stay, and so does foreign text. In ascending order.
  ///
  /// The derived facts (`NoteContent`) stay as they are: an edit that would change a prompt or a
  /// hashtag is left out. Formatting formatted text changes nothing. With `lines`, UTF-8 bytes of
  /// whole lines, only edits within them. Cost: linear; some parses; it ends early once `isWanted`
  /// is false.
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

  /// A list in which all numbers are the same is meant so; numbers of four digits are years.
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

  /// Whether a block is nothing but space, as a last line without a line end can be.
  private func isBlank(_ root: Syntax) -> Bool {
    root.kind == .blankLine || (root.kind == .list && root.child(.listItem) == nil)
      || withoutBlankEnd(root.range).isEmpty
  }

  private func hasPrompts(_ root: Syntax) -> Bool { !PromptCollection.all(in: root).isEmpty }

  /// Between two blocks: as many line ends as there should be.
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

  /// The end of the last line of a block. White space there goes, unless it means something: as the
  /// space of a marker, or in a prompt, of which every byte is stored.
  private func endOfContent(_ root: Syntax) -> Int {
    let end = withoutBlankEnd(root.range).upperBound
    guard hasPrompts(root) else {
      let marks = root.descendants.filter { $0.kind == .tab }.map(\.range.upperBound)
      return max(end, marks.last { $0 > end } ?? end)
    }
    return max(end, min(lineRange(line(at: end)).upperBound, root.range.upperBound))
  }

  /// White space at the ends of the block's lines but the last, where it is plain text.
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

  /// Whether `space` at a line's end breaks the line where Markdown has hard breaks: two spaces or more,
  /// and text on the next line.
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

/// Those of the proposed edits that together keep the facts of a text.
private struct HarmlessEdits {
  let document: DocumentSnapshot
  private let facts: Facts
  private(set) var edits: [ByteEdit] = []
  /// The number of texts that may still be parsed to find the harmful ones: of long texts fewer.
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

  /// Adds those of `more` that do no harm, halving until the others are found.
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
