/// Realistic notes of any length, for tests and benchmarks.
package enum GeneratedNotes {
  /// Returns a text of `byteCount` UTF-8 bytes, a pure function of its parameters: sections with
  /// headings, paragraphs, quotes, lists, clozes, pairs, summaries and hashtags. It has no
  /// diagnostics.
  ///
  /// The text is longer than `byteCount` if its title alone is.
  package static func text(seed: UInt64, byteCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: byteCount)
    writer.write(title: true)
    writer.writeBlocks(to: byteCount)
    return writer.text
  }

  /// Returns a paragraph of prose on one line, of `byteCount` bytes, a pure function of its
  /// parameters.
  package static func prose(seed: UInt64, byteCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: byteCount)
    writer.writeProse(to: byteCount)
    return writer.text
  }
}

/// Texts that may expose weaknesses of a parser.
package enum ExtremeText {
  package static func shortParagraphs(byteCount: Int) -> String {
    String(repeating: "a\n\n", count: byteCount / 3)
  }

  package static func list(seed: UInt64, itemCount: Int) -> String {
    var writer = NoteWriter(seed: seed, capacity: itemCount * 40)
    for _ in 0..<itemCount { writer.writeItem(marker: "- ") }
    return writer.text
  }

  /// Returns `piece` repeated on one line, as often as it fits into `byteCount` bytes.
  package static func line(of piece: String, byteCount: Int) -> String {
    String(repeating: piece, count: byteCount / max(1, piece.utf8.count))
  }

  /// A piece for `line(of:byteCount:)`, as are the next three. Its emphasis is never closed.
  package static let emphasisOpeners = "*a _b "
  package static let clozeOpeners = "?[a "
  package static let imageOpeners = "![a "
  /// Mixed openers, code, and half-closed clozes and images.
  package static let mixedOpeners = "*a _b ?[c ![d `e ?[f](g ![h](i "
}
