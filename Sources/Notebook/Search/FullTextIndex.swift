internal import Foundation
internal import GRDB

/// The notebook's FTS5 index over the text column of `entry`, within one read transaction.
struct FullTextIndex {
  private let db: Database
  private let marks = HighlightMarks()

  init(_ db: Database) { self.db = db }

  /// Every note whose text or book has `term`, by id, with its bm25 rank (below zero; lower is
  /// better). Versions that lost to a later one are not looked at.
  func ranks(of term: SearchQuery.Term) throws -> [String: Double] {
    let sql = """
      SELECT entry.scope, entryFullText.rank
      FROM entryFullText JOIN entry ON entry.rowid = entryFullText.rowid
      WHERE entryFullText MATCH ? AND entry.key IN ('.noteText', '.bookIndex')
        AND \(LastWriterWins.condition)
      """
    var ranks: [String: Double] = [:]
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [term.fts5])
    while let row = try rows.next() {
      guard let id = row[0] as String? else { continue }
      ranks[id, default: 0] += row[1] as Double? ?? 0
    }
    return ranks
  }

  /// For each note of `ids` the text in which one of `terms` occurs, with all their occurrences:
  /// its own, otherwise that of its book. When there is none, the beginning of its text.
  func passages(in ids: [String], matching terms: [SearchQuery.Term]) throws -> [Passage] {
    let versions = try ids.map { id in
      (
        text: try WinningVersion.fetch(db, note: id, key: ".noteText"),
        book: try WinningVersion.fetch(db, note: id, key: ".bookIndex")
      )
    }
    let rows = versions.flatMap { [$0.text?.rowID, $0.book?.rowID].compactMap(\.self) }
    let highlighted = try highlighted(rows: rows, terms)
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

  /// The texts of those `rows` that match one of `terms`.
  private func highlighted(
    rows: [Int64], _ terms: [SearchQuery.Term]
  ) throws -> [Int64: HighlightedText] {
    guard !terms.isEmpty else { return [:] }
    // The plus sign makes FTS5 run the query once, not once for each row; a prefix with many
    // words makes that costly.
    let sql = """
      SELECT rowid, CAST(highlight(entryFullText, 0, ?, ?) AS BLOB) FROM entryFullText
      WHERE entryFullText MATCH ? AND +rowid IN (SELECT value FROM json_each(?))
      """
    let pattern = terms.map(\.fts5).joined(separator: " OR ")
    let found = try Row.fetchCursor(
      db.cachedStatement(sql: sql),
      arguments: [marks.opening, marks.closing, pattern, "\(rows)"])
    var texts: [Int64: HighlightedText] = [:]
    while let row = try found.next() {
      guard let id = row[0] as Int64?, let bytes = row[1] as Data? else { continue }
      texts[id] = HighlightedText(bytes: Array(bytes), marks: marks)
    }
    return texts
  }
}

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
