internal import NotebookFile
internal import Base
internal import KeyValueStore
internal import Notebook
internal import NotebookIndex
internal import Foundation
internal import GRDB
internal import JSON
internal import SpacedRepetition

/// Makes the index of a whole notebook: in a few passes over its rows, as by far most prompts have one
/// version, and nothing in our scope.
struct IndexBuild {
  private let update: DueUpdate
  private let table: DueTable
  private let source: Database
  /// Notes that have something in our scope, where blocks are looked at one by one.
  private var special: Set<String> = []
  private var shown: Set<String> = []

  init(_ update: DueUpdate) {
    self.update = update
    (table, source) = (update.table, update.source)
  }

  private static let stepName = "Making the index of cards"

  /// Cost: linear in the notebook's rows, texts and images apart. Throws `CancellationError` once the
  /// answer is not wanted any more.
  mutating func run() throws {
    Work.step(Self.stepName)
    try enterNotes()
    try enterLog()
    try findSpecial()
    try enterPrompts()
  }

  private mutating func enterNotes() throws {
    let insert = try table.db.cachedStatement(sql: "INSERT OR REPLACE INTO note VALUES (?, ?)")
    var notes: [(String, Bool)] = []
    try NoteSummary.forEach(source) { notes.append(($0.id, !$0.isTrashed)) }
    for (id, isShown) in notes where NoteValues.isNote(id) {
      if isShown { shown.insert(id) }
      try insert.execute(arguments: [id, isShown ? 1 : 0])
    }
  }

  private func enterLog() throws {
    let sql = """
      SELECT CAST(key AS BLOB), CAST(json AS BLOB), rowid FROM entry
      WHERE scope = '\(StudyLogKey.scope)' AND typeof(json) <> 'null'
        AND \(LastWriterWins.condition)
      """
    let rows = try Row.fetchCursor(source.cachedStatement(sql: sql))
    while let row = try rows.next() {
      guard let prompt = StudyLog.answer(row)?.prompt, let id = row.integer(at: 2) else { continue }
      let block = try table.block(prompt.note, prompt.block)
      try table.execute("INSERT OR IGNORE INTO answer VALUES (?, ?)", [block, id])
    }
  }

  /// Prompts that several devices wrote, and those in our scope, are entered as if they had just
  /// been written.
  private mutating func findSpecial() throws {
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry WHERE \(DueTable.interest)
        AND scope <> '\(StudyLogKey.scope)'
      GROUP BY scope, key HAVING count(*) > 1 OR scope = '\(EntryKey.ourScope)'
      """
    var keys: Set<EntryKey> = []
    let rows = try Row.fetchCursor(source.cachedStatement(sql: sql))
    while let row = try rows.next() {
      guard let key = EntryKey(row, 0) else { continue }
      keys.insert(key)
      special.insert(key.note)
    }
    try update.apply(keys)
  }

  private func enterPrompts() throws {
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
      WHERE key >= 'prompt=' AND key < 'prompt>' AND typeof(json) <> 'null'
      """
    let rows = try Row.fetchCursor(source.cachedStatement(sql: sql))
    // Prompts of a note mostly stand together.
    var (last, done) = ("", 0)
    while let row = try rows.next() {
      guard let place = EntryKey(row, 0), NoteValues.isNote(place.scope) else { continue }
      if place.scope != last {
        try Cancellable.check()
        Work.step(Self.stepName, min(done, shown.count), of: shown.count)
        (last, done) = (place.scope, done + 1)
      }
      if special.contains(place.scope) {
        try update.apply(DueUpdate.Block(note: place.scope, key: place.key))
        continue
      }
      guard let json = JSONValue(stored: row.data(at: 2)),
        let prompts = StoredPrompts(key: place.key, place: place, value: .json(json))
      else { continue }
      try table.setPrompts(
        prompts.promptStates.map { CardState($0) }, of: table.block(place.scope, place.key),
        note: place.scope, key: place.key, isShown: shown.contains(place.scope), isSettled: true)
    }
  }
}
