import Base
package import Foundation
package import GRDB
import KeyValueStore
package import NotebookFile

extension Notebook.Conflicts {
  package func of(_ note: String) throws(NotebookError) -> NoteConflict? {
    try notebook.read { db in try NoteConflict.fetch(db, note: note) }.map(withKeptText)
  }

  /// Returns all notes in conflict, sorted by id. Cost: linear in the notebook's keys.
  package func all() throws(NotebookError) -> [NoteConflict] {
    try notebook.read { db in
      try NoteConflict.notes(db).compactMap { try NoteConflict.fetch(db, note: $0) }
    }.map(withKeptText)
  }

  /// Returns those of `ids` whose notes are in conflict. Cost: for up to a hundred ids, linear in
  /// their notes' keys; otherwise linear in the notebook's keys.
  package func notes(
    among ids: some Collection<String>
  ) throws(NotebookError) -> Set<String> {
    try notebook.read { db in
      guard ids.count <= 100 else {
        return Set(try NoteConflict.notes(db)).intersection(ids)
      }
      return Set(try ids.filter { try NoteConflict.fetch(db, note: $0) != nil })
    }
  }

  package func isOwn(_ side: NoteConflict.Side) throws(NotebookError) -> Bool {
    try side.writer.map { (writer) throws(NotebookError) in try notebook.isOwn(writer) } ?? false
  }

  /// Gives sides that lost their text the note's last text in this machine's history.
  private func withKeptText(_ conflict: NoteConflict) -> NoteConflict {
    guard conflict.sides.contains(where: \.isTextLost),
      let text = lastKeptText(of: conflict.note)
    else { return conflict }
    var conflict = conflict
    for index in conflict.sides.indices where conflict.sides[index].isTextLost {
      conflict.sides[index].text = text
      conflict.sides[index].isTextLost = false
    }
    return conflict
  }

  private func lastKeptText(of note: String) -> String? {
    let texts = (try? notebook.replacedTexts(of: note)) ?? []
    return texts.max { ($0.written ?? $0.time) < ($1.written ?? $1.time) }?.text
  }

  /// Resolves a conflict: only the selected side stays. Returns the notes that were created from
  /// other sides, with `both`.
  ///
  /// `shown` contains the names of the sides to resolve, nil for all: sides that were not shown
  /// stay in conflict with the choice. A text that was lost because another side permanently
  /// deleted the note is read from this machine's history.
  ///
  /// Throws `noteNotFound` if there is no such note, conflict or side, and `textLost` if history
  /// does not have the selected text. Then nothing is written. Also throws the errors of `write`.
  @discardableResult
  package func resolve(
    in note: String, keeping choice: ConflictChoice, shown: [String]? = nil, now: Date = Date()
  ) throws(NotebookError) -> [StoredNote] {
    try notebook.writingNotes { author, db in
      let resolution = try ConflictResolution(db, note: note, keeping: choice, shown: shown) {
        lastKeptText(of: note)
      }
      return try resolution.write(&author, db, at: now)
    }
  }
}

extension NoteConflict {
  /// Returns the ids of all notes in conflict, sorted.
  package static func notes(_ db: Database) throws -> [String] {
    let sql = "SELECT DISTINCT scope FROM entry GROUP BY scope, key HAVING count(*) > 1"
    return try notes(db, among: Row.fetchAll(db, sql: sql).compactMap { $0.text(at: 0) })
  }

  /// Returns the sorted ids of the notes in conflict among `scopes`, which have several versions of
  /// a key.
  package static func notes(_ db: Database, among scopes: [String]) throws -> [String] {
    try scopes.sorted().filter { note in
      try NoteValues.isNote(note) && ConflictingKeys(db, note: note).decisive != nil
    }
  }

  package static func fetch(_ db: Database, note: String) throws -> NoteConflict? {
    let keys = try ConflictingKeys(db, note: note)
    guard let decisive = keys.decisive else { return nil }
    let text =
      decisive.key == ".noteText"
      ? nil : try WinningVersion.fetch(db, note: note, key: ".noteText")?.text
    let facts = decisive.key == ".noteText" ? [] : ConflictFacts.all(keys.sides)
    let sides = try keys.sides.enumerated().map { index, version in
      let isDeleted = keys.isDeletion(version)
      let isLost = !isDeleted && keys.lacksText
      let shown = decisive.key == ".noteText" ? version.value.text : text
      let writer = try SettledVersion.writer(of: version, in: db)
      return Side(
        version: version.name, author: try Author.name(of: writer, in: db), writer: writer,
        written: Timestamps.date(row: version.timestamp) ?? .distantPast,
        text: isDeleted || isLost ? nil : shown.map { String(decoding: $0, as: UTF8.self) } ?? "",
        isTextLost: isLost, facts: facts.indices.contains(index) ? facts[index] : [])
    }
    return NoteConflict(note: note, sides: sides)
  }
}
