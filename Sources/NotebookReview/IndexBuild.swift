import Base
import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile
import NotebookIndex
import SpacedRepetition

/// Builds the index of a whole notebook in one pass over its rows. This is possible because most
/// keys have one version and few are in our scope. The tables must be empty except for the keys
/// with several versions.
struct IndexBuild {
  private let update: DueUpdate
  private let table: DueTable
  private let source: Database
  private let rows: BuiltRows
  /// Keys with several versions, and keys in our scope.
  private var special: Set<EntryKey> = []
  /// The notes of these keys. Their blocks are indexed one by one.
  private var specialNotes: Set<String> = []
  private var specialBlocks: [DueUpdate.Block] = []

  init(_ update: DueUpdate) throws {
    self.update = update
    (table, source) = (update.table, update.source)
    rows = try BuiltRows(update.table)
  }

  private static let stepName = "Making the index of cards"

  /// Cost: linear in the notebook's rows, without texts and images. Throws `CancellationError` if
  /// the work is canceled.
  mutating func run() throws {
    Work.step(Self.stepName)
    for index in DueTable.indexes { try table.execute("DROP INDEX \(index.name)") }
    try findSpecial()
    try enterRows()
    try rows.finish()
    for index in DueTable.indexes { try table.execute(index.sql) }
    for key in special where key.key == ".metadata" && NoteValues.isNote(key.scope) {
      try table.setNote(table.note(key.scope), NoteSummary.fetchOne(source, id: key.scope))
    }
    try table.countAll()
    // Index these keys as if they had just been written.
    try update.apply(special)
    for block in specialBlocks { try update.apply(block) }
  }

  private mutating func findSpecial() throws {
    special = try table.keysWithSeveralVersions()
    let statement = try source.cachedStatement(
      sql: "SELECT CAST(key AS BLOB) FROM entry WHERE scope = '\(EntryKey.ourScope)'")
    let found = try Row.fetchCursor(statement)
    while let row = try found.next() {
      guard let key = row.data(at: 0) else { continue }
      special.insert(
        EntryKey(scope: EntryKey.ourScope, key: String(decoding: key, as: UTF8.self)))
    }
    for key in special where key.scope != StudyLogKey.scope { specialNotes.insert(key.note) }
  }

  private mutating func enterRows() throws {
    var outline = JSONOutline()
    try ReviewedRows.forEach(source, step: Self.stepName) { row in
      let isSpecial = !special.isEmpty && special.contains(row.key)
      if row.isAnswer {
        if !isSpecial, let prompt = row.answered { try rows.enter(answer: row.id, to: prompt) }
      } else if row.isNote {
        if !isSpecial, let note = row.note(&outline) { rows.enter(note) }
      } else if !specialNotes.isEmpty, specialNotes.contains(row.key.scope) {
        specialBlocks.append(row.block)
      } else if let states = row.states(&outline) {
        if states.contains(where: \.isWaiting) {
          specialBlocks.append(row.block)
        } else {
          try rows.enter(states, of: row.block)
        }
      }
    }
  }
}
