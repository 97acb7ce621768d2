import PackratParsing

extension DocumentSnapshot {
  // MARK: Not finished

  /// Completes the `?[` at `start` if its line shows which cloze was intended.
  func closingCloze(at start: Int) -> [ProposedFix] {
    let rest = OpenCloze(of: self, at: start)
    guard let bracket = rest.bracket else {
      guard let open = rest.first(of: "(", from: 2), rest.first(of: ")", from: open) != nil else {
        return rest.asAnswer(2, to: rest.end, closing: nil)
      }
      // `?[hint(answer)`: the bracket is missing.
      let hint = rest.withoutSpace(upTo: open)
      return [ProposedFix("Close the hint with “]”", [rest.edit(hint..<open, "]")], cloze: start)]
    }
    if rest.byte(bracket + 1) == UInt8(ascii: "(") {
      let end = rest.withoutSpace(upTo: rest.end)
      guard end > bracket + 2 else { return rest.asAnswer(2, to: bracket, closing: bracket + 2) }
      return [ProposedFix("Close the answer with “)”", [rest.edit(end..<end, ")")], cloze: start)]
    }
    let asked = rest.asAnswer(2, to: bracket, closing: bracket + 1)
    let open = rest.skippingSpace(from: bracket + 1)
    if open > bracket + 1, rest.byte(open) == UInt8(ascii: "(") {
      let edit = rest.edit(bracket + 1..<open, "")
      return [ProposedFix("Delete the space before “(”", [edit], cloze: start)] + asked
    }
    guard let nested = rest.nestedBrackets() else { return asked }
    return [ProposedFix("Replace brackets in the hint with parentheses", nested, cloze: start)]
  }

  func joiningCloze(at start: Int) -> [ProposedFix] {
    // A longer text is not meant as a cloze.
    let text = utf8(in: start..<start + 2048)
    guard let bracket = text.firstIndex(of: UInt8(ascii: "]")),
      bracket > 1, !text[2..<bracket].contains(UInt8(ascii: "[")),
      let end = text[bracket...].firstIndex(of: UInt8(ascii: ")")),
      blockIndex(at: start) == blockIndex(at: start + end)
    else { return [] }
    return [
      ProposedFix(
        "Join the cloze into one line", joiningLines(in: start..<start + end), cloze: start)
    ]
  }

  /// Replaces each line end in `range`, and the white space around it, by one space. At the start
  /// or end of a hint or an answer, deletes them.
  func joiningLines(in range: Range<Int>) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    var line = noteLine(at: range.lowerBound)
    while line.isEnded, line.end <= range.upperBound, let next = noteLine(after: line) {
      let before = trimmed(max(line.range.lowerBound, range.lowerBound)..<line.range.upperBound)
      let after = trimmed(next.range.lowerBound..<min(next.range.upperBound, range.upperBound))
      if after.isEmpty, next.isEnded, next.end <= range.upperBound {
        line = NoteLine(range: line.range, end: next.end)  // a line of spaces
        continue
      }
      let last = byte(at: before.upperBound - 1)
      let isInside =
        !after.isEmpty && last != UInt8(ascii: "[") && last != UInt8(ascii: "(")
        && byte(at: after.lowerBound) != UInt8(ascii: "]")
      edits.append(
        ByteEdit(
          before.upperBound..<max(before.upperBound, after.lowerBound), isInside ? " " : ""))
      line = next
    }
    return edits
  }

  // MARK: Not asked

  func fillingCloze(at start: Int) -> [ProposedFix] {
    guard let cloze = cloze(at: start) else { return [] }
    let hint = cloze.hint.trimmed
    guard !hint.isEmpty, !hint.contains(")") else { return [] }
    return [
      ProposedFix(
        "Make the hint the answer", [ByteEdit(cloze.syntax.range, "?[](\(hint))")], cloze: start)
    ]
  }

  func bracketing(clozeAt start: Int) -> [ProposedFix] {
    guard let answer = cloze(at: start)?.syntax.child(.clozeAnswer)?.range.lowerBound
    else { return [] }
    let line = noteLine(at: start)
    var edits: [ByteEdit] = []
    var depth = 0
    for (offset, byte) in zip(answer..., utf8(in: answer..<line.range.upperBound)) {
      if byte == UInt8(ascii: "(") {
        depth += 1
        edits.append(ByteEdit(offset..<offset + 1, "["))
      } else if byte == UInt8(ascii: ")") {
        if depth == 0 {
          return [
            ProposedFix("Replace parentheses in the answer with brackets", edits, cloze: start)
          ]
        }
        depth -= 1
        edits.append(ByteEdit(offset..<offset + 1, "]"))
      }
    }
    return []
  }

  /// Returns the changes that leave only the answer of the cloze at `start`, or nil if there is no
  /// cloze or it has none.
  func unwrapping(clozeAt start: Int) -> [ByteEdit]? {
    guard let cloze = cloze(at: start), !cloze.answer.trimmed.isEmpty,
      let answer = cloze.syntax.child(.clozeAnswer)?.range
    else { return nil }
    return [
      .delete(cloze.syntax.range.lowerBound..<answer.lowerBound),
      .delete(answer.upperBound..<cloze.syntax.range.upperBound),
    ]
  }

  func cloze(at start: Int) -> Cloze? {
    path(to: start).compactMap { Cloze($0) }.first { $0.syntax.range.lowerBound == start }
  }
}

/// The rest of the line from a `?[` that does not open a cloze. Offsets are relative to the `?[`.
private struct OpenCloze {
  let start: Int
  private let text: [UInt8]
  /// The first `]` on the line.
  let bracket: Int?
  /// The latest possible end of the cloze: before the next `?[` or hashtag, without white space and
  /// punctuation at its end.
  private(set) var end: Int

  init(of snapshot: DocumentSnapshot, at start: Int) {
    self.start = start
    text = snapshot.utf8(in: start..<snapshot.noteLine(at: start).range.upperBound)
    bracket = text.dropFirst(2).firstIndex(of: UInt8(ascii: "]"))
    end = text.count
    // The start of the unclosed part: the answer, or the hint.
    let first = bracket.map { $0 + 2 } ?? 2
    for index in text.indices.dropFirst(first) {
      let next = index + 1 < text.count ? text[index + 1] : UInt8(ascii: " ")
      let opensCloze = text[index] == UInt8(ascii: "?") && next == UInt8(ascii: "[")
      let opensHashtag =
        text[index] == UInt8(ascii: "#") && text[index - 1].isSpaceOrTab && !next.isSpaceOrTab
      if opensCloze || opensHashtag {
        end = index
        break
      }
    }
    end = withoutSpace(upTo: end)
    let scalars = Array(String(decoding: text[..<end], as: UTF8.self).unicodeScalars)
    for scalar in scalars.reversed() {
      guard Self.punctuation.contains(scalar), end > first else { break }
      end -= UTF8.width(scalar)
    }
  }

  private static let punctuation = Set(".,;:!?…。，．！？；：".unicodeScalars)

  func byte(_ index: Int) -> UInt8? { text.indices.contains(index) ? text[index] : nil }

  func first(of mark: Unicode.Scalar, from index: Int) -> Int? {
    text.dropFirst(index).firstIndex(of: UInt8(ascii: mark))
  }

  func withoutSpace(upTo end: Int) -> Int {
    var end = end
    while end > 2, byte(end - 1)?.isSpaceOrTab == true { end -= 1 }
    return end
  }

  func skippingSpace(from index: Int) -> Int {
    var index = index
    while byte(index)?.isSpaceOrTab == true { index += 1 }
    return index
  }

  func edit(_ range: Range<Int>, _ newText: String) -> ByteEdit {
    ByteEdit(start + range.lowerBound..<start + range.upperBound, newText)
  }

  /// Makes the text from `first` to `last` the answer. `end` is the end of the bracketed text to
  /// replace; nil if there is none.
  func asAnswer(_ first: Int, to last: Int, closing end: Int?) -> [ProposedFix] {
    guard first < last else { return [] }
    let answer = text[first..<last]
    guard !answer.contains(UInt8(ascii: ")")), !answer.allSatisfy(\.isSpaceOrTab) else { return [] }
    return [
      ProposedFix(
        end == nil ? "Make the rest of the line the answer" : "Make the bracketed text the answer",
        [edit(2..<2, "]("), edit(last..<(end ?? last), ")")], cloze: start)
    ]
  }

  /// Replaces balanced brackets in a hint with parentheses. Returns nil unless `(` follows.
  func nestedBrackets() -> [ByteEdit]? {
    var edits: [ByteEdit] = []
    var depth = 0
    for index in text.indices.dropFirst(2) {
      if text[index] == UInt8(ascii: "[") {
        depth += 1
        edits.append(edit(index..<index + 1, "("))
      } else if text[index] == UInt8(ascii: "]") {
        if depth == 0 { return byte(index + 1) == UInt8(ascii: "(") ? edits : nil }
        depth -= 1
        edits.append(edit(index..<index + 1, ")"))
      }
    }
    return nil
  }
}
