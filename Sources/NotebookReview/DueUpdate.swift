import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile
import NotebookIndex
import SpacedRepetition

/// Indexes changed values of the notebook in the index of due prompts, within transactions of both.
struct DueUpdate {
  let table: DueTable
  let source: Database

  struct Block: Hashable {
    var note: String
    var key: String
  }

  func apply(_ keys: Set<EntryKey>) throws {
    var blocks: Set<Block> = []
    for key in keys where key.scope == StudyLogKey.scope { try applyAnswer(key) }
    for key in keys where key.scope != StudyLogKey.scope {
      if key.scope == EntryKey.ourScope {
        for block in try self.blocks(at: key) { blocks.insert(block) }
      } else if key.key == ".metadata" {
        for block in try applyNote(key.scope) { blocks.insert(block) }
      } else {
        blocks.insert(Block(note: key.scope, key: key.key))
      }
    }
    for (note, changed) in Dictionary(grouping: blocks, by: \.note) {
      // Other blocks may inherit their state from the changed ones.
      for key in try PromptLineage.successors(source, note: note, of: Set(changed.map(\.key))) {
        blocks.insert(Block(note: note, key: key))
      }
    }
    for block in blocks { try apply(block) }
  }

  private func blocks(at entryKey: EntryKey) throws -> [Block] {
    let note = entryKey.note
    if let key = entryKey.promptKey(note: note) {
      // The block may replace one that the app counts differently.
      return try [Block(note: note, key: key)]
        + table.blocks(of: note).map { Block(note: note, key: $0) }
    }
    for mark in ["\(note);suspended;", "\(note);from;"] where entryKey.key.hasPrefix(mark) {
      return [Block(note: note, key: String(entryKey.key.dropFirst(mark.count)))]
    }
    return []
  }

  private func applyAnswer(_ entryKey: EntryKey) throws {
    let (rows, answer) = try StudyLog.fetch(source, key: entryKey.key)
    // Only the winning version counts.
    for row in rows { try table.execute("DELETE FROM answer WHERE entry = ?", [row]) }
    guard let answer, let row = rows.first else { return }
    let prompt = StudyLogKey(entryKey.key).prompt ?? answer.prompt
    let block = try table.block(prompt.note, prompt.block)
    try table.execute("INSERT OR IGNORE INTO answer VALUES (?, ?)", [block, row])
  }

  /// Indexes a note. Returns the blocks affected by the change.
  private func applyNote(_ id: String) throws -> [Block] {
    let old = try table.row("SELECT isShown FROM note WHERE id = ?", [id])?.integer(at: 0)
    let isShown = try fetchNote(id)
    guard let old, (old == 1) != isShown else { return [] }
    return try table.blocks(of: id).map { Block(note: id, key: $0) }
  }

  /// Indexes a note's section and tags. Returns whether the note is shown.
  private func fetchNote(_ id: String) throws -> Bool {
    let note = NoteValues.isNote(id) ? try NoteSummary.fetchOne(source, id: id) : nil
    try table.setNote(table.note(id), note)
    return note?.isTrashed == false
  }

  private func isShown(_ id: String) throws -> Bool {
    let row = try table.row("SELECT isShown FROM note WHERE id = ?", [id])
    return try row?.integer(at: 0).map { $0 == 1 } ?? fetchNote(id)
  }

  func apply(_ block: Block) throws {
    let known = try table.knownBlock(block.note, block.key)
    let found = try ReviewBlock.fetch(source, note: block.note, key: block.key) {
      try StudyLog.fetch(source, note: block.note, block: block.key) {
        try table.logRows(note: $0, block: $1)
      }
    }
    guard found != nil || known != nil else { return }
    try table.setPrompts(
      found?.cards ?? [], of: known ?? table.block(block.note, block.key), note: block.note,
      key: block.key, isShown: found != nil && isShown(block.note),
      isSettled: found?.isSettled ?? true)
  }
}
