import PackratParsing

/// Marks within a line that other programs read otherwise.
extension DocumentSnapshot {
  /// Cost: linear in the tree.
  func textSurprises(in root: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    func visit(_ node: Syntax, in parent: SyntaxKind) {
      switch node.kind {
      case .emphasis, .strongEmphasis:
        if let inside = emphasisInWord(node) { found.append(inside) }
        if let hashtag = hashtagInEmphasis(node) { found.append(hashtag) }
      case .text where Self.places.contains(parent):
        found += gluedHashtags(in: node) + ankiClozes(in: node) + highlights(in: node)
      default:
        for child in node.children { visit(child, in: node.kind) }
      }
    }
    visit(root, in: root.kind)
    return found
  }

  /// Nodes whose text is read by people, not a mark.
  private static let places: Set<SyntaxKind> = [
    .paragraph, .qnaQuestion, .qnaAnswer, .header, .summaryBody,
  ]

  // MARK: Emphasis

  /// `snake_case_name`.
  private func emphasisInWord(_ node: Syntax) -> NoteDiagnostic? {
    guard node.kind == .emphasis, isWord(byte(at: node.range.lowerBound - 1)),
      isWord(byte(at: node.range.upperBound)), node.block.first("\n", in: node.range) == nil,
      !isInAddress(node.range)
    else { return nil }
    return NoteDiagnostic(
      .emphasisInWord, node.range,
      "These marks stand inside a word and make emphasis. Write the word as code, between backticks.",
      severity: .hint)
  }

  /// Whether the word around `range` looks like an address, which is read by programs.
  private func isInAddress(_ range: Range<Int>) -> Bool {
    let word = text(in: word(around: range))
    return ["://", "](", "=\"", "/"].contains { word.contains($0) }
  }

  /// `range` and what stands beside it up to white space, at most 100 bytes on either side.
  func word(around range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while range.lowerBound - start < 100, (byte(at: start - 1) ?? 0) > 0x20 { start -= 1 }
    while end - range.upperBound < 100, (byte(at: end) ?? 0) > 0x20 { end += 1 }
    return start..<end
  }

  private func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte.isLetter
  }

  // MARK: Hashtags

  /// `*#tag*` and `*see #tag*`.
  private func hashtagInEmphasis(_ node: Syntax) -> NoteDiagnostic? {
    guard let text = node.child(.text), text.block.first("\n", in: text.range) == nil,
      !isWord(byte(at: node.range.lowerBound - 1)), !isWord(byte(at: node.range.upperBound))
    else { return nil }
    var start = text.range.lowerBound
    while let mark = text.block.first("#", in: start..<text.range.upperBound) {
      start = mark + 1
      let isApart = mark == text.range.lowerBound || byte(at: mark - 1)?.isSpaceOrTab == true
      let name = hashtagName(from: mark, before: text.range.upperBound)
      guard isApart, name.count > 1, byte(at: mark + 1)?.isLetter == true else { continue }
      return NoteDiagnostic(
        .hashtagInEmphasis, name,
        "A hashtag inside emphasis is plain text. Leave the marks of the emphasis out.",
        severity: .hint)
    }
    return nil
  }

  /// `(#tag)` and `word#tag`.
  private func gluedHashtags(in leaf: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    var start = leaf.range.lowerBound
    while let mark = leaf.block.first("#", in: start..<leaf.range.upperBound) {
      start = mark + 1
      guard let name = gluedHashtag(at: mark, before: leaf.range.upperBound) else { continue }
      found.append(
        NoteDiagnostic(
          .hashtagNotApart, name,
          "This is no hashtag: white space must stand before its “#”. Put it there.",
          severity: .hint))
    }
    return found
  }

  /// The hashtag at `mark` that has something else than white space before it. Returns nil if it is more
  /// likely something else: a colour, a number, a part of an address or of a name such as C#.
  private func gluedHashtag(at mark: Int, before limit: Int) -> Range<Int>? {
    guard mark > 0, byte(at: mark + 1)?.isLetter == true else { return nil }
    let name = hashtagName(from: mark, before: limit)
    let letters = text(in: name.lowerBound + 1..<name.upperBound)
    guard name.count > 3, !letters.allSatisfy(\.isHexDigit) else { return nil }
    var word = mark
    while word > 0, mark - word < 64, byte(at: word - 1)?.isLetter == true { word -= 1 }
    let before = byte(at: word - 1)
    let isAtStart = word == 0 || before?.isSpaceOrTab == true || before == UInt8(ascii: "\n")
    if word < mark {
      let isPlain = text(in: word..<name.upperBound).unicodeScalars
        .allSatisfy { !$0.properties.isUppercase }
      let isCall = byte(at: name.upperBound) == UInt8(ascii: "(")
      return isAtStart && isPlain && !isCall && mark - word > 2 && name.count > 4 ? name : nil
    }
    guard let before, "([{\"".utf8.contains(before),
      byte(at: name.upperBound + 1) != UInt8(ascii: "(")
    else { return nil }
    let further = word > 1 ? byte(at: word - 2) : UInt8(ascii: " ")
    return further?.isSpaceOrTab == true || further == UInt8(ascii: "\n") ? name : nil
  }

  /// From the `#` at `mark` to the last letter or digit before the next space or other mark.
  private func hashtagName(from mark: Int, before limit: Int) -> Range<Int> {
    var end = mark + 1
    while end < limit, let next = byte(at: end),
      isWord(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "-")
    { end += 1 }
    return mark..<end
  }

  // MARK: Cards and marks of other programs

  /// `{{c1::answer::hint}}`.
  private func ankiClozes(in leaf: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    var start = leaf.range.lowerBound
    while let mark = leaf.block.first("{{c", in: start..<leaf.range.upperBound) {
      start = mark + 3
      guard let cloze = AnkiCloze(leaf.block, at: mark) else { continue }
      start = cloze.range.upperBound
      found.append(
        NoteDiagnostic(
          .ankiCloze, cloze.range, "This is how Anki writes a cloze. Write ?[hint](answer)."))
    }
    return found
  }

  /// `==words==`.
  private func highlights(in leaf: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    let block = leaf.block
    var start = leaf.range.lowerBound
    while let open = block.first("==", in: start..<leaf.range.upperBound) {
      start = open + 2
      let line = start..<min(block.endOfLine(from: start), leaf.range.upperBound)
      guard !isWord(byte(at: open - 1)), byte(at: open - 1) != UInt8(ascii: "="),
        isText(byte(at: start)), line.lowerBound < line.upperBound,
        let close = block.first("==", in: line), isText(byte(at: close - 1)),
        block.text(in: start..<close).contains(where: \.isLetter),
        !isWord(byte(at: close + 2)), byte(at: close + 2) != UInt8(ascii: "=")
      else { continue }
      start = close + 2
      found.append(
        NoteDiagnostic(
          .highlightMarks, open..<start,
          "“==” marks nothing here. Write “**” on both sides.", severity: .hint))
    }
    return found
  }

  private func isText(_ byte: UInt8?) -> Bool {
    byte.map { !$0.isSpaceOrTab && $0 > 0x20 && $0 != UInt8(ascii: "=") } ?? false
  }
}

/// A cloze as Anki writes it.
struct AnkiCloze {
  var range: Range<Int>
  var hint: String
  var answer: String

  /// The cloze that begins at `start`, on one line and at most 1,000 bytes long. Returns nil if there is none.
  init?(_ block: Block, at start: Int) {
    let end = min(block.endOfLine(from: start), start + 1000)
    let text = block.text(in: start..<max(start, end))
    guard let close = text.utf8Offset(of: "}}"), text.hasPrefix("{{c") else { return nil }
    let inner = text.utf8.dropFirst(3).prefix(close - 3)
    let parts = String(decoding: inner, as: UTF8.self).components(by: "::")
    guard (2...3).contains(parts.count), let number = parts.first, !number.isEmpty,
      number.allSatisfy(\.isNumber), !parts[1].isEmpty
    else { return nil }
    range = start..<start + close + 2
    answer = parts[1]
    hint = parts.count == 3 ? parts[2] : ""
  }
}

extension String {
  /// Where `literal` begins, in UTF-8 bytes. Returns nil if it does not occur.
  fileprivate func utf8Offset(of literal: String) -> Int? {
    let (bytes, wanted) = (Array(utf8), Array(literal.utf8))
    guard bytes.count >= wanted.count else { return nil }
    return (0...bytes.count - wanted.count).first { bytes[$0...].starts(with: wanted) }
  }

  /// Its parts between each `separator`; at least one.
  fileprivate func components(by separator: String) -> [String] {
    var parts: [String] = []
    var rest = self
    while let place = rest.utf8Offset(of: separator) {
      parts.append(String(decoding: rest.utf8.prefix(place), as: UTF8.self))
      rest = String(decoding: rest.utf8.dropFirst(place + separator.utf8.count), as: UTF8.self)
    }
    return parts + [rest]
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
