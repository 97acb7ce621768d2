import Foundation
import GRDB
import Notebook

/// The notebook's full-text index names rows by their numbers. A program that numbers the rows anew and keeps the
/// index makes it name other notes, without any error of SQLite. `FullTextIndex` looks at the notes that it found,
/// whether they have the words.
struct WrongIndex: Error {}

extension FullTextIndex {
  /// Throws `WrongIndex` if the index does not say of the notes in `contexts`, which were found, what their texts say.
  ///
  /// Cost: a few words of each; only of notes in which a match is not one of the words, their texts are split into
  /// words.
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
    // A number may be that of a row without a text now.
    try proveRows(of: matchers)
    try prove(suspects.prefix(Self.mostProofs).map(\.rows), of: matchers)
  }

  /// Throws `WrongIndex` if the index does not say of these rows what their texts say. Cost: their texts are split
  /// into words, but for those of more than `longestProof` bytes.
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

  /// Throws `WrongIndex` if the index names rows that are not there or have no text: then nothing may be found.
  /// Cost: a look at a few of the rows that it names.
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

  /// The query that finds any of the words; nil if the index is asked for none.
  private func query(of matchers: [QueryGroupMatcher]) -> String? {
    let patterns = matchers.flatMap(\.lookups).compactMap { lookup -> String? in
      if case .indexed(let pattern) = lookup { "(\(pattern.any))" } else { nil }
    }
    return patterns.isEmpty ? nil : patterns.joined(separator: " OR ")
  }

  /// The most notes whose texts are split into words at once.
  private static let mostProofs = 8
  /// The longest text that is split into words for a proof, in bytes.
  private static let longestProof = 1 << 16

  /// Makes an index of these texts alone.
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
