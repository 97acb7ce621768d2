import Base
import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

package struct VersionedText: Sendable, Equatable {
  package var id: String
  /// The Markdown text; empty if there is none.
  package var text: String
  /// The version's name, as in `StoredNote.version`.
  package var version: String

  package init(id: String, text: String, version: String) {
    (self.id, self.text, self.version) = (id, text, version)
  }
}

/// Reads the stored texts in one pass over the rows, several in each transaction.
private struct TextScan {
  /// Maximum number of texts read together, and the size in bytes that ends a batch.
  static let most = (notes: 256, bytes: 8 << 20)

  private(set) var isAtEnd = false
  private var last = Int64.min

  /// Returns the next texts of the notes for which `indexOf` returns an index.
  mutating func next(
    _ db: Database, _ indexOf: (String) -> Int?
  ) throws -> [(index: Int, text: String)] {
    let sql = """
      SELECT rowid, scope, CAST(text AS BLOB) FROM entry NOT INDEXED
      WHERE rowid > ? AND key = '.noteText' ORDER BY rowid
      """
    var (texts, size) = ([(index: Int, text: String)](), 0)
    isAtEnd = try RowScan(db, sql, [last]).allSatisfy { row in
      last = row.integer(at: 0) ?? .max
      if let id = row.text(at: 1), let index = indexOf(id) {
        let text = row.wholeText(at: 2) ?? ""
        texts.append((index, text))
        size += text.utf8.count
      }
      return texts.count < Self.most.notes && size < Self.most.bytes
    }
    return texts
  }
}

extension Notebook.Notes {
  /// Passes all notes outside the trash to `body`, in no particular order. Does not cache a long
  /// list. Cost: linear in the notebook's notes; if the list is not cached, linear in its rows.
  package func forEach(_ body: (NoteSummary) -> Void) throws(NotebookError) {
    try notebook.read { db in
      try notebook.forEachNote(db) { if !$0.isTrashed { body($0) } }
    }
  }

  /// Reads the list of notes in advance, and caches it if it is short. Does nothing without a
  /// working copy. Other reads do not wait for it. Cost: like `forEach`.
  package func prepareList() throws(NotebookError) {
    guard notebook.hasWorkingCopy else { return }
    try notebook.readAside { db in try notebook.forEachNote(db) { _ in } }
  }
}

extension Notebook.Texts {
  /// Returns the versions of the texts, including the trash, by the notes' ids. With a `literal`,
  /// returns only those of texts that contain it. Cost: linear in the notebook's rows; with a
  /// `literal`, also in its texts.
  package func versions(
    containing literal: String? = nil
  ) throws(NotebookError) -> [String: String] {
    try notebook.read { db in
      let sql = """
        SELECT scope, CAST(authorId AS BLOB), CAST(usn AS INTEGER) FROM entry
        WHERE key = '.noteText' AND text IS NOT NULL AND \(LastWriterWins.scanCondition(".noteText"))
        \(literal == nil ? "" : "AND instr(CAST(text AS BLOB), CAST(? AS BLOB)) > 0")
        """
      var versions: [String: String] = [:]
      let arguments: StatementArguments = literal.map { [$0] } ?? []
      let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
      while let row = try rows.next() {
        guard let id = row.text(at: 0), NoteValues.isNote(id) else { continue }
        let winner: WinningVersion? = WinningVersion(
          rowID: 0, authorID: row.data(at: 1) ?? Data(), usn: row.integer(at: 2) ?? 0)
        versions[id] = winner.version
      }
      return versions
    }
  }

  package func of(_ ids: [String]) throws(NotebookError) -> [VersionedText] {
    try notebook.read { db in
      try ids.map { id in
        let winner = try WinningVersion.fetch(db, note: id, key: ".noteText")
        return VersionedText(
          id: id, text: String(decoding: winner?.text ?? Data(), as: UTF8.self),
          version: winner.version)
      }
    }
  }

  /// Passes the texts of the notes to `body`, several at a time, with their indices in `ids`. Uses
  /// the storage order, so that most pages of the file are read once. Cost: one pass over all rows.
  package func forEach(
    of ids: [String], _ body: ([(index: Int, text: String)]) throws(NotebookError) -> Void
  ) throws(NotebookError) {
    var indices = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    let several = try notebook.read { db in try Self.notesWithSeveralTexts(db) }
    var scan = TextScan()
    repeat {
      let texts = try notebook.read { db in
        try scan.next(db) { id in several.contains(id) ? nil : indices.removeValue(forKey: id) }
      }
      try body(texts)
    } while !scan.isAtEnd
    // Notes with several versions, and notes without a text.
    let others = indices.values.sorted()
    for start in stride(from: 0, to: others.count, by: TextScan.most.notes) {
      let some = others[start..<min(start + TextScan.most.notes, others.count)]
      let texts = try of(some.map { ids[$0] }).map(\.text)
      try body(zip(some, texts).map { ($0, $1) })
    }
  }

  private static func notesWithSeveralTexts(_ db: Database) throws -> Set<String> {
    let sql = "SELECT scope FROM entry WHERE key = '.noteText' GROUP BY scope HAVING count(*) > 1"
    return Set(try Row.fetchAll(db, sql: sql).compactMap { $0.text(at: 0) })
  }
}

extension Notebook {
  /// Whether the app has written to the notebook: an author has a name that does not begin with
  /// `commonplace`. Cost: linear in the authors, up to the first such author.
  package func isWrittenByApp() throws(NotebookError) -> Bool {
    try read { db in
      let sql = "SELECT 1 FROM author WHERE name <> '' AND name NOT LIKE 'commonplace%' LIMIT 1"
      return try Row.fetchOne(db, sql: sql) != nil
    }
  }
}
