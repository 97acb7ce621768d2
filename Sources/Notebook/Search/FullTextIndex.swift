internal import Foundation
internal import GRDB

/// The notebook's FTS5 index over the text column of `entry`, within one read transaction.
struct FullTextIndex {
  /// The keys of a note that are searched, in the order in which a passage is taken from them.
  private static let keys = [".noteText", ".bookIndex"]

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
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: [term.fts5])
    while let row = try rows.next() {
      guard let id = row[0] as String? else { continue }
      ranks[id, default: 0] += row[1] as Double? ?? 0
    }
    return ranks
  }

  /// The text of the note `id` in which one of `terms` occurs, with all their occurrences; the
  /// beginning of its text when none does.
  func passage(in id: String, matching terms: [SearchQuery.Term]) throws -> Passage {
    var beginning = HighlightedText(text: "", matches: [])
    for key in Self.keys {
      guard let version = try WinningVersion.fetch(db, note: id, key: key),
        let text = version.text
      else { continue }
      if let marked = try highlighted(row: version.rowID, terms) {
        return Passage(text: marked, isNoteText: key == Self.keys[0])
      }
      if beginning.text.isEmpty {
        beginning.text = String(decoding: text, as: UTF8.self)
      }
    }
    return Passage(text: beginning, isNoteText: false)
  }

  private func highlighted(row: Int64, _ terms: [SearchQuery.Term]) throws -> HighlightedText? {
    guard !terms.isEmpty else { return nil }
    let sql = """
      SELECT CAST(highlight(entryFullText, 0, ?, ?) AS BLOB) FROM entryFullText
      WHERE entryFullText MATCH ? AND rowid = ?
      """
    let pattern = terms.map(\.fts5).joined(separator: " OR ")
    let found = try Row.fetchOne(
      db.cachedStatement(sql: sql), arguments: [marks.opening, marks.closing, pattern, row])
    guard let bytes = found?[0] as Data? else { return nil }
    return HighlightedText(bytes: Array(bytes), marks: marks)
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
