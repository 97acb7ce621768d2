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
      let mark = Self.short(String(text.unicodeScalars.dropFirst(kept.count)))
      return NoteDiagnostic(
        .hashtagEndsInPunctuation, end..<hashtag.range.upperBound,
        "“\(mark)” is part of this hashtag: add a space before “\(mark)”.")
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
    ".,;:!?)]}>\"'”’»›…–—*،؛؟۔।॥、。，．！？；：）］｝」』】〉》".unicodeScalars)
}

extension DocumentSnapshot {
  /// Finds the hashtag in `*#tag*` and `*see #tag*`.
  func hashtagInEmphasis(_ node: Syntax) -> NoteDiagnostic? {
    guard let text = node.child(.text), text.block.first("\n", in: text.range) == nil,
      !isWord(scalar(before: node.range.lowerBound)), !isWord(scalar(at: node.range.upperBound))
    else { return nil }
    var start = text.range.lowerBound
    while let mark = text.block.first("#", from: start, before: text.range.upperBound) {
      start = mark + 1
      let isApart = mark == text.range.lowerBound || byte(at: mark - 1)?.isSpaceOrTab == true
      let name = hashtagName(from: mark, before: text.range.upperBound)
      guard isApart, scalar(at: mark + 1)?.isLetter == true else { continue }
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
    guard mark > 0, scalar(at: mark + 1)?.isLetter == true else { return nil }
    let name = hashtagName(from: mark, before: limit)
    guard isProbable(name, afterMarkOf: 1) else { return nil }
    let word = wordStart(before: mark)
    let before = scalar(before: word)
    let isAfterSentence = before.map(Self.sentenceEnds.contains) ?? false
    if word < mark {
      let isAtStart = isSpace(before) || isAfterSentence
      let isPlain = text(in: word..<name.upperBound).unicodeScalars
        .allSatisfy { !$0.properties.isUppercase }
      let isCall = byte(at: name.upperBound) == UInt8(ascii: "(")
      return isAtStart && isPlain && !isCall && mark - word > 2 && name.count > 4 ? name : nil
    }
    guard let before, byte(at: name.upperBound + 1) != UInt8(ascii: "(") else { return nil }
    // Few scripts write a space before their own brackets.
    if isAfterSentence || !before.isASCII && before.isOpening { return name }
    let opens = "([{\"".unicodeScalars.contains(before)
    return opens && isSpace(scalar(before: mark - 1)) ? name : nil
  }

  /// Finds the hashtag in `＃小说` at `mark`, after white space.
  func fullWidthHashtag(at mark: Int, in leaf: Syntax) -> NoteDiagnostic? {
    guard let sign = KeyboardMark(at: mark, leaf.block.byte(at:)), sign.isFullWidth,
      sign.ascii == UInt8(ascii: "#"), isSpace(scalar(before: mark)),
      scalar(at: mark + sign.size)?.isLetter == true
    else { return nil }
    let name = hashtagName(from: mark, markOf: sign.size, before: leaf.range.upperBound)
    guard isProbable(name, afterMarkOf: sign.size) else { return nil }
    return NoteDiagnostic(.hashtagNotApart, name, "Full-width “＃”: use “#”.")
  }

  /// Returns whether the text after the mark has more than two bytes and is not like a color. The
  /// mark has `size` bytes; two bytes are two letters of Latin or one of Greek.
  private func isProbable(_ name: Range<Int>, afterMarkOf size: Int) -> Bool {
    name.count > size + 2
      && !text(in: name.lowerBound + size..<name.upperBound).allSatisfy(\.isHexDigit)
  }

  /// Returns the start of the word that ends at `mark`, at most 64 bytes before it; `mark` if there
  /// is none. A word of a script without case ends at one with case: `c` in `用c#`.
  private func wordStart(before mark: Int) -> Int {
    var start = mark
    var isCased: Bool?
    while mark - start < 64, let last = scalar(before: start) {
      if last.isLetter {
        if let isCased, isCased != last.properties.isCased { break }
        isCased = last.properties.isCased
      } else if !last.isCombiningMark {
        break
      }
      start -= UTF8.width(last)
    }
    return start
  }

  /// Sentence punctuation after which Chinese and Japanese have no space.
  private static let sentenceEnds = Set("。，、！？；：".unicodeScalars)

  private func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0 == "\n" || $0.isMiniMarkdownSpace } ?? true
  }

  /// Returns the range from the mark at `mark`, which has `size` bytes, to the last character
  /// before white space or punctuation.
  private func hashtagName(from mark: Int, markOf size: Int = 1, before limit: Int) -> Range<Int> {
    var end = mark + size
    while end < limit, let next = scalar(at: end) {
      let width = UTF8.width(next)
      let isInside =
        isWord(next) || next == "/" || next == "-"
        || Self.innerMarks.contains(next) && scalar(at: end + width)?.isLetter == true
      guard isInside else { break }
      end += width
    }
    return mark..<end
  }

  /// Punctuation that joins the letters of a word or the words of a name.
  private static let innerMarks = Set("’·・׳״".unicodeScalars)

  /// Finds the hashtag in `# #tag` and `Q: #tag`: the space belongs to the marker, so the hashtag
  /// does not follow white space.
  func firstHashtag(in leaf: Syntax, of parent: SyntaxKind) -> NoteDiagnostic? {
    let mark = leaf.range.lowerBound
    guard parent != .paragraph, leaf.block.byte(at: mark) == UInt8(ascii: "#"),
      leaf.block.byte(at: mark - 1)?.isSpaceOrTab == true,
      scalar(at: mark + 1)?.isLetter == true
    else { return nil }
    return NoteDiagnostic(
      .hashtagNotApart, hashtagName(from: mark, before: leaf.range.upperBound),
      parent == .header
        ? "Not a hashtag: a heading cannot start with a hashtag. Put other text before it."
        : "Not a hashtag: add a second space before “#”.")
  }

  // MARK: Fixes

  /// Inserts spaces around a hashtag, moves it to the end of its heading, or writes an ASCII `#`.
  func partingHashtag(_ name: Range<Int>) -> [ProposedFix] {
    let isInText = scalar(at: name.upperBound)?.isMiniMarkdownText == true
    let spaceAfter: [ByteEdit] = isInText ? [.insert(" ", at: name.upperBound)] : []
    if let mark = KeyboardMark(at: name.lowerBound, { byte(at: $0) }), mark.isFullWidth {
      let sign = ByteEdit(name.lowerBound..<name.lowerBound + mark.size, "#")
      return [ProposedFix("Change to “#”", [sign] + spaceAfter)]
    }
    if let heading = path(to: name.lowerBound).first, heading.kind == .header {
      return movingHashtag(name, in: heading)
    }
    if byte(at: name.lowerBound - 1)?.isSpaceOrTab == true {
      let space = ByteEdit.insert(" ", at: name.lowerBound)
      return [ProposedFix("Add a second space before the hashtag", [space])]
    }
    let spaceBefore = ByteEdit.insert(" ", at: name.lowerBound)
    return [ProposedFix("Separate the hashtag with spaces", [spaceBefore] + spaceAfter)]
  }

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

  func freeingHashtag(at start: Int) -> [ProposedFix] {
    guard
      let span = path(to: start).first(where: { [.emphasis, .strongEmphasis].contains($0.kind) })
    else { return [] }
    let marks = span.children.filter { $0.kind == .delimiter }.map { ByteEdit.delete($0.range) }
    return [ProposedFix("Remove the emphasis", marks)]
  }
}
