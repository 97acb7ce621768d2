package import PackratParsing

extension DocumentSnapshot {
  /// Returns the edits after Return was typed just before `offset`, in ascending order. `offset` is
  /// the cursor's offset on the new line, in UTF-8 bytes.
  ///
  /// The edits begin the next list item and renumber the items after it, or continue a quote. They
  /// insert `A: ` below a question and `Q: ` below an answer. Return after an empty marker removes
  /// the marker. Between a marker and its text, Return moves the text to the next item or quote,
  /// and the first stays empty. After an item with a check box, the next begins with an empty one.
  /// No edits are returned in other cases, and in foreign text.
  ///
  /// Cost with `foreign`: the blocks around `offset`, and the list up to 500 items further. Without
  /// `foreign`: also linear in the text.
  package func editsAfterReturn(at offset: Int, except foreign: ForeignText? = nil) -> [ByteEdit] {
    let foreign = foreign ?? ForeignText(self)
    return editsAfterReturn(at: offset, foreign).filter { !foreign.overlaps($0.range) }
  }

  private func editsAfterReturn(at offset: Int, _ foreign: ForeignText) -> [ByteEdit] {
    let offset = min(max(0, offset), count)
    let newLine = line(at: offset)
    guard newLine > 0, let indent = leadingSpace(ofLine: newLine), offset <= indent.upperBound
    else { return [] }
    let line = lineRange(newLine - 1)
    // Foreign text that crosses the line end or contains the line's start.
    guard !foreign.contains(line.upperBound), !foreign.contains(line.lowerBound),
      let block = blockIndex(at: line.lowerBound),
      let root = roots(ofBlock: block).last(where: { $0.range.lowerBound <= line.lowerBound })
    else { return [] }
    // The editor may have inserted a marker itself, or the line existed before.
    let begun = blockIndex(at: indent.lowerBound).flatMap { roots(ofBlock: $0).last }
    if let begun, begun.range.lowerBound == indent.lowerBound,
      begun.child(.listItem) != nil || begun.kind == .blockquote
    {
      return []
    }
    let isFirstLine = root.range.lowerBound == line.lowerBound
    switch root.kind {
    case .list where isFirstLine: return listEdits(root, line: line, newLine: indent)
    case .blockquote where isFirstLine: return quoteEdits(root, line: line, newLine: indent)
    case .paragraph where isFirstLine: return questionEdits(line: line, newLine: indent)
    case .questionAndAnswer where !isFirstLine: return answerEdits(line: line, newLine: indent)
    default: return []
    }
  }

  // MARK: Lists

  private func listEdits(_ root: Syntax, line: Range<Int>, newLine: Range<Int>) -> [ByteEdit] {
    guard let marker = ListMarker(root) else { return [] }
    let content = marker.range.upperBound..<line.upperBound
    let box = checkBox(in: content)
    if isBlank(content) || box.map({ isBlank($0.upperBound..<content.upperBound) }) == true,
      isBlank(afterLeadingSpace: newLine)
    {
      return leaving(line: line, newLine: newLine)
    }
    let end = marker.sign + marker.tab + (box == nil ? "" : "[ ] ")
    guard marker.numberRange != nil else { return [ByteEdit(newLine, marker.indentText + end)] }
    guard let number = marker.number, number < 999_999_998 else { return [] }
    let following = sequence(after: root, marker)
    // Equal numbers are intentional, so the new item repeats them.
    let isConstant =
      following.first?.number == number
      || (following.isEmpty && previousNumber(before: root, marker) == number)
    let next = isConstant ? number : number + 1
    let own = ByteEdit(newLine, "\(marker.indentText)\(next)\(end)")
    guard !isConstant else { return [own] }
    var edits = [own]
    for (index, item) in following.enumerated() {
      guard let range = item.numberRange, item.number == number + 1 + index else { break }
      edits.append(ByteEdit(range, String(number + 2 + index)))
    }
    return edits
  }

  /// Returns the range of the check box with which an item's text begins: `[ ]`, `[x]` or `[X]`
  /// before a space, a tab or the end of the line; nil if there is none.
  private func checkBox(in content: Range<Int>) -> Range<Int>? {
    let box = content.lowerBound..<content.lowerBound + 3
    guard box.upperBound <= content.upperBound, ["[ ]", "[x]", "[X]"].contains(text(in: box)),
      box.upperBound == content.upperBound || byte(at: box.upperBound)?.isSpaceOrTab == true
    else { return nil }
    return box
  }

  /// Returns the markers of the items that follow item `root` in its sequence, at most 500.
  private func sequence(after root: Syntax, _ marker: ListMarker) -> [ListMarker] {
    var markers: [ListMarker] = []
    var index = root.block.index + 1
    while markers.count < 500, index < blockCount {
      for next in roots(ofBlock: index) {
        guard let other = ListMarker(next) else {
          if next.kind == .blankLine || next.kind == .list { continue }
          return markers
        }
        if other.indent > marker.indent { continue }
        guard other.indent == marker.indent, other.isNumbered(like: marker) else { return markers }
        markers.append(other)
      }
      index += 1
    }
    return markers
  }

  private func previousNumber(before root: Syntax, _ marker: ListMarker) -> Int? {
    for index in stride(from: root.block.index - 1, through: max(0, root.block.index - 50), by: -1)
    {
      for last in roots(ofBlock: index).reversed() {
        guard let other = ListMarker(last) else {
          if last.kind == .blankLine || last.kind == .list { continue }
          return nil
        }
        if other.indent > marker.indent { continue }
        return other.indent == marker.indent && other.isNumbered(like: marker) ? other.number : nil
      }
    }
    return nil
  }

  // MARK: Quotes and pairs

  private func quoteEdits(_ root: Syntax, line: Range<Int>, newLine: Range<Int>) -> [ByteEdit] {
    guard let mark = root.child(.delimiter) else { return [] }
    return isBlank(mark.range.upperBound..<line.upperBound) && isBlank(afterLeadingSpace: newLine)
      ? leaving(line: line, newLine: newLine) : [ByteEdit(newLine, mark.text)]
  }

  private func questionEdits(line: Range<Int>, newLine: Range<Int>) -> [ByteEdit] {
    guard text(in: line.lowerBound..<line.lowerBound + 3) == "Q: " else { return [] }
    if isBlank(line.lowerBound + 3..<line.upperBound) {
      return isBlank(afterLeadingSpace: newLine) ? leaving(line: line, newLine: newLine) : []
    }
    // The answer may already exist on the next line.
    let rest = lineRange(self.line(at: newLine.lowerBound) + 1)
    guard !text(in: rest.lowerBound..<rest.lowerBound + 3).hasPrefix("A:"),
      !text(in: newLine.upperBound..<newLine.upperBound + 3).hasPrefix("A:")
    else { return [] }
    return [ByteEdit(newLine, "A: ")]
  }

  private func answerEdits(line: Range<Int>, newLine: Range<Int>) -> [ByteEdit] {
    guard text(in: line.lowerBound..<line.lowerBound + 3) == "A: ",
      !isBlank(line.lowerBound + 3..<line.upperBound), isBlank(afterLeadingSpace: newLine)
    else { return [] }
    return [ByteEdit(newLine, "Q: ")]
  }

  // MARK: Lines

  /// Returns edits that remove an empty marker. Its line stays as an empty line, so that the next
  /// words do not continue the previous block.
  private func leaving(line: Range<Int>, newLine: Range<Int>) -> [ByteEdit] {
    [ByteEdit(line, "")] + (newLine.isEmpty ? [] : [ByteEdit(newLine, "")])
  }

  private func leadingSpace(ofLine index: Int) -> Range<Int>? {
    let line = lineRange(index)
    var end = line.lowerBound
    while end < line.upperBound, byte(at: end)?.isSpaceOrTab == true { end += 1 }
    return line.lowerBound..<end
  }

  /// Returns whether a line consists of the white space `indent`, with which it begins.
  private func isBlank(afterLeadingSpace indent: Range<Int>) -> Bool {
    indent.upperBound == lineRange(line(at: indent.lowerBound)).upperBound
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    text(in: range).allSatisfy(\.isWhitespace)
  }
}
