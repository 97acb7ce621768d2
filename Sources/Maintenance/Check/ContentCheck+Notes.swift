import Base
import Foundation
import GRDB
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook
import NotebookFile

extension ContentCheck {
  mutating func checkNotes(_ db: Database) throws {
    for id in try NoteConflict.notes(db) {
      add(
        .conflict, .warning, note: id, "it is in conflict: several devices or programs changed it",
        "“commonplace conflicts” shows the texts, “commonplace conflicts resolve” chooses one")
    }
    try checkUpgrade(db)
    for note in try PromptVersions.notes(db).sorted() {
      add(
        .promptVersions, .warning, note: note,
        "a prompt is stored several times: the app may ask it twice, or after you removed it",
        Self.repairAdvice, isRepairable: true)
    }
    let images = try Self.images(db)
    var checks: [NoteCheck] = []
    var faults: [FaultyNote] = []
    var size = 0
    defer { report(faults) }
    try NoteRows.forEach(db) { rows in
      checks.append(NoteCheck(rows: rows, images: images[rows.id] ?? []))
      size += rows.text?.utf8.count ?? 0
      if checks.count == Self.batch.notes || size >= Self.batch.bytes {
        faults += Self.run(checks)
        (checks, size) = ([], 0)
      }
    }
    faults += Self.run(checks)
  }

  /// Notes are checked after this number of notes, or of bytes of text, was read.
  private static let batch = (notes: 256, bytes: 8 << 20)

  private typealias FaultyNote = (check: NoteCheck, faults: [NoteCheck.Fault])

  private static func run(_ checks: [NoteCheck]) -> [FaultyNote] {
    zip(checks, Parallel.map(checks, \.faults)).filter { !$1.isEmpty }
  }

  private mutating func report(_ notes: [FaultyNote]) {
    for (check, faults) in notes.sorted(by: {
      $0.check.rows.metadata.row < $1.check.rows.metadata.row
    }) {
      for fault in faults {
        add(
          fault.kind, fault.severity, note: check.rows.id, fault.problem, fault.advice,
          isRepairable: fault.isRepairable)
      }
    }
  }

  /// Checks whether an older version of this program marked the file as upgraded to the app's 2.0
  /// without completing the upgrade.
  private mutating func checkUpgrade(_ db: Database) throws {
    guard try !MetadataUpgrade.isNeeded(by: db) else { return }
    let notes = try MetadataUpgrade.lacking(db)
    guard let first = notes.first else { return }
    add(
      .notUpgraded, .warning, note: first,
      "the app lists books without their section or author: the book of this note"
        + NoteCheck.more(notes.count - 1),
      Self.repairAdvice, isRepairable: true)
  }

  /// Returns the keys of each note's images, without covers.
  private static func images(_ db: Database) throws -> [String: Set<String>] {
    let sql = """
      SELECT scope, key FROM entry
      WHERE blob IS NOT NULL AND key <> '.coverImage' AND \(LastWriterWins.scanCondition)
      """
    return try Row.fetchAll(db, sql: sql).reduce(into: [:]) { images, row in
      guard let scope = row.text(at: 0), let key = row.text(at: 1) else { return }
      images[scope, default: []].insert(key)
    }
  }

  /// Checks for values that belong to no note: in a note's scope without metadata, or in our scope
  /// about a missing note.
  mutating func checkOrphans(_ db: Database) throws {
    var orphans: [String: [EntryKey]] = [:]
    let notes = try Self.scopes(
      db, "SELECT DISTINCT scope FROM entry WHERE key = '.metadata' AND json IS NOT NULL")
    // This reads only the index of keys.
    let others = try Self.scopes(db, "SELECT DISTINCT scope FROM entry").subtracting(notes)
      .filter { $0 == EntryKey.ourScope || NoteValues.isNote($0) }
    for scope in others.sorted() {
      let sql = """
        SELECT key FROM entry
        WHERE scope = ? AND (text IS NOT NULL OR json IS NOT NULL OR blob IS NOT NULL)
          AND \(LastWriterWins.condition) ORDER BY key
        """
      let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [scope])
      while let row = try rows.next() {
        guard let key = row.text(at: 0) else { continue }
        let entryKey = EntryKey(scope: scope, key: key)
        guard NoteValues.isNote(entryKey.note), !notes.contains(entryKey.note) else { continue }
        // The record of an import is kept.
        if scope == EntryKey.ourScope, !entryKey.isLeftByDeletion(of: entryKey.note) { continue }
        orphans[entryKey.note, default: []].append(entryKey)
      }
    }
    for (note, keys) in orphans.sorted(by: { $0.key < $1.key }) {
      let wasDeleted = try !StoredVersion.fetch(db, EntryKey(scope: note, key: ".metadata")).isEmpty
      let rest = keys.filter { !$0.isLeftByDeletion(of: note) }
      let left = keys.count - rest.count
      if wasDeleted, left > 0 {
        add(
          .orphan, .warning, note: note,
          "\(left.counted("value")) left over from a deleted note",
          Self.repairAdvice, isRepairable: true)
      }
      // Values that were not deleted may still arrive from another device, and our values about the
      // note then belong to it.
      let others = wasDeleted ? rest : keys.filter { $0.scope != EntryKey.ourScope || $0.isPrompt }
      guard let first = others.first else { continue }
      let isLost = !wasDeleted && others.contains { $0.key == ".noteText" }
      add(
        .orphan, .warning, note: note,
        "\(others.count.counted("value")) without a note (\(first.key.prefix(40)))",
        isLost
          ? Self.repairAdvice
          : "the rest of the note may arrive from another device, unless the note was deleted there",
        isRepairable: isLost)
    }
  }
}

extension ContentCheck {
  private static func scopes(_ db: Database, _ sql: String) throws -> Set<String> {
    Set(try Row.fetchAll(db, sql: sql).compactMap { $0.text(at: 0) })
  }
}

extension EntryKey {
  fileprivate var isPrompt: Bool { promptKey(note: note)?.hasPrefix(PromptKey.prefix) ?? false }

  /// Whether the key is useless after the note is deleted: it is a prompt, or one of our values
  /// about the note. Import records stay: they prevent the note from being imported again.
  func isLeftByDeletion(of note: String) -> Bool {
    if scope == Self.ourScope { return !key.utf8.elementsEqual("\(note);imported".utf8) }
    return isPrompt
  }
}
