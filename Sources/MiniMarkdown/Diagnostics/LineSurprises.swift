import PackratParsing

extension DiagnosticRule {
  static let answerOfSeveralLines = line(
    "answer-of-several-lines",
    "The answer ends with this line: join the next line to include it.",
    .choices { $0.joiningAnswer(at: $1.start) })
  static let quoteOverLines = line(
    "quote-over-lines",
    "Each “>” line is a separate quote and card: join the lines of this quote.",
    .choices { $0.joiningQuote(at: $1.start) })
  static let emptyMarker = line(
    "empty-marker",
    "This marker has no text, so the next line becomes its text: join the two lines.",
    .choices { $0.fillingMark($1.range) })
  static let markerTooFar = line(
    "marker-too-far",
    "Not a list item: more than four spaces or tabs follow the marker. Use one space.",
    .choices { $0.nearingMark(at: $1.start) })
  static let numberBeginsList = line(
    "number-begins-list",
    "A number at the start of a line begins a list: join this line with the one above.",
    .choices { $0.joiningNumber($1.range) })
  static let spacesOnBlankLine = line(
    "spaces-on-blank-line",
    "This line contains only white space, so it does not end the paragraph: empty the line.",
    .choices { _, found in [ProposedFix("Delete the white space", [.delete(found.range)])] })
  static let headingTooDeep = line(
    "heading-too-deep",
    "More than six “#” form a hashtag, not a heading: use at most six.",
    .choices { _, found in [ProposedFix("Use six “#”", [ByteEdit(found.range, "######")])] },
    changesHashtags: true)
  static let headingIndented = line(
    "heading-indented", "An indented “#” does not make a heading: remove the indentation.",
    .choices { document, found in
      let text = document.trimmed(document.noteLine(at: found.start).range)
      return [ProposedFix("Remove the indentation", [.delete(found.start..<text.lowerBound)])]
    }, changesHashtags: true)

  private static func line(
    _ code: String, _ message: String, _ fix: Fix, changesHashtags: Bool = false
  ) -> DiagnosticRule {
    DiagnosticRule(
      code, .hint, in: .notes, says: message, find: .block(.lines), fix: fix,
      changesHashtags: changesHashtags)
  }
}

extension BlockFinder {
  static let lines = BlockFinder { $0.lineSurprises(in: $1, $2) }
}

/// Finds lines that other programs interpret differently. Each looks like a quote, a list, an
/// answer or a heading, but is something else in this language.
extension DocumentSnapshot {
  /// Returns the diagnostics of misleading lines in `root`. `bytes` are the bytes that occur in its
  /// block.
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
    if bytes.has("#"), let near = nearHeading(lines, root.block) { found.append(near) }
    if hasMarks { found += pairsInOtherForm(lines, root.block) + distantMarks(lines, root.block) }
    if bytes.has(":"), let card = cardOfColons(lines, root.block) { found.append(card) }
    if hasQuestionMark, let card = cardOfQuestionMark(lines, root) { found.append(card) }
    return found + (hasMarks ? linesOfSpaces(lines, root.block) : [])
  }

  // MARK: Quotes

  private func wrappedQuote(_ root: Syntax) -> NoteDiagnostic? {
    guard let next = quoteContinuing(root), next.range.lowerBound == root.range.upperBound,
      neighbor(of: root, -1).map({ quoteContinuing($0) == nil }) ?? true
    else { return nil }
    return NoteDiagnostic(.quoteOverLines, root.block.withoutLineEnd(root.range))
  }

  /// Returns the quote on the next line if the sentence of `quote` seems to continue there, or else
  /// nil.
  func quoteContinuing(_ quote: Syntax) -> Syntax? {
    // Few quotes directly precede another one.
    guard let next = neighbor(of: quote, 1), let following = Quote(next)?.quotedText,
      let text = Quote(quote)?.quotedText, let first = following.first, let last = text.last,
      last.isLetter || last.isNumber || ",-–—".contains(last)
    else { return nil }
    // Of a poem, too, a line that ends in a comma is not a whole quote.
    let isOpen = first.isLowercase || ",-–—".contains(last)
    return isOpen || text.count >= 50 ? next : nil
  }

  /// Returns the tree directly before (`step` -1) or after (`step` 1) `root`, or nil if there is
  /// none.
  func neighbor(of root: Syntax, _ step: Int) -> Syntax? {
    let own = Array(roots(of: root.block))
    if let index = own.firstIndex(where: { $0.range == root.range }),
      own.indices.contains(index + step)
    {
      return own[index + step]
    }
    let others = roots(ofBlock: root.block.index + step)
    return step > 0 ? others.first : others.last
  }

  // MARK: Answers

  private func answerCutByLineEnd(_ root: Syntax) -> NoteDiagnostic? {
    guard let answer = root.child(.qnaAnswer), !answer.text.trimmed.isEmpty,
      lineAfterAnswer(root) != nil
    else { return nil }
    return NoteDiagnostic(.answerOfSeveralLines, answer.range)
  }

  /// Returns the paragraph or list on the line directly after a pair, or nil if it cannot continue
  /// the answer.
  func lineAfterAnswer(_ pair: Syntax) -> Syntax? {
    guard var next = neighbor(of: pair, 1) else { return nil }
    // The line end after an answer belongs to the pair only if a marker or a blank line follows.
    if pair.block.withoutLineEnd(pair.range) == pair.range {
      guard next.kind == .blankLine, let after = neighbor(of: next, 1) else { return nil }
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
    let numbers = root.all(.orderedListNumber)
    guard !numbers.isEmpty,
      let number = root.descendants.first(where: { !$0.isLeaf || $0.kind != .text }).flatMap({
        $0.kind == .orderedListNumber ? $0 : $0.descendants.first { $0.kind == .orderedListNumber }
      }), let value = Int(number.text), value > 1
    else { return nil }
    let range = number.range.lowerBound..<number.range.upperBound + 1
    if value > 999, numbers.count == 1, root.range.lowerBound == number.range.lowerBound,
      isAlone(root)
    {
      return NoteDiagnostic(
        .numberBeginsList, range,
        "A number at the start of a line begins a list: put another character after it.")
    }
    guard let before = neighbor(of: root, -1),
      // Between list items, only a number that is improbable for an item.
      before.kind == .paragraph || (value > 99 && before.all(.unorderedListOpening).first != nil),
      before.range.upperBound == root.range.lowerBound,
      let last = before.text.trimmed.last, last.isLetter || last == ","
    else { return nil }
    return NoteDiagnostic(.numberBeginsList, range)
  }

  /// Whether no paragraph is directly above the list, and no other item follows.
  private func isAlone(_ root: Syntax) -> Bool {
    let isFirst = neighbor(of: root, -1).map { [.blankLine, .header].contains($0.kind) } ?? true
    return isFirst
      && neighbor(of: root, 1).map { ![.list, .listItem].contains($0.kind) } ?? true
  }

  private func distantMarks(_ lines: [Range<Int>], _ block: Block) -> [NoteDiagnostic] {
    lines.compactMap { DistantMark(block, line: $0) }.map {
      NoteDiagnostic(.markerTooFar, $0.range)
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
      return NoteDiagnostic(.emptyMarker, mark.range)
    }
    return nil
  }

  // MARK: Paragraphs

  private func linesOfSpaces(_ lines: [Range<Int>], _ block: Block) -> [NoteDiagnostic] {
    guard lines.count > 2 else { return [] }
    return lines.dropFirst().dropLast().filter { line in
      // Nearly all lines begin with another character.
      guard let first = block.byte(at: line.lowerBound), !line.isEmpty,
        first.isSpaceOrTab || !(0x21..<0x7F).contains(first)
      else { return false }
      return block.text(in: line).unicodeScalars.allSatisfy(\.isMiniMarkdownSpace)
    }.map { NoteDiagnostic(.spacesOnBlankLine, $0) }
  }

  private func nearHeading(_ lines: [Range<Int>], _ block: Block) -> NoteDiagnostic? {
    guard let line = lines.first else { return nil }
    var start = line.lowerBound
    while start < line.upperBound, block.byte(at: start)?.isSpaceOrTab == true { start += 1 }
    var end = start
    while end < line.upperBound, block.byte(at: end) == UInt8(ascii: "#") { end += 1 }
    guard end > start, end < line.upperBound, block.byte(at: end)?.isSpaceOrTab == true
    else { return nil }
    if end - start > 6 {
      return start == line.lowerBound ? NoteDiagnostic(.headingTooDeep, start..<end) : nil
    }
    // With more lines below, it is probably a shell comment and a command.
    guard lines.count == 1, (1...3).contains(start - line.lowerBound) else { return nil }
    return NoteDiagnostic(.headingIndented, line.lowerBound..<end)
  }

  // MARK: Fixes

  func joiningQuote(at start: Int) -> [ProposedFix] {
    guard var quote = path(to: start).first(where: { $0.kind == .blockquote }) else { return [] }
    var edits: [ByteEdit] = []
    while edits.count < 100, let next = quoteContinuing(quote),
      let text = next.child(.paragraph)
    {
      let end = quote.block.withoutLineEnd(quote.range).upperBound
      edits.append(
        ByteEdit(trimmed(quote.range.lowerBound..<end).upperBound..<text.range.lowerBound, " "))
      quote = next
    }
    return [ProposedFix("Join the quote into one line", edits, lostPrompts: edits.count)]
  }

  /// Joins an answer with the paragraph after it. Returns no fix for a list.
  func joiningAnswer(at start: Int) -> [ProposedFix] {
    guard let pair = path(to: start).first(where: { $0.kind == .questionAndAnswer }),
      let text = lineAfterAnswer(pair), text.kind == .paragraph
    else { return [] }
    return [
      ProposedFix(
        "Join the answer into one line", joiningLines(in: start..<trimmed(text.range).upperBound))
    ]
  }

  func joiningNumber(_ number: Range<Int>) -> [ProposedFix] {
    let start = number.lowerBound
    let line = noteLine(at: start)
    guard let before = noteLine(before: line), !trimmed(before.range).isEmpty,
      path(to: before.range.lowerBound).first?.kind != .header
    else {
      let period = number.upperBound - 1..<number.upperBound
      return [ProposedFix("Put a colon after the number", [ByteEdit(period, ":")])]
    }
    return [
      ProposedFix(
        "Join with the previous line", [ByteEdit(trimmed(before.range).upperBound..<start, " ")])
    ]
  }

  func fillingMark(_ mark: Range<Int>) -> [ProposedFix] {
    let line = noteLine(at: mark.lowerBound)
    guard let next = textLine(after: line) else { return [] }
    let gap = byte(at: mark.upperBound - 1)?.isSpaceOrTab == true ? "" : " "
    return [
      ProposedFix(
        "Join with the next line",
        [ByteEdit(mark.upperBound..<trimmed(next.range).lowerBound, gap)])
    ]
  }

  func nearingMark(at start: Int) -> [ProposedFix] {
    let line = noteLine(at: start)
    guard let block = blockIndex(at: start).flatMap({ block($0) }),
      let mark = DistantMark(block, line: line.range)
    else { return [] }
    return [ProposedFix("Use one space after the marker", [ByteEdit(mark.spaces, " ")])]
  }
}

extension ASCIISet {
  /// The bytes with which a line of white space can begin.
  fileprivate static let space = ASCIISet(unusualAnd: "")
  /// The first bytes of list markers, emphasis, digits, questions and answers.
  fileprivate static let lineMarks = ASCIISet(unusualAnd: "-*+_0123456789QAqa")
  fileprivate static let questionMark = ASCIISet(unusualAnd: "?")
}

extension Block {
  /// Whether a paragraph within the block begins with a line end, which is rare.
  fileprivate var hasParagraphAtLineEnd: Bool {
    nodes.contains { node in
      node.kind == .paragraph
        && [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte(at: start + Int(node.start)))
    }
  }
}

/// `-     text`: a list marker followed by more than four spaces, which make it plain text.
struct DistantMark {
  /// The range of the marker and the spaces after it.
  var range: Range<Int>
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
