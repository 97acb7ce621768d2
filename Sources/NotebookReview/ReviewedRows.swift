import Base
import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile
import SpacedRepetition

/// The rows of a notebook that matter for reviews, in one pass: notes, their prompts as the app
/// stores them, and the study log.
enum ReviewedRows {
  /// Passes the rows to `body`. Cost: linear in the notebook's rows, without texts and images.
  /// Throws `CancellationError` if the work is canceled.
  static func forEach(
    _ db: Database, step: String, _ body: (ReviewedRow) throws -> Void
  ) throws {
    Work.step(step)
    // Do not use the index of keys: SQLite would look each row up.
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB),
        CASE key WHEN '.metadata' THEN json ELSE CAST(json AS BLOB) END, rowid
      FROM entry NOT INDEXED
      WHERE (key = '.metadata' OR (key >= 'prompt=' AND key < 'prompt>')
          OR scope = '\(StudyLogKey.scope)')
        AND typeof(json) <> 'null'
      """
    let last = try Int64.fetchOne(db, sql: "SELECT max(rowid) FROM entry") ?? 0
    var count = 0
    try RowScan(db, sql).forEach { row in
      guard let scope = row.wholeText(at: 0), let key = row.wholeText(at: 1),
        let id = row.integer(at: 3)
      else { return }
      count += 1
      if count % 1024 == 0 {
        try Cancellable.check()
        Work.step(step, Int(clamping: min(id, last)), of: Int(clamping: last))
      }
      if scope == StudyLogKey.scope || NoteValues.isNote(scope) {
        try body(ReviewedRow(key: EntryKey(scope: scope, key: key), id: id, row: row))
      }
    }
  }
}

/// A row whose value is decoded on demand. It is valid only during the call of `body`.
struct ReviewedRow {
  let key: EntryKey
  let id: Int64
  fileprivate let row: ScannedRow

  var isAnswer: Bool { key.scope == StudyLogKey.scope }
  var isNote: Bool { key.key == ".metadata" && !isAnswer }

  /// The block of prompts, if the row is neither an answer nor a note.
  var block: DueUpdate.Block { DueUpdate.Block(note: key.scope, key: key.key) }

  func note(_ outline: inout JSONOutline) -> NoteSummary? {
    row.text(at: 2).flatMap { NoteMetadata(json: $0, &outline) }
      .map { NoteSummary(id: key.scope, metadata: $0) }
  }

  func states(_ outline: inout JSONOutline) -> [PromptState]? {
    let states = row.withBytes(at: 2) {
      StoredPrompts.states(key: key.key, json: $0, &outline)
    }
    return states ?? nil
  }

  /// The prompt that was answered; nil if the row is not a readable answer.
  var answered: PromptID? { StudyLog.prompt(key.key, row.withBytes(at: 2) { Data($0) }) }
}
