package import GRDB
import JSON
import KeyValueStore
import NotebookFile

extension NoteSummary {
  /// All notes, in the trash or not, newest modified first. A `.metadata` that cannot be read makes
  /// no note.
  package static func fetchAll(_ db: Database) throws -> [NoteSummary] {
    var notes: [NoteSummary] = []
    try forEach(db) { notes.append($0) }
    notes.sort(by: isInOrder)
    return notes
  }

  /// The notes as they stand in lists.
  static func sorted(_ notes: [NoteSummary]) -> [NoteSummary] {
    notes.sorted(by: isInOrder)
  }

  /// Gives all notes to `body`, one by one, in no particular order.
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

  /// Whether `first` stands before `second` in lists: the newest modified first.
  package static func isInOrder(_ first: NoteSummary, _ second: NoteSummary) -> Bool {
    first.modified == second.modified ? first.id < second.id : first.modified > second.modified
  }

  /// The note with this exact id.
  package static func fetchOne(_ db: Database, id: String) throws -> NoteSummary? {
    let sql = """
      SELECT json FROM entry WHERE scope = ? AND key = '.metadata'
      ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id])
    let json = row?.text(at: 0)
    return json.flatMap(NoteMetadata.init(json:)).map { NoteSummary(id: id, metadata: $0) }
  }

  /// Whether there is such a note, in the trash or outside of it. Cost: a row.
  static func exists(_ db: Database, id: String) throws -> Bool {
    let sql = """
      SELECT json IS NOT NULL FROM entry WHERE scope = ? AND key = '.metadata'
      ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? false
  }
}
