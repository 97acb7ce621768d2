import Foundation
import GRDB
import Notebook

/// The full-text index contains wrong row numbers. A program that renumbers the rows but keeps the
/// index makes it return other notes, without an error of SQLite. `FullTextIndex` therefore checks
/// whether found notes contain the words.
struct WrongIndex: Error {}

extension FullTextIndex {
  /// Throws `WrongIndex` if the index contradicts the texts of found notes.
  ///
  /// Cost: a few words per note. Texts are split into words only if their first match is not one of
  /// the words, at most `mostProofs` of them.
  func prove(
    _ contexts: [(rows: EntryRows, context: MatchContext)], of matchers: [QueryGroupMatcher]
  ) throws {
    let terms = try matchers.flatMap(\.group.terms).map {
      try ContentTerm($0, tokenizer: tokenizer)
    }
    let suspects = try contexts.filter { _, context in
      guard let match = context.text.matches.first else { return true }
      let words = String(context.text[match])
      return try !terms.contains { try tokenizer.has([$0], in: words) }
    }
    if suspects.isEmpty { return }
    // The index may return numbers of rows that have no text now.
    try proveRows(of: matchers)
    try prove(suspects.prefix(Self.mostProofs).map(\.rows), of: matchers)
  }

  /// Throws `WrongIndex` if the index contradicts the texts in these rows. Texts of more than
  /// `longestProof` bytes are not checked.
  func prove(_ notes: [EntryRows], of matchers: [QueryGroupMatcher]) throws {
    guard let fts5 = query(of: matchers), !notes.isEmpty else { return }
    let texts = try texts(of: notes.flatMap(\.all)).filter { $0.value.count <= Self.longestProof }
    guard !texts.isEmpty else { return }
    let said = try Set(ranks(matching: fts5, among: texts.keys.sorted()).keys)
    let queue = try DatabaseQueue()
    defer { try? queue.close() }
    let found = try queue.inDatabase { db in
      try Self.index(texts, in: db)
      return try Int64.fetchSet(
        db, sql: "SELECT rowid FROM entryFullText WHERE entryFullText MATCH ?", arguments: [fts5])
    }
    if found != said { throw WrongIndex() }
  }

  /// Throws `WrongIndex` if the index returns rows that do not exist or have no text. Checks at
  /// most `mostProofs` rows.
  func proveRows(of matchers: [QueryGroupMatcher]) throws {
    guard let fts5 = query(of: matchers) else { return }
    let missing = try transaction.rows(
      """
      SELECT 1 FROM (
        SELECT rowid AS number FROM entryFullText WHERE entryFullText MATCH ? LIMIT \(Self.mostProofs)
      ) WHERE NOT EXISTS (
        SELECT 1 FROM entry WHERE entry.rowid = number AND entry.text IS NOT NULL)
      """, [fts5])
    if try missing.next() != nil { throw WrongIndex() }
  }

  private func query(of matchers: [QueryGroupMatcher]) -> String? {
    let patterns = matchers.flatMap(\.lookups).compactMap { lookup -> String? in
      if case .indexed(let pattern) = lookup { "(\(pattern.any))" } else { nil }
    }
    return patterns.isEmpty ? nil : patterns.joined(separator: " OR ")
  }

  /// Maximum number of notes, and of rows, that are checked.
  private static let mostProofs = 8
  /// Maximum length, in bytes, of a text that is split into words.
  private static let longestProof = 1 << 16

  static func index(_ texts: [Int64: Data], in db: Database) throws {
    try db.execute(
      sql: "CREATE VIRTUAL TABLE entryFullText USING fts5(text, tokenize='porter unicode61')")
    for (row, text) in texts {
      try db.execute(
        sql: "INSERT INTO entryFullText (rowid, text) VALUES (?, CAST(? AS TEXT))",
        arguments: [row, text])
    }
  }
}
