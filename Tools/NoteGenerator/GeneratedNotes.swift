/// Realistic notes of any length, for tests and benchmarks.
public enum GeneratedNotes {
  /// A text of `byteCount` UTF-8 bytes, a pure function of its parameters: sections with headings,
  /// paragraphs, quotes, lists, clozes, pairs, summaries and hashtags. No diagnostic belongs to it.
  ///
  /// A length of less than a title's is not reached: the title is whole.
  public static func text(seed: UInt64, byteCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: byteCount)
    writer.write(title: true)
    writer.writeBlocks(to: byteCount)
    return writer.text
  }

  /// One paragraph of prose on one line, of `byteCount` bytes, a pure function of its parameters.
  public static func prose(seed: UInt64, byteCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: byteCount)
    writer.writeProse(to: byteCount)
    return writer.text
  }
}

/// Texts on which a parser may show a weakness.
public enum ExtremeText {
  /// Very many, very short blocks: `a` and two line breaks, over and over.
  public static func shortParagraphs(byteCount: Int) -> String {
    String(repeating: "a\n\n", count: byteCount / 3)
  }

  /// One bulleted list of `itemCount` items.
  public static func list(seed: UInt64, itemCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: itemCount * 40)
    for _ in 0..<itemCount { writer.writeItem(marker: "- ") }
    return writer.text
  }

  /// One line of `piece` over and over, of about `byteCount` bytes.
  public static func line(of piece: String, byteCount: Int) -> String {
    String(repeating: piece, count: byteCount / max(1, piece.utf8.count))
  }

  /// Pieces for `line(of:byteCount:)` that open inline elements and never close them.
  public static let emphasisOpeners = "*a _b "
  /// Clozes without an end.
  public static let clozeOpeners = "?[a "
  /// Images without an end.
  public static let imageOpeners = "![a "
  /// All of these, code, and clozes and images that are half closed.
  public static let mixedOpeners = "*a _b ?[c ![d `e ?[f](g ![h](i "
}
