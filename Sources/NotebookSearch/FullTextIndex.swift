import Foundation
import GRDB
import KeyValueStore
import NotebookFile

/// The notebook's texts and their FTS5 index, within one read transaction.
///
/// Rows are row numbers of `entry`: of a note's text, or of its book.
struct FullTextIndex {
  let transaction: SearchTransaction
  let tokenizer: IndexTokenizer
  /// Whether matches are marked with a temporary index of the shown texts only, which is faster for
  /// very common words.
  var marksAside = false
  /// Returns the notes whose titles may contain `parts`, from the index of titles; nil if it is not
  /// available.
  var namesNotes: (_ parts: [String]) throws -> [String]? = { _ in nil }

  init(_ transaction: SearchTransaction) {
    self.transaction = transaction
    tokenizer = IndexTokenizer(transaction.db)
  }

  enum Lookup {
    case indexed(TermPattern)
    /// The texts are scanned, because the index cannot find the term.
    case literal(String)
  }

  func lookup(_ term: SearchQuery.Term) throws -> Lookup {
    let words = try tokenizer.words(of: term.text)
    guard !words.isEmpty, !term.hasUnspacedScript else { return .literal(term.literal) }
    let pattern = try TermPattern(words: words, isPrefix: term.isPrefix, tokenizer: tokenizer)
      .or(otherPhrases: OtherLetters.spellings(of: words), isPrefix: term.isPrefix)
    guard words.count == 1 else { return .indexed(pattern) }
    let others = try otherSpellings(of: words[0], isPrefix: term.isPrefix)
    return .indexed(pattern.or(otherPhrases: others, isPrefix: false))
  }

  /// Returns the approximate number of rows that `lookup` finds, at least their true number; nil if
  /// only reading all texts can decide.
  ///
  /// Cost: linear in that number; reads only the index.
  func rowCount(of lookup: Lookup) throws -> Int? {
    guard case .indexed(let pattern) = lookup else { return nil }
    let fts5 = [pattern.certain, pattern.possible].compactMap(\.self).joined(separator: " OR ")
    let rows = try transaction.rows(
      "SELECT count(*) FROM entryFullText WHERE entryFullText MATCH ?", [fts5])
    return try rows.next()?.integer(at: 0).map(Int.init(clamping:))
  }

  func hits(
    of lookup: Lookup, among rows: [Int64]? = nil, filter: NoteFilter, siblings: Bool,
    titles: TitleMatcher? = nil
  ) throws -> [IndexHit] {
    switch lookup {
    case .literal(let literal):
      let rows = try self.rows(containing: literal, among: rows)
      return rows.isEmpty
        ? [] : try hits(among: rows, filter: filter, siblings: siblings, titles: titles)
    case .indexed(let pattern):
      return try hits(
        matching: pattern.certain, among: rows, filter: filter, siblings: siblings, titles: titles)
        + confirmedHits(
          of: pattern, among: rows, filter: filter, siblings: siblings, titles: titles)
    }
  }

  func rows(matching fts5: String) throws -> [Int64] {
    let found = try transaction.rows(
      "SELECT rowid FROM entryFullText WHERE entryFullText MATCH ?", [fts5])
    var rows: [Int64] = []
    while let row = try found.next() {
      if let id = row.integer(at: 0) { rows.append(id) }
    }
    return rows
  }

  /// Returns the hits that only `possible` finds, and that contain the term of `pattern`.
  func confirmedHits(
    of pattern: TermPattern, among rows: [Int64]? = nil, filter: NoteFilter, siblings: Bool,
    titles: TitleMatcher? = nil
  ) throws -> [IndexHit] {
    let rows = try self.rows(confirming: pattern, among: rows)
    return rows.isEmpty
      ? []
      : try hits(
        matching: pattern.possible, among: rows, filter: filter, siblings: siblings,
        titles: titles)
  }

  /// Returns the bm25 ranks of the rows in which `lookup` finds something. Ranks are negative,
  /// lower is better; 0 if found without the index.
  ///
  /// Cost: a pass over the index entries for `lookup`, and the texts in which a literal or a
  /// possible match must be confirmed.
  func ranks(of lookup: Lookup, among rows: [Int64]) throws -> [Int64: Double] {
    switch lookup {
    case .literal(let literal):
      let found = try self.rows(containing: literal, among: rows).map { ($0, 0.0) }
      return Dictionary(found) { first, _ in first }
    case .indexed(let pattern):
      let ranks = try ranks(matching: pattern.certain, among: rows)
      guard let possible = pattern.possible else { return ranks }
      let confirmed = try self.rows(confirming: pattern, among: rows)
      return confirmed.isEmpty
        ? ranks
        : ranks.merging(try self.ranks(matching: possible, among: confirmed)) { $0 + $1 }
    }
  }

  func ranks(matching fts5: String, among rows: [Int64]) throws -> [Int64: Double] {
    let sql = """
      SELECT rowid, rank FROM entryFullText
      WHERE entryFullText MATCH ? AND \(Self.isAmong("entryFullText.rowid"))
      """
    let found = try transaction.rows(sql, [fts5, rowList(rows)])
    var ranks: [Int64: Double] = [:]
    while let row = try found.next() {
      if let id = row.integer(at: 0) { ranks[id] = row.real(at: 1) ?? 0 }
    }
    return ranks
  }

  /// Returns the SQL condition that a row is in a JSON array, which is bound to its parameter. The
  /// plus sign makes FTS5 run its query once, not once per row, which would be slow for a prefix
  /// with many words.
  static func isAmong(_ rowID: String) -> String {
    "+\(rowID) IN (SELECT value FROM json_each(?))"
  }

  static let searchedKeys = "('.noteText', '.bookIndex')"
}

extension FullTextIndex {
  private func rows(
    confirming pattern: TermPattern, among rows: [Int64]? = nil
  ) throws -> [Int64] {
    guard let possible = pattern.possible else { return [] }
    let beginning = Array(pattern.beginning.utf8)
    let found = try self.rows(
      """
      FROM entryFullText CROSS JOIN entry ON entry.rowid = entryFullText.rowid
      WHERE entryFullText MATCH ?
      """, ["(\(possible)) NOT (\(pattern.certain))"], among: rows
    ) { text in
      try TextScan.hasWord(in: text, beginningWith: beginning, words: tokenizer.words)
    }
    guard pattern.isPhrase, !found.isEmpty else { return found }
    return Array(try highlighted(rows: found, possible, endingIn: pattern.beginning).keys)
  }

  private func rows(containing literal: String, among rows: [Int64]? = nil) throws -> [Int64] {
    try self.rows("FROM entry WHERE true", among: rows) { text in
      !TextScan.occurrences(of: literal, in: text).isEmpty
    }
  }

  /// `source` is SQL from `FROM` to the first condition.
  private func rows(
    _ source: String, _ arguments: [String] = [], among rows: [Int64]?,
    where isSought: (UnsafeRawBufferPointer) throws -> Bool
  ) throws -> [Int64] {
    let sql = """
      SELECT entry.rowid, entry.text \(source)
      AND entry.key IN \(Self.searchedKeys) AND \(LastWriterWins.condition)
      """
    let found = try transaction.rows(
      sql + (rows == nil ? "" : " AND " + Self.isAmong("entry.rowid")),
      arguments + (rows.map { [rowList($0)] } ?? []))
    var sought: [Int64] = []
    while let row = try found.next() {
      let isSought = try row.withUnsafeData(atIndex: 1) { text in
        try text?.withUnsafeBytes(isSought) ?? false
      }
      if isSought, let id = row.integer(at: 0) { sought.append(id) }
    }
    return sought
  }
}
