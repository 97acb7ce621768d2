import PackratParsing

extension DiagnosticRule {
  static let ankiCloze = DiagnosticRule(
    "anki-cloze", .warning, in: .notesAndFiles, says: nil, find: .block(.marks),
    fix: .safe { $0.ownCloze(at: $1.start) })
}

extension DocumentSnapshot {
  /// Finds `{{c1::answer::hint}}` and `{{cloze answer}}`.
  func foreignClozes(in leaf: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    var start = leaf.range.lowerBound
    while let mark = leaf.block.first("{{c", from: start, before: leaf.range.upperBound) {
      start = mark + 3
      guard let cloze = ForeignCloze(leaf.block, at: mark) else { continue }
      start = cloze.range.upperBound
      found.append(
        NoteDiagnostic(
          .ankiCloze, cloze.range,
          "This is \(cloze.program)'s cloze syntax: use ?[hint](answer)."))
    }
    return found
  }

  func ownCloze(at start: Int) -> [ProposedFix] {
    guard let block = blockIndex(at: start).flatMap({ block($0) }),
      let cloze = ForeignCloze(block, at: start)
    else { return [] }
    let hint = cloze.hint.map { $0 == "]" ? ")" : $0 == "[" ? "(" : $0 }
    let answer = cloze.answer.map { $0 == ")" ? "]" : $0 == "(" ? "[" : $0 }
    let text = "?[\(String(hint))](\(String(answer)))"
    return [ProposedFix("Convert to ?[hint](answer)", [ByteEdit(cloze.range, text)], cloze: start)]
  }
}

/// A cloze in Anki's or Logseq's syntax.
struct ForeignCloze {
  var range: Range<Int>
  var program: String
  var hint = ""
  var answer: String

  /// Parses the cloze that begins at `start`, on one line and within 1000 bytes. Returns nil if
  /// there is none.
  init?(_ block: Block, at start: Int) {
    let end = min(block.endOfLine(from: start, before: start + 1000), start + 1000)
    guard block.has("{{c", at: start), let close = block.first("}}", from: start, before: end)
    else { return nil }
    range = start..<close + 2
    let inner = block.text(in: start + 2..<close)
    if inner.hasPrefix("cloze "), !inner.dropFirst(6).trimmed.isEmpty {
      (program, answer) = ("Logseq", inner.dropFirst(6).trimmed)
      return
    }
    let parts = inner.utf8.split(separator: "::".utf8, omittingEmptySubsequences: false)
      .map { String($0) ?? "" }
    guard (2...3).contains(parts.count), let number = parts.first?.dropFirst(), !number.isEmpty,
      number.allSatisfy(\.isNumber), !parts[1].isEmpty
    else { return nil }
    (program, answer) = ("Anki", parts[1])
    hint = parts.count == 3 ? parts[2] : ""
  }
}
