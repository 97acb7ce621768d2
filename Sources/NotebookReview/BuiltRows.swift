import Base
import Books
import GRDB
import KeyValueStore
import Notebook
import NotebookIndex
import SpacedRepetition

/// Inserts the rows of an index that is being built. A note's prompts may come before the note.
///
/// Notes and tags are inserted at the end, in the order of their tables, so that no page is visited
/// twice.
final class BuiltRows {
  private let table: DueTable
  private let addBlock, findBlock, addPrompt, addAnswer: RowStatement
  /// The notes; the first has the number 1.
  private var notes: [Note] = []
  private var indices: [EntryKey: Int] = [:]
  /// The note of the previous row: rows of a note are mostly adjacent.
  private var last: (id: String, index: Int)?
  /// The numbers of the notes with each tag or a tag below it.
  private var tagged: [(tag: String, notes: [Int64])] = []
  private var indexOfTag: [String: Int] = [:]
  /// The indices in `tagged` of a tag, as written, and of the tags above it. Many notes share a
  /// tag.
  private var indicesOfTag: [String: [Int]] = [:]

  private struct Note {
    let id: String
    var isShown = false
    var section: BookSection?
  }

  init(_ table: DueTable) throws {
    self.table = table
    func statement(_ sql: String) throws -> RowStatement { try RowStatement(table.db, sql) }
    addBlock = try statement("INSERT OR IGNORE INTO block (note, key) VALUES (?, ?)")
    findBlock = try statement("SELECT id FROM block WHERE note = ? AND key = ?")
    addPrompt = try statement("INSERT OR REPLACE INTO prompt VALUES (?, ?, ?, 1, ?, ?)")
    addAnswer = try statement("INSERT OR IGNORE INTO answer VALUES (?, ?)")
  }

  func enter(_ note: NoteSummary) {
    let index = index(of: note.id)
    guard !note.isTrashed else { return }
    notes[index].isShown = true
    notes[index].section = note.section
    let number = Self.number(index)
    for tag in note.tags {
      for tagIndex in taggedIndices(of: tag) where tagged[tagIndex].notes.last != number {
        tagged[tagIndex].notes.append(number)
      }
    }
  }

  private func taggedIndices(of tag: String) -> [Int] {
    if let known = indicesOfTag[tag] { return known }
    let found = DueTable.tagKeys(of: tag).map { key in
      let index = indexOfTag[key] ?? tagged.count
      if index == tagged.count {
        indexOfTag[key] = index
        tagged.append((key, []))
      }
      return index
    }
    indicesOfTag[tag] = found
    return found
  }

  func enter(_ states: [PromptState], of block: DueUpdate.Block) throws {
    let note = Self.number(index(of: block.note))
    guard let id = try addBlock.insert(.integer(note), .text(block.key)) ?? known(block, of: note)
    else { return }
    for (index, state) in states.enumerated() {
      let prompt = PromptID(note: block.note, block: block.key, index: index)
      try addPrompt.run(
        .integer(id), .integer(Int64(index)), state.isNew ? 1 : 0,
        .integer(DueTable.due(state)), .integer(DueTable.sampleKey(prompt)))
    }
  }

  func enter(answer row: Int64, to prompt: PromptID) throws {
    let note = Self.number(index(of: prompt.note))
    let block = DueUpdate.Block(note: prompt.note, key: prompt.block)
    guard
      let id = try known(block, of: note) ?? addBlock.insert(.integer(note), .text(block.key))
    else { return }
    try addAnswer.run(.integer(id), .integer(row))
  }

  private func known(_ block: DueUpdate.Block, of note: Int64) throws -> Int64? {
    try findBlock.run(.integer(note), .text(block.key))
  }

  /// Inserts the rows of notes and tags, and deactivates the prompts of notes that are not shown.
  /// Call this after all other rows are inserted.
  func finish() throws {
    let addNote = try RowStatement(table.db, "INSERT INTO note VALUES (?, ?, ?, ?)")
    for (index, note) in notes.enumerated() {
      try addNote.run(
        .integer(Self.number(index)), .text(note.id), note.isShown ? 1 : 0,
        RowStatement.Value(note.section?.rawValue))
    }
    let addTag = try RowStatement(table.db, "INSERT OR IGNORE INTO tagged VALUES (?, ?)")
    for (tag, notes) in tagged.sorted(by: { $0.tag.precedesByBytes($1.tag) }) {
      for note in notes.sorted() { try addTag.run(.text(tag), .integer(note)) }
    }
    try table.execute(
      """
      UPDATE prompt SET isActive = 0 WHERE block IN (
        SELECT block.id FROM note CROSS JOIN block ON block.note = number WHERE NOT isShown)
      """)
  }

  private static func number(_ index: Int) -> Int64 { Int64(clamping: index) + 1 }

  private func index(of note: String) -> Int {
    if let last, last.id.hasBytes(of: note) { return last.index }
    let key = EntryKey(scope: note, key: ".metadata")
    let index = indices[key] ?? notes.count
    if index == notes.count {
      indices[key] = index
      notes.append(Note(id: note))
    }
    last = (note, index)
    return index
  }
}
