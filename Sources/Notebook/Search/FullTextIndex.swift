internal import Foundation
internal import GRDB

/// The notebook's texts and their FTS5 index, within one read transaction.
struct FullTextIndex {
  let db: Database
  let tokenizer: IndexTokenizer

  init(_ db: Database) throws {
    self.db = db
    tokenizer = try IndexTokenizer(db)
  }

  /// How a term is looked for.
  enum Lookup {
    case indexed(TermPattern)
    /// In the texts themselves: the index has no such word.
    case literal(String)
  }

  /// How to look for `term`.
  func lookup(_ term: SearchQuery.Term) throws -> Lookup {
    let words = try tokenizer.words(of: term.text)
    return words.isEmpty || term.hasUnspacedScript
      ? .literal(term.literal)
      : .indexed(try TermPattern(words: words, isPrefix: term.isPrefix, tokenizer: tokenizer))
  }

  /// Every note whose text or book has what is looked for, by id, with its bm25 rank (below zero;
  /// lower is better; 0 when found without the index). Versions that lost to a later one are not
  /// looked at.
  func ranks(of lookup: Lookup) throws -> [String: Double] {
    switch lookup {
    case .literal(let literal):
      let found = try texts(Self.texts) { !TextScan.occurrences(of: literal, in: $0).isEmpty }
      return Dictionary(found.map { ($0.note, 0) }) { first, _ in first }
    case .indexed(let pattern):
      let ranks = try ranks(matching: pattern.certain)
      guard let possible = pattern.possible else { return ranks }
      let rows = try rows(matching: possible, confirming: pattern)
      return rows.isEmpty
        ? ranks : ranks.merging(try self.ranks(matching: possible, rows: rows)) { $0 + $1 }
    }
  }

  /// Ranks by `fts5`, of all that it matches or only of `rows`.
  private func ranks(matching fts5: String, rows: [Int64]? = nil) throws -> [String: Double] {
    let sql = """
      SELECT entry.scope, entryFullText.rank \(Self.matches) AND \(LastWriterWins.condition)
      """
    let found = try Row.fetchCursor(
      db.cachedStatement(sql: sql + (rows == nil ? "" : Self.isAmongRows)),
      arguments: rows.map { [fts5, "\($0)"] } ?? [fts5])
    var ranks: [String: Double] = [:]
    while let row = try found.next() {
      guard let id = row.text(at: 0) else { continue }
      ranks[id, default: 0] += row.real(at: 1) ?? 0
    }
    return ranks
  }

  /// The rows that match `possible` only and do have the term of `pattern`.
  private func rows(matching possible: String, confirming pattern: TermPattern) throws -> [Int64] {
    let beginning = Array(pattern.beginning.utf8)
    let sql = "SELECT entry.rowid, entry.scope, entry.text \(Self.matches)"
    let rows = try texts(sql, ["(\(possible)) NOT (\(pattern.certain))"]) { text in
      try TextScan.hasWord(in: text, beginningWith: beginning, words: tokenizer.words)
    }.map(\.row)
    guard pattern.isPhrase else { return rows }
    return Array(try highlighted(rows: rows, possible, endingIn: pattern.beginning).keys)
  }

  /// The texts that `sql` selects and `isSought` wants, by row and note.
  private func texts(
    _ sql: String, _ arguments: StatementArguments = [],
    where isSought: (UnsafeRawBufferPointer) throws -> Bool
  ) throws -> [(row: Int64, note: String)] {
    var texts: [(row: Int64, note: String)] = []
    let found = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    while let row = try found.next() {
      let isSought = try row.withUnsafeData(atIndex: 2) { text in
        try text?.withUnsafeBytes(isSought) ?? false
      }
      if isSought, let id = row.integer(at: 0), let note = row.text(at: 1) {
        texts.append((id, note))
      }
    }
    return texts
  }

  private static let texts = """
    SELECT entry.rowid, entry.scope, entry.text FROM entry
    WHERE entry.key IN ('.noteText', '.bookIndex') AND \(LastWriterWins.condition)
    """

  private static let matches = """
    FROM entryFullText JOIN entry ON entry.rowid = entryFullText.rowid
    WHERE entryFullText MATCH ? AND entry.key IN ('.noteText', '.bookIndex')
    """

  /// The plus sign makes FTS5 run the query once, not once for each row; a prefix with many words
  /// makes that costly.
  static let isAmongRows = " AND +entryFullText.rowid IN (SELECT value FROM json_each(?))"
}
