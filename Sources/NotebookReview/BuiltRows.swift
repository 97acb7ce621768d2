internal import Base
internal import Notebook
internal import NotebookIndex
internal import GRDB
internal import SpacedRepetition

/// The rows of an index that is being made, as they come: of a note perhaps its prompts first.
final class BuiltRows {
  private let table: DueTable
  private let findNote, addNote, showNote, addTag, findBlock, addBlock, addPrompt,
    addAnswer: RowStatement
  /// Rows of a note mostly stand together.
  private var last: (id: String, number: Int64)?

  init(_ table: DueTable) throws {
    self.table = table
    func statement(_ sql: String) throws -> RowStatement { try RowStatement(table.db, sql) }
    findNote = try statement("SELECT number FROM note WHERE id = ?")
    addNote = try statement("INSERT INTO note (id) VALUES (?)")
    showNote = try statement("UPDATE note SET isShown = ?, section = ? WHERE number = ?")
    addTag = try statement("INSERT OR IGNORE INTO tagged VALUES (?, ?)")
    findBlock = try statement("SELECT id FROM block WHERE note = ? AND key = ?")
    addBlock = try statement("INSERT INTO block (note, key) VALUES (?, ?)")
    addPrompt = try statement("INSERT OR REPLACE INTO prompt VALUES (?, ?, ?, 1, ?, ?)")
    addAnswer = try statement("INSERT OR IGNORE INTO answer VALUES (?, ?)")
  }

  func enter(_ note: NoteSummary) throws {
    let number = try number(of: note.id)
    try showNote.run(
      note.isTrashed ? 0 : 1, RowStatement.Value(note.section?.rawValue), .integer(number))
    guard !note.isTrashed else { return }
    for key in DueTable.tagKeys(of: note) { try addTag.run(.text(key), .integer(number)) }
  }

  func enter(_ states: [PromptState], of block: DueUpdate.Block) throws {
    let id = try number(of: block)
    for (index, state) in states.enumerated() {
      let prompt = PromptID(note: block.note, block: block.key, index: index)
      try addPrompt.run(
        .integer(id), .integer(Int64(index)), state.isNew ? 1 : 0,
        .integer(DueTable.due(state)), .integer(DueTable.sampleKey(prompt)))
    }
  }

  /// Enters a row of the study log.
  func enter(answer row: Int64, to prompt: PromptID) throws {
    let block = try number(of: DueUpdate.Block(note: prompt.note, key: prompt.block))
    try addAnswer.run(.integer(block), .integer(row))
  }

  /// All rows have come: prompts of other notes than those that are shown are not asked.
  func finish() throws {
    try table.execute("UPDATE note SET isShown = 0 WHERE isShown IS NULL")
    try table.execute(
      """
      UPDATE prompt SET isActive = 0 WHERE block IN (
        SELECT block.id FROM note CROSS JOIN block ON block.note = number WHERE NOT isShown)
      """)
  }

  private func number(of note: String) throws -> Int64 {
    if let last, last.id.hasBytes(of: note) { return last.number }
    let number: Int64
    if let known = try findNote.run(.text(note)) {
      number = known
    } else {
      try addNote.run(.text(note))
      number = table.db.lastInsertedRowID
    }
    last = (note, number)
    return number
  }

  private func number(of block: DueUpdate.Block) throws -> Int64 {
    let note = try number(of: block.note)
    if let known = try findBlock.run(.integer(note), .text(block.key)) { return known }
    try addBlock.run(.integer(note), .text(block.key))
    return table.db.lastInsertedRowID
  }
}
