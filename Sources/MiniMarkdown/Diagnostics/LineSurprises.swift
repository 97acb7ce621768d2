import PackratParsing

/// Lines that other programs read otherwise: each looks like a quote, a list, an answer or a heading to
/// its writer, and is something else here.
extension DocumentSnapshot {
  /// `bytes` occur in the block.
  func lineSurprises(in root: Syntax, _ bytes: OccurringBytes) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    switch root.kind {
    case .blockquote:
      if let wrapped = wrappedQuote(root) { found.append(wrapped) }
    case .questionAndAnswer:
      if let cut = answerCutByLineEnd(root) { found.append(cut) }
    case .paragraph: return paragraphSurprises(root, bytes)
    case .header, .summary: return []
    default:
      if let number = accidentalNumber(root) { found.append(number) }
    }
    if let empty = emptyMark(root) { found.append(empty) }
    guard bytes.begin(root, with: .space) else { return found }
    for paragraph in root.all(.paragraph) {
      found += linesOfSpaces(root.block.lines(in: paragraph.range), root.block)
    }
    return found
  }

  private func paragraphSurprises(_ root: Syntax, _ bytes: OccurringBytes) -> [NoteDiagnostic] {
    let hasMarks = bytes.begin(root, with: .lineMarks)
    let hasQuestionMark = bytes.has("?") && bytes.begin(root, with: .questionMark)
    guard hasMarks || hasQuestionMark || bytes.has("#") || bytes.has(":") else { return [] }
    let lines = root.block.lines(in: root.range)
    var found: [NoteDiagnostic] = []
    if bytes.has("#") { found += headings(lines, root.block) }
    if hasMarks { found += pairsInOtherForm(lines, root.block) + distantMarks(lines, root.block) }
    if bytes.has(":"), let card = cardOfColons(lines, root.block) { found.append(card) }
    if hasQuestionMark, let card = cardOfQuestionMark(lines, root) { found.append(card) }
    return found + (hasMarks ? linesOfSpaces(lines, root.block) : [])
  }

  // MARK: Quotes

  private func wrappedQuote(_ root: Syntax) -> NoteDiagnostic? {
    guard let next = quoteContinuing(root), next.range.lowerBound == root.range.upperBound,
      neighbour(of: root, -1).map({ quoteContinuing($0) == nil }) ?? true
    else { return nil }
    return NoteDiagnostic(
      .quoteOverLines, root.block.withoutLineEnd(root.range),
      "Each line that begins with “>” is a separate quote and card: join the lines of this one.",
      severity: .hint)
  }

  /// The quote on the next line, if the sentence of `quote` seems to go on there. Returns nil if not.
  func quoteContinuing(_ quote: Syntax) -> Syntax? {
    // Few quotes have another directly after them.
    guard let next = neighbour(of: quote, 1), let following = Quote(next)?.quotedText,
      let text = Quote(quote)?.quotedText, let first = following.first, let last = text.last,
      last.isLetter || last.isNumber || ",-–—".contains(last)
    else { return nil }
    return first.isLowercase || text.count >= 50 ? next : nil
  }

  /// The tree directly before (`step` -1) or after (`step` 1) `root`.
  private func neighbour(of root: Syntax, _ step: Int) -> Syntax? {
    let own = Array(roots(of: root.block))
    if let place = own.firstIndex(where: { $0.range == root.range }),
      own.indices.contains(place + step)
    {
      return own[place + step]
    }
    let others = roots(ofBlock: root.block.index + step)
    return step > 0 ? others.first : others.last
  }

  // MARK: Answers

  private func answerCutByLineEnd(_ root: Syntax) -> NoteDiagnostic? {
    guard let answer = root.child(.qnaAnswer), !answer.text.trimmed.isEmpty,
      lineAfterAnswer(root) != nil
    else { return nil }
    return NoteDiagnostic(
      .answerOfSeveralLines, answer.range,
      "Only this line is the answer, and the next one is not asked: join the lines.",
      severity: .hint)
  }

  /// The text or the list on the line directly after a pair. Returns nil if anything else is there.
  func lineAfterAnswer(_ pair: Syntax) -> Syntax? {
    guard var next = neighbour(of: pair, 1) else { return nil }
    // The line end after an answer belongs to the pair only where a mark or a blank line follows.
    if pair.block.withoutLineEnd(pair.range) == pair.range {
      guard next.kind == .blankLine, let after = neighbour(of: next, 1) else { return nil }
      next = after
    }
    switch next.kind {
    case .list, .listItem: return next
    case .paragraph:
      let line = next.block.lines(in: next.range).first ?? next.range
      let isPair = PairMarker(next.block, line: line) != nil
      return isPair || next.child(.hashtag)?.range.lowerBound == line.lowerBound ? nil : next
    default: return nil
    }
  }

  // MARK: Lists

  private func accidentalNumber(_ root: Syntax) -> NoteDiagnostic? {
    guard !root.all(.orderedListNumber).isEmpty,
      let number = root.descendants.first(where: { !$0.isLeaf || $0.kind != .text }).flatMap({
        $0.kind == .orderedListNumber ? $0 : $0.descendants.first { $0.kind == .orderedListNumber }
      }), let value = Int(number.text), value > 1, let before = neighbour(of: root, -1),
      // Between items of a list, only a number that no item would have.
      before.kind == .paragraph || (value > 99 && before.all(.unorderedListOpening).first != nil),
      before.range.upperBound == root.range.lowerBound,
      let last = before.text.trimmed.last, last.isLetter || last == ","
    else { return nil }
    return NoteDiagnostic(
      .numberBeginsList, number.range.lowerBound..<number.range.upperBound + 1,
      "This number begins a list, for it stands at the start of its line: move it to the line "
        + "before.",
      severity: .hint)
  }

  private func distantMarks(_ lines: [Range<Int>], _ block: Block) -> [NoteDiagnostic] {
    lines.compactMap { line in
      guard let mark = DistantMark(block, line: line) else { return nil }
      return NoteDiagnostic(
        .markerTooFar, mark.range,
        "More than four spaces follow this mark, so it makes no list: leave one.", severity: .hint)
    }
  }

  private func emptyMark(_ root: Syntax) -> NoteDiagnostic? {
    guard root.block.hasParagraphAtLineEnd else { return nil }
    let items = root.kind == .blockquote || root.kind == .listItem ? [root] : root.all(.listItem)
    for item in items {
      guard let mark = item.child(.delimiter, .listDelimiter), let text = item.child(.paragraph),
        [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(
          item.block.byte(at: text.range.lowerBound)),
        !text.text.trimmed.isEmpty
      else { continue }
      return NoteDiagnostic(
        .emptyMarker, mark.range,
        "This mark stands alone on its line, so it takes in the next one: put the text after it.",
        severity: .hint)
    }
    return nil
  }

  // MARK: Paragraphs

  private func linesOfSpaces(_ lines: [Range<Int>], _ block: Block) -> [NoteDiagnostic] {
    guard lines.count > 2 else { return [] }
    return lines.dropFirst().dropLast().filter { line in
      // Nearly all lines begin with something else.
      guard let first = block.byte(at: line.lowerBound), !line.isEmpty,
        first.isSpaceOrTab || !(0x21..<0x7F).contains(first)
      else { return false }
      return block.text(in: line).unicodeScalars.allSatisfy(\.isMiniMarkdownSpace)
    }.map {
      NoteDiagnostic(
        .spacesOnBlankLine, $0,
        "Spaces are on this line, so it does not end the paragraph: delete them.", severity: .hint)
    }
  }

  private func headings(_ lines: [Range<Int>], _ block: Block) -> [NoteDiagnostic] {
    guard let line = lines.first else { return [] }
    var start = line.lowerBound
    while start < line.upperBound, block.byte(at: start)?.isSpaceOrTab == true { start += 1 }
    var end = start
    while end < line.upperBound, block.byte(at: end) == UInt8(ascii: "#") { end += 1 }
    guard end > start, end < line.upperBound, block.byte(at: end)?.isSpaceOrTab == true else {
      return []
    }
    if end - start > 6, start == line.lowerBound {
      return [
        NoteDiagnostic(
          .headingTooDeep, start..<end,
          "A heading has at most six “#”, and these are a hashtag: delete the others.",
          severity: .hint)
      ]
    }
    // More lines below it are rather a comment and a command.
    guard lines.count == 1, end - start <= 6, (1...3).contains(start - line.lowerBound) else {
      return []
    }
    return [
      NoteDiagnostic(
        .headingIndented, line.lowerBound..<end,
        "Space stands before this “#”, so it makes no heading: delete it.", severity: .hint)
    ]
  }

  /// `Term :: its meaning`, a card of other programs.
  private func cardOfColons(_ lines: [Range<Int>], _ block: Block) -> NoteDiagnostic? {
    guard lines.count == 1,
      let line = lines.first, let colons = block.first("::", in: line), colons > line.lowerBound,
      block.first(":", in: colons + 2..<line.upperBound) != colons + 2,
      block.first("::", in: colons + 2..<line.upperBound) == nil,
      path(to: colons).last?.kind == .text,
      !block.text(in: line.lowerBound..<colons).trimmed.isEmpty,
      !block.text(in: colons + 2..<line.upperBound).trimmed.isEmpty
    else { return nil }
    let before = block.byte(at: colons - 1)
    let isApart = before == UInt8(ascii: " ") && block.byte(at: colons + 2) == UInt8(ascii: " ")
    guard isApart || before == UInt8(ascii: "?") else { return nil }
    return NoteDiagnostic(
      .cardOfColons, colons..<colons + 2,
      "“::” makes no card here: write a question after “Q: ” and its answer after “A: ”.",
      severity: .hint)
  }
}

extension DocumentSnapshot {
  /// A question and its answer with a line of `?` or `??` between them, a card of other programs. Cost:
  /// linear in the paragraph.
  private func cardOfQuestionMark(
    _ lines: [Range<Int>], _ paragraph: Syntax
  ) -> NoteDiagnostic? {
    let block = paragraph.block
    guard
      let index = lines.indices.dropFirst().first(where: {
        isCardMark(block, lines[$0])
          && !isBlank(block, lines[$0 - 1])
      }), index + 1 < lines.count ? !isBlank(block, lines[index + 1]) : isAnswered(paragraph)
    else { return nil }
    let start = block.first("?", in: lines[index]) ?? lines[index].lowerBound
    let mark = start..<start + block.text(in: lines[index]).trimmed.utf8.count
    return NoteDiagnostic(
      .cardOfQuestionMark, mark,
      "“\(text(in: mark))” makes no card here: write a question after “Q: ” and its answer after “A: ”.",
      severity: .hint)
  }

  private func isCardMark(_ block: Block, _ line: Range<Int>) -> Bool {
    // Nearly all lines begin with something else.
    guard let first = block.byte(at: line.lowerBound),
      first == UInt8(ascii: "?") || !(0x21..<0x7F).contains(first)
    else { return false }
    return ["?", "??"].contains(block.text(in: line).trimmed)
  }

  private func isBlank(_ block: Block, _ line: Range<Int>) -> Bool {
    block.text(in: line).trimmed.isEmpty
  }

  /// Whether a list or a quote follows directly.
  private func isAnswered(_ paragraph: Syntax) -> Bool {
    guard let next = neighbour(of: paragraph, 1) else { return false }
    return next.range.lowerBound == paragraph.range.upperBound
      && [.list, .listItem, .blockquote].contains(next.kind)
  }
}

extension ASCIISet {
  /// What a line of nothing but spaces begins with.
  fileprivate static let space = ASCIISet(unusualAnd: "")
  /// Marks of lists and of emphasis, digits, and what begins a question or an answer.
  fileprivate static let lineMarks = ASCIISet(unusualAnd: "-*+_0123456789QAqa")
  fileprivate static let questionMark = ASCIISet(unusualAnd: "?")
}

extension Block {
  /// Whether a paragraph within it begins with a line end: of nearly all items none does.
  fileprivate var hasParagraphAtLineEnd: Bool {
    nodes.contains { node in
      guard node.kind == .paragraph, let first = byte(at: start + Int(node.start)) else {
        return false
      }
      return first == UInt8(ascii: "\n") || first == UInt8(ascii: "\r")
    }
  }
}

/// `-     text`: a mark with so many spaces after it that it is plain text.
struct DistantMark {
  /// The mark and the spaces after it.
  var range: Range<Int>
  /// The spaces.
  var spaces: Range<Int>

  init?(_ block: Block, line: Range<Int>) {
    func isSpace(_ offset: Int) -> Bool {
      offset < line.upperBound && block.byte(at: offset)?.isSpaceOrTab == true
    }
    func byte(_ offset: Int) -> UInt8 { offset < line.upperBound ? block.byte(at: offset) ?? 0 : 0 }
    var start = line.lowerBound
    while isSpace(start) { start += 1 }
    var end = start
    switch byte(start) {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): end += 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte(end)) { end += 1 }
      guard end - start <= 9, [UInt8(ascii: "."), UInt8(ascii: ")")].contains(byte(end)) else {
        return nil
      }
      end += 1
    default: return nil
    }
    var text = end
    while isSpace(text) { text += 1 }
    guard text - end > 4, text < line.upperBound else { return nil }
    (range, spaces) = (start..<text, end..<text)
  }
}
