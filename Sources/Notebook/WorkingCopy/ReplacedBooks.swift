import Foundation
import GRDB
import JSON
import KeyValueStore
import NotebookFile

/// The stored values of books that saves on this machine replaced. They show a merge which fields
/// each device changed. If one is lost, the user may have to resolve a conflict.
extension HistoryFile {
  static let mostBases = 5000
  /// Maximum size of a stored value, in bytes; larger ones are skipped.
  private static let mostBaseBytes = 64 << 10

  static let baseSchema = """
    CREATE TABLE IF NOT EXISTS replacedBook
      (id INTEGER PRIMARY KEY, note TEXT, key TEXT, author BLOB, usn INTEGER, timestamp TEXT, value BLOB,
       UNIQUE (note, key, author, usn))
    """

  static func insert(books: [StoredVersion], _ db: Database) throws {
    guard !books.isEmpty else { return }
    let insert = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO replacedBook (note, key, author, usn, timestamp, value)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    for book in books {
      guard let json = book.value.json, json.count <= mostBaseBytes else { continue }
      try insert.execute(arguments: [
        book.key.scope, book.key.key, book.author, book.usn, book.timestamp, json,
      ])
    }
    try db.execute(
      sql: "DELETE FROM replacedBook WHERE id <= (SELECT max(id) FROM replacedBook) - ?",
      arguments: [mostBases])
  }

  /// Returns up to 200 versions of a key that were replaced on this machine, newest first.
  func bases(of key: EntryKey) throws -> [StoredVersion] {
    try read { db in
      let sql = """
        SELECT author, usn, timestamp, value FROM replacedBook WHERE note = ? AND key = ?
        ORDER BY id DESC LIMIT 200
        """
      return try Row.fetchAll(db, sql: sql, arguments: [key.scope, key.key]).compactMap { row in
        guard let author = row.data(at: 0), let usn = row.integer(at: 1), let json = row.data(at: 3)
        else { return nil }
        return StoredVersion(
          key: key, author: author, usn: usn, timestamp: row.text(at: 2) ?? "",
          value: StoredValue(type: 2, json: json))
      }
    }
  }
}

extension HistoryFile {
  func settlement(in db: Database) -> MergeSettlement {
    MergeSettlement(
      bases: bases, texts: { [self] in try replacedTexts(of: $0).map { ($0.version, $0.text) } },
      keep: { [self] in try keep(HistoryTexts(superseded: $0), in: db) },
      keepNames: { [self] in try keep($0) })
  }

  /// Resolves conflicts after a merge, if that is possible without the user. Stores the records of
  /// books that the merge replaced, and the names of versions that it removed while an equal text
  /// stayed. Call before the merge is committed.
  func settle(after merge: MergeReport, from source: Database, in db: Database) throws {
    try settlement(in: db).run(after: merge, from: source, in: db)
    try keepRecords(after: merge, in: db)
  }

  private func keepRecords(after merge: MergeReport, in db: Database) throws {
    let records = try ReplacedRecord.among(
      merge.replaced, written: merge.changedKeys, at: Date(), in: db)
    if !records.isEmpty { try keep(HistoryTexts(records: records), in: db) }
    try keep(merge.rewritten)
  }
}

extension StoredVersion {
  /// Whether the version is a note's metadata with a book, or our own data about a book.
  var isOfBook: Bool {
    guard let json = value.json else { return false }
    return key.key == BookValues.ownKey
      || key.key == ".metadata" && json.range(of: Data(#""book":{"#.utf8)) != nil
  }
}
