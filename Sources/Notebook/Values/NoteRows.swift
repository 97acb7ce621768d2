import Base
import Foundation
package import GRDB
package import KeyValueStore
import NotebookFile

/// The metadata, text and prompts of a note as they are stored, for passes over all notes. Reads
/// only these values.
package struct NoteRows: Sendable {
  package let id: String
  /// The note's `.metadata`, and the row id of that value.
  package fileprivate(set) var metadata = (json: "", row: Int64(0))
  package fileprivate(set) var text: String?
  /// The values of the note's prompt keys, and of its keys in our scope. The JSON is nil for
  /// another value, or if it is not valid UTF-8.
  package fileprivate(set) var prompts: [(entryKey: EntryKey, json: String?)] = []

  /// Passes each note that has metadata to `body`, ordered by id. Cost: one pass over the index of
  /// keys, and one over these values; with values in our scope, also a lookup for each note.
  package static func forEach(_ db: Database, _ body: (NoteRows) throws -> Void) throws {
    let ours = "SELECT 1 FROM entry WHERE scope = '\(EntryKey.ourScope)' LIMIT 1"
    let hasOurs = try Row.fetchOne(db, sql: ours) != nil
    var note: NoteRows?
    var hasMetadata = false
    func end() throws {
      guard var note, hasMetadata, NoteValues.isNote(note.id) else { return }
      if hasOurs {
        let arguments: StatementArguments = [note.id, "\(note.id);", "\(note.id)<"]
        try RowScan(db, NoteValues.ourPromptsSQL, arguments).forEach { note.add($0) }
      }
      try body(note)
    }
    try RowScan(db, sql).forEach { row in
      guard let id = row.text(at: 0) else { return }
      if note?.id.hasBytes(of: id) != true {
        try end()
        (note, hasMetadata) = (NoteRows(id: id), false)
      }
      if let rowID = row.integer(at: 5) {
        note?.metadata = (row.text(at: 6) ?? "", rowID)
        hasMetadata = true
      } else {
        note?.add(row)
      }
    }
    try end()
  }

  private static let sql = """
    SELECT scope, CAST(key AS BLOB), CAST(text AS BLOB), CAST(json AS BLOB), typeof(blob) <> 'null',
      CASE WHEN key = '.metadata' AND json IS NOT NULL THEN rowid END,
      CASE key WHEN '.metadata' THEN json END
    FROM entry
    WHERE (key IN ('.metadata', '.noteText') OR key >= 'prompt=' AND key < 'prompt>')
      AND \(LastWriterWins.scanCondition)
    ORDER BY scope
    """

  private init(id: String) { self.id = id }

  private mutating func add(_ row: ScannedRow) {
    let entryKey = EntryKey(scope: row.text(at: 0) ?? "", key: row.wholeText(at: 1) ?? "")
    switch entryKey.key {
    case ".metadata": break
    case ".noteText": text = row.wholeText(at: 2)
    default:
      let hasText = !row.isNull(at: 2)
      guard hasText || !row.isNull(at: 3) || row.integer(at: 4) == 1 else { return }
      let json = row.withBytes(at: 3) {
        String(validating: $0.bindMemory(to: UInt8.self), as: UTF8.self)
      }
      prompts.append((entryKey, hasText ? nil : json ?? nil))
    }
  }
}
