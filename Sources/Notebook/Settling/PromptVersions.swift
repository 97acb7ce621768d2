import Foundation
package import GRDB
import JSON
import KeyValueStore
import MiniMarkdown
import NotebookFile
import SpacedRepetition

/// Merges the versions of each prompt of a note into one, after devices wrote it independently. Its
/// state results from a replay of all answers, its text from the text that readers see. A prompt
/// that this text lacks becomes null: the app reads every version, and would keep asking the
/// prompt.
package struct PromptVersions {
  let db: Database
  /// The removed prompts, with their states.
  private(set) var removed: [StoredVersion] = []
  private(set) var written: Set<EntryKey> = []
  /// The blocks to which a merge added answers.
  private let answered: Set<PromptLineage.Block>
  private var log: [PromptLineage.Block: [Int64]]?

  init(_ db: Database, answered: Set<PromptLineage.Block> = []) {
    (self.db, self.answered) = (db, answered)
  }

  /// Returns the notes with several versions of a prompt, and the notes with several versions of
  /// their text whose prompts must change. Cost: a pass over the rows of texts and prompts, and as
  /// much as a save for each note with several versions of its text.
  package static func notes(
    _ db: Database, among notes: Set<String>? = nil
  ) throws -> Set<String> {
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry
      WHERE scope <> '\(StudyLogKey.scope)'
        AND (key = '.noteText' OR instr(key, '\(PromptKey.prefix)') > 0)
      GROUP BY scope, key
      HAVING count(*) > 1 AND (key = '.noteText' OR sum(typeof(json) <> 'null') > 0)
      """
    let keys = try Row.fetchAll(db, sql: sql).compactMap { EntryKey($0, 0) }
      .filter { NoteValues.isNote($0.note) && notes?.contains($0.note) ?? true }
    let several = Set(keys.filter { $0.promptKey(note: $0.note) != nil }.map(\.note))
    var versions = PromptVersions(db)
    return try Set(keys.map(\.note)).filter { note in
      guard try NoteSummary.fetchOne(db, id: note) != nil else { return false }
      return try several.contains(note) || !versions.changes(note).isEmpty
    }
  }

  /// Merges the versions of a note's prompts; does nothing if the note was deleted, has no text, or
  /// has an unreadable version of a prompt. Cost: as much as a save of the note; the first time
  /// that answers are needed, also a pass over the log's keys.
  mutating func settle(_ note: String) throws {
    for change in try changes(note) {
      if let version = change.removed { removed.append(version) }
      try SettledVersion.write(change.value, at: change.key, after: change.time, in: db)
      written.insert(change.key)
    }
  }

  /// A value to write, the time of the version that it follows, and the prompt that it removes; nil
  /// if it removes none.
  private struct Change {
    var key: EntryKey
    var value: EntryValue
    var time: String
    var removed: StoredVersion?
  }

  private mutating func changes(_ note: String) throws -> [Change] {
    var stored = try NoteValues.fetch(db, note: note)
    let textKey = EntryKey(scope: note, key: ".noteText")
    guard stored.metadata != nil, let text = stored.text,
      let time = try StoredVersion.fetch(db, textKey, limit: 1).first?.timestamp
    else { return [] }
    var versions: [EntryKey: [StoredVersion]] = [:]
    for key in stored.promptRows.keys {
      let all = try StoredVersion.fetch(db, key, limit: VersionLimits.ofValue)
      guard all.allSatisfy(\.isReadable) else { return [] }
      versions[key] = all
    }
    let several = Set(versions.filter { $1.count > 1 }.keys.compactMap { $0.promptKey(note: note) })
    let lineages = try PromptLineage.all(db, note: note)
    let continued = Set(lineages.flatMap { $0.1.ancestors.joined() })
    // Answers to an earlier prompt count for the prompt that continues it.
    let heirs = Set(
      lineages.filter {
        $0.1.blocks.contains {
          answered.contains($0) || $0.note == note && several.contains($0.key)
        }
      }.map(\.block))
    for (key, all) in versions.sorted(by: { $0.key < $1.key }) {
      guard let name = key.promptKey(note: note), all.count > 1 || heirs.contains(name) else {
        continue
      }
      let isGone = all.first?.value.type == 0
      if isGone, continued.contains(where: { $0.note == note && $0.block == name }) { continue }
      guard let block = try settled(key, all, in: note) else { continue }
      stored.values[key] = .json(.object(block.prompts.json))
      // The stored memory of FSRS may come from a device that lacked some answers.
      let memory = PromptAnnotations.memoryKey(note: note, block: block.key)
      versions[memory] = try StoredVersion.fetch(db, memory, limit: VersionLimits.ofValue)
      stored.values[memory] = PromptAnnotations.memoryValue(
        block.cards.map(\.memory), over: stored.values[memory])
    }
    var changes = NoteChanges(of: stored)
    changes.setPrompts(of: text, NoteContent(text: text).promptCollections)
    var values = stored.values.filter { versions[$0.key] != nil }
    for (key, value) in changes.values { values[key] = value }
    return values.sorted { $0.key < $1.key }.compactMap { key, value in
      let present = versions[key] ?? []
      if present.isEmpty ? value == .null : present.count == 1 && present[0].value.value == value {
        return nil
      }
      var change = Change(key: key, value: value, time: present.first?.timestamp ?? time)
      if value == .null, let former = stored.values[key], former != .null,
        var last = present.first(where: { $0.value.type != 0 })
      {
        last.value = StoredValue(former)
        change.removed = last
      }
      return change
    }
  }

  private mutating func settled(
    _ key: EntryKey, _ versions: [StoredVersion], in note: String
  ) throws -> ReviewBlock? {
    guard let block = key.promptKey(note: note) else { return nil }
    if log == nil { log = try StudyLog.rows(db) }
    let rows = log ?? [:]
    return try ReviewBlock.settled(db, note: note, key: block, versions) {
      try StudyLog.fetch(db, note: note, block: block) {
        rows[PromptLineage.Block(note: $0, key: $1)] ?? []
      }
    }
  }
}
