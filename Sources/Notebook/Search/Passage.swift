internal import Foundation
internal import GRDB

/// A stored text in which a search matched, or its beginning when it matched elsewhere.
struct Passage {
  var text: HighlightedText
  /// Whether it is the note's own text, where lines mean something.
  var isNoteText: Bool
}

extension SearchHit {
  init(note: NoteSummary, passage: Passage) {
    let snippet = Snippet(of: passage.text)
    self.init(note: note, snippet: snippet.text, highlights: snippet.highlights, line: 0)
    guard passage.isNoteText, let match = passage.text.matches.first else { return }
    (line, columns) = passage.text.line(of: match)
  }
}

extension FullTextIndex {
  /// For each note of `ids` the text in which something looked for occurs, with all occurrences:
  /// its own, otherwise that of its book. When there is none, the beginning of its text.
  func passages(in ids: [String], matching lookups: [Lookup]) throws -> [Passage] {
    let versions = try ids.map { id in
      (
        text: try WinningVersion.fetch(db, note: id, key: ".noteText"),
        book: try WinningVersion.fetch(db, note: id, key: ".bookIndex")
      )
    }
    let texts = versions.flatMap { [$0.text, $0.book].compactMap(\.self) }
    let highlighted = try highlighted(texts, matching: lookups)
    return versions.map { text, book in
      if let text, let marked = highlighted[text.rowID] {
        return Passage(text: marked, isNoteText: true)
      }
      if let book, let marked = highlighted[book.rowID] {
        return Passage(text: marked, isNoteText: false)
      }
      let beginning = [text?.text, book?.text].compactMap(\.self).first { !$0.isEmpty } ?? Data()
      let plain = HighlightedText(text: String(decoding: beginning, as: UTF8.self), matches: [])
      return Passage(text: plain, isNoteText: false)
    }
  }

  /// Those of `texts`, by row, in which something looked for occurs.
  private func highlighted(
    _ texts: [WinningVersion], matching lookups: [Lookup]
  ) throws -> [Int64: HighlightedText] {
    let rows = texts.map(\.rowID)
    var certain: [String] = []
    var found: [Int64: HighlightedText] = [:]
    for lookup in lookups {
      switch lookup {
      case .literal(let literal):
        for version in texts {
          let highlighted = HighlightedText(version.text ?? Data(), literal: literal)
          guard !highlighted.matches.isEmpty else { continue }
          found.merge([version.rowID: highlighted]) { $0.merging($1) }
        }
      case .indexed(let pattern):
        certain.append(pattern.certain)
        guard let possible = pattern.possible else { continue }
        let highlighted = try highlighted(rows: rows, possible, endingIn: pattern.beginning)
        found.merge(highlighted) { $0.merging($1) }
      }
    }
    guard !certain.isEmpty else { return found }
    let fts5 = certain.joined(separator: " OR ")
    return found.merging(try highlighted(rows: rows, fts5)) { $0.merging($1) }
  }

  /// The texts of those `rows` that match `fts5`; with a `beginning` only the matches whose last
  /// word begins so count.
  func highlighted(
    rows: [Int64], _ fts5: String, endingIn beginning: String = ""
  ) throws -> [Int64: HighlightedText] {
    let marks = HighlightMarks()
    let sql = """
      SELECT rowid, CAST(highlight(entryFullText, 0, ?, ?) AS BLOB) FROM entryFullText
      WHERE entryFullText MATCH ? \(Self.isAmongRows)
      """
    let found = try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: [marks.opening, marks.closing, fts5, "\(rows)"])
    var texts: [Int64: HighlightedText] = [:]
    while let row = try found.next() {
      guard let id = row.integer(at: 0), let bytes = row.data(at: 1) else { continue }
      var text = HighlightedText(bytes: Array(bytes), marks: marks)
      if !beginning.isEmpty {
        text.matches = try text.matches.filter { match in
          try tokenizer.words(of: String(text[match])).last?.hasPrefix(beginning) ?? false
        }
        if text.matches.isEmpty { continue }
      }
      texts[id] = text
    }
    return texts
  }
}
