/// Realistic notes of any length, for tests and benchmarks.
package enum GeneratedNotes {
  /// A text of `byteCount` UTF-8 bytes, a pure function of its parameters: sections with headings,
  /// paragraphs, quotes, lists, clozes, pairs, summaries and hashtags. No diagnostic belongs to it.
  ///
  /// A length of less than a title's is not reached: the title is whole.
  package static func text(seed: UInt64, byteCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: byteCount)
    writer.write(title: true)
    writer.writeBlocks(to: byteCount)
    return writer.text
  }

  /// One paragraph of prose on one line, of `byteCount` bytes, a pure function of its parameters.
  package static func prose(seed: UInt64, byteCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: byteCount)
    writer.writeProse(to: byteCount)
    return writer.text
  }
}

/// Texts on which a parser may show a weakness.
package enum ExtremeText {
  /// Very many, very short blocks: `a` and two line breaks, over and over.
  package static func shortParagraphs(byteCount: Int) -> String {
    String(repeating: "a\n\n", count: byteCount / 3)
  }

  /// One bulleted list of `itemCount` items.
  package static func list(seed: UInt64, itemCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: itemCount * 40)
    for _ in 0..<itemCount { writer.writeItem(marker: "- ") }
    return writer.text
  }

  /// One line of `piece` over and over, of about `byteCount` bytes.
  package static func line(of piece: String, byteCount: Int) -> String {
    String(repeating: piece, count: byteCount / max(1, piece.utf8.count))
  }

  /// Pieces for `line(of:byteCount:)` that open inline elements and never close them.
  package static let emphasisOpeners = "*a _b "
  /// Clozes without an end.
  package static let clozeOpeners = "?[a "
  /// Images without an end.
  package static let imageOpeners = "![a "
  /// All of these, code, and clozes and images that are half closed.
  package static let mixedOpeners = "*a _b ?[c ![d `e ?[f](g ![h](i "
}
