import PackratParsing

extension DiagnosticRule {
  static let hashtagEndsInPunctuation = DiagnosticRule(
    "hashtag-ends-in-punctuation", .warning, in: .notes, says: nil,
    find: .block(
      BlockFinder { _, root, bytes in
        bytes.has("#") ? root.block.hashtagDiagnostics(in: root) : []
      }),
    fix: .safe { _, found in
      [ProposedFix("Insert a space after the hashtag", [.insert(" ", at: found.start)])]
    }, changesHashtags: true)

  static let hashtagNotApart = DiagnosticRule(
    "hashtag-not-apart", .hint, in: .notes,
    says: "Not a hashtag: add a space before “#”.",
    find: .block(.marks),
    fix: .choices { $0.partingHashtag($1.range) })

  static let hashtagInEmphasis = DiagnosticRule(
    "hashtag-in-emphasis", .hint, in: .notes,
    says: "A hashtag inside emphasis is plain text: remove the emphasis.",
    find: .block(.marks),
    fix: .choices { $0.freeingHashtag(at: $1.start) })
}

extension Block {
  /// Finds hashtags that end in a sentence's punctuation, which is part of them up to the next
  /// space. Numbers (`#1,`) are skipped: they are seldom meant as hashtags.
  func hashtagDiagnostics(in root: Syntax) -> [NoteDiagnostic] {
    root.all(.hashtag).compactMap { hashtag in
      // Nearly all hashtags end in a letter.
      if byte(at: hashtag.range.upperBound - 1)?.isLetter == true { return nil }
      let text = hashtag.text
      let name = text.unicodeScalars
      let kept = name.reversed().drop { Self.sentencePunctuation.contains($0) }.reversed()
      guard kept.count < name.count,
        kept.contains(where: { $0.properties.isAlphabetic || $0.value > 0x238C }),
        !kept.dropFirst().contains(where: Self.opening.contains)
      else { return nil }
      let tag = String(String.UnicodeScalarView(kept))
      if Self.isColor(tag, before: name.dropFirst(kept.count).first) { return nil }
      let end = hashtag.range.lowerBound + tag.utf8.count
      let mark = String(text.unicodeScalars.dropFirst(kept.count))
      return NoteDiagnostic(
        .hashtagEndsInPunctuation, end..<hashtag.range.upperBound,
        "“\(Self.short(mark))” is part of this hashtag: add a space before it.")
    }
  }

  private static func short(_ text: String) -> String {
    text.count > 12 ? text.prefix(11) + "…" : text
  }

  /// Returns whether `tag` is a color in code, such as `#ff00ff;` or `#0af,`.
  private static func isColor(_ tag: String, before mark: Unicode.Scalar?) -> Bool {
    let digits = tag.dropFirst()
    return [3, 6, 8].contains(digits.count) && digits.allSatisfy(\.isHexDigit)
      && (mark == ";" || digits.contains(where: \.isNumber))
  }

  /// Characters of code such as `#[attribute]`, `#<number>` and `#call(x)`.
  private static let opening = Set("([{<=\"".unicodeScalars)

  private static let sentencePunctuation = Set(
    ".,;:!?)]}>\"'”’»›…–—*،؛؟、。，．！？；：）］｝」』】〉》".unicodeScalars)
}

/// Finds plain text that looks like a hashtag.
extension DocumentSnapshot {
  /// Finds the hashtag in `*#tag*` and `*see #tag*`.
  func hashtagInEmphasis(_ node: Syntax) -> NoteDiagnostic? {
    guard let text = node.child(.text), text.block.first("\n", in: text.range) == nil,
      !isWord(byte(at: node.range.lowerBound - 1)), !isWord(byte(at: node.range.upperBound))
    else { return nil }
    var start = text.range.lowerBound
    while let mark = text.block.first("#", from: start, before: text.range.upperBound) {
      start = mark + 1
      let isApart = mark == text.range.lowerBound || byte(at: mark - 1)?.isSpaceOrTab == true
      let name = hashtagName(from: mark, before: text.range.upperBound)
      guard isApart, name.count > 1, byte(at: mark + 1)?.isLetter == true else { continue }
      return NoteDiagnostic(.hashtagInEmphasis, name)
    }
    return nil
  }

  /// Finds the hashtags in `(#tag)` and `word#tag`.
  func gluedHashtags(in leaf: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    var start = leaf.range.lowerBound
    while let mark = leaf.block.first("#", from: start, before: leaf.range.upperBound) {
      start = mark + 1
      guard let name = gluedHashtag(at: mark, before: leaf.range.upperBound) else { continue }
      found.append(NoteDiagnostic(.hashtagNotApart, name))
    }
    return found
  }

  /// Returns the hashtag at `mark` that does not follow white space. Returns nil if it is probably
  /// something else: a color, a number, a part of an address or of a name such as C#.
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

  /// Returns the range from the `#` at `mark` to the last character before white space or
  /// punctuation.
  private func hashtagName(from mark: Int, before limit: Int) -> Range<Int> {
    var end = mark + 1
    while end < limit, let next = byte(at: end),
      isWord(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "-")
    { end += 1 }
    return mark..<end
  }

  /// Finds the hashtag in `# #tag` and `Q: #tag`: the space belongs to the marker, so the hashtag
  /// does not follow white space.
  func firstHashtag(in leaf: Syntax, of parent: SyntaxKind) -> NoteDiagnostic? {
    let mark = leaf.range.lowerBound
    guard parent != .paragraph, leaf.block.byte(at: mark) == UInt8(ascii: "#"),
      leaf.block.byte(at: mark - 1)?.isSpaceOrTab == true, byte(at: mark + 1)?.isLetter == true
    else { return nil }
    return NoteDiagnostic(
      .hashtagNotApart, hashtagName(from: mark, before: leaf.range.upperBound),
      parent == .header
        ? "Not a hashtag: a heading cannot start with one. Move it to the end."
        : "Not a hashtag: the marker uses the space before it. Add a second space.")
  }

  // MARK: Fixes

  /// Inserts spaces around a hashtag.
  func partingHashtag(_ name: Range<Int>) -> [ProposedFix] {
    if let heading = path(to: name.lowerBound).first, heading.kind == .header {
      return movingHashtag(name, in: heading)
    }
    if byte(at: name.lowerBound - 1)?.isSpaceOrTab == true {
      let space = ByteEdit.insert(" ", at: name.lowerBound)
      return [ProposedFix("Add a second space before the hashtag", [space])]
    }
    var edits = [ByteEdit.insert(" ", at: name.lowerBound)]
    let after = text(in: name.upperBound..<min(count, name.upperBound + 4)).unicodeScalars.first
    if after?.isMiniMarkdownText == true { edits.append(.insert(" ", at: name.upperBound)) }
    return [ProposedFix("Separate the hashtag with spaces", edits)]
  }

  /// Moves a hashtag from the start of a heading to its end.
  private func movingHashtag(_ name: Range<Int>, in heading: Syntax) -> [ProposedFix] {
    let line = noteLine(at: name.lowerBound)
    let text = trimmed(name.upperBound..<line.range.upperBound)
    guard !text.isEmpty, text.lowerBound > name.upperBound else { return [] }
    let edits: [ByteEdit] = [
      .delete(name.lowerBound..<text.lowerBound),
      .insert(" " + self.text(in: name), at: text.upperBound),
    ]
    return [ProposedFix("Move the hashtag to the end of the heading", edits)]
  }

  /// Removes the emphasis around a hashtag.
  func freeingHashtag(at start: Int) -> [ProposedFix] {
    guard
      let span = path(to: start).first(where: { [.emphasis, .strongEmphasis].contains($0.kind) })
    else { return [] }
    let marks = span.children.filter { $0.kind == .delimiter }.map { ByteEdit.delete($0.range) }
    return [ProposedFix("Remove the emphasis", marks)]
  }
}
