package import GRDB
import JSON
import KeyValueStore
import NotebookFile

extension NoteSummary {
  /// Returns all notes, including the trash, newest modified first. Skips notes whose `.metadata`
  /// cannot be read.
  package static func fetchAll(_ db: Database) throws -> [NoteSummary] {
    var notes: [NoteSummary] = []
    try forEach(db) { notes.append($0) }
    notes.sort(by: isInOrder)
    return notes
  }

  static func sorted(_ notes: [NoteSummary]) -> [NoteSummary] {
    notes.sorted(by: isInOrder)
  }

  /// Passes all notes with readable metadata, including the trash, to `body`, in no particular
  /// order.
  package static func forEach(_ db: Database, _ body: (NoteSummary) throws -> Void) throws {
    let sql = """
      SELECT scope, json FROM entry
      WHERE key = '.metadata' AND json IS NOT NULL AND \(LastWriterWins.scanCondition(".metadata"))
      """
    var outline = JSONOutline()
    try RowScan(db, sql).forEach { row in
      guard let id = row.text(at: 0), let json = row.text(at: 1),
        let metadata = NoteMetadata(json: json, &outline)
      else { return }
      try body(NoteSummary(id: id, metadata: metadata))
    }
  }

  /// Whether `first` precedes `second` in lists: newest modified first, then by id.
  package static func isInOrder(_ first: NoteSummary, _ second: NoteSummary) -> Bool {
    first.modified == second.modified ? first.id < second.id : first.modified > second.modified
  }

  /// Returns the note with this exact id; nil if there is none, or its metadata cannot be read.
  package static func fetchOne(_ db: Database, id: String) throws -> NoteSummary? {
    let sql = """
      SELECT json FROM entry WHERE scope = ? AND key = '.metadata'
      ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id])
    let json = row?.text(at: 0)
    return json.flatMap(NoteMetadata.init(json:)).map { NoteSummary(id: id, metadata: $0) }
  }

  /// Whether a note with this id has metadata, even unreadable ones; includes the trash.
  static func exists(_ db: Database, id: String) throws -> Bool {
    let sql = """
      SELECT json IS NOT NULL FROM entry WHERE scope = ? AND key = '.metadata'
      ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? false
  }
}
