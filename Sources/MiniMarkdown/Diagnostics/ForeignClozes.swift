import PackratParsing

extension DocumentSnapshot {
  /// `{{c1::answer::hint}}` and `{{cloze answer}}`.
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
          "This is how \(cloze.program) writes a cloze: here it is ?[hint](answer)."))
    }
    return found
  }
}

/// A cloze as Anki or Logseq writes it.
struct ForeignCloze {
  var range: Range<Int>
  var program: String
  var hint = ""
  var answer: String

  /// The cloze that begins at `start`, on one line and at most 1,000 bytes long. Returns nil if there is none.
  init?(_ block: Block, at start: Int) {
    let end = min(block.endOfLine(from: start), start + 1000)
    let text = block.text(in: start..<max(start, end))
    guard let close = text.utf8Offset(of: "}}"), text.hasPrefix("{{c") else { return nil }
    range = start..<start + close + 2
    let inner = String(decoding: text.utf8.dropFirst(2).prefix(close - 2), as: UTF8.self)
    if inner.hasPrefix("cloze "), !inner.dropFirst(6).trimmed.isEmpty {
      (program, answer) = ("Logseq", inner.dropFirst(6).trimmed)
      return
    }
    let parts = inner.components(by: "::")
    guard (2...3).contains(parts.count), let number = parts.first?.dropFirst(), !number.isEmpty,
      number.allSatisfy(\.isNumber), !parts[1].isEmpty
    else { return nil }
    (program, answer) = ("Anki", parts[1])
    hint = parts.count == 3 ? parts[2] : ""
  }
}

extension String {
  /// The place of `literal`, in UTF-8 bytes. Returns nil if it does not occur.
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
