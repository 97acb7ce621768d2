import Base
import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile

extension Notebook {
  /// Returns the notes that may have changed after `state`, nil for deleted ones, and the present
  /// state. Returns all notes, with `isAll`, if `state` is nil or unknown.
  ///
  /// Cost: a few rows and the changed notes; without a working copy, all notes after any change.
  func mirroredNotes(
    since state: NotebookState?
  ) throws(NotebookError) -> (notes: [String: MirroredNote?], state: NotebookState, isAll: Bool) {
    try read { source, db in
      let now = try NotebookState(source, db)
      if state == now { return ([:], now, false) }
      let changed = state.flatMap { now.changedNotes(since: $0, of: source) }
      var ids: Set<String> = changed ?? []
      var inConflict: Set<String>?
      if changed == nil {
        try NoteSummary.forEach(db) { ids.insert($0.id) }
        inConflict = Set(try NoteConflict.notes(db))
      }
      var notes: [String: MirroredNote?] = [:]
      for id in ids where NoteValues.isNote(id) {
        notes[id] = .some(
          try MirroredNote.fetch(db, id, isInConflict: inConflict?.contains(id) ?? true))
      }
      return (notes, now, changed == nil)
    }
  }

  /// Returns the notes in the trash. Cost: a pass over all notes' metadata, and the texts in the
  /// trash.
  func trashedNotes() throws(NotebookError) -> [String: MirroredNote] {
    try read { db in
      var ids: Set<String> = []
      try NoteSummary.forEach(db) { if $0.isTrashed { ids.insert($0.id) } }
      var notes: [String: MirroredNote] = [:]
      for id in ids { notes[id] = try MirroredNote.fetch(db, id, isInConflict: false) }
      return notes
    }
  }
}

struct NotebookState: Equatable, Sendable {
  /// The number of the last change in the feed of a working copy; without a working copy, the
  /// identity of the file.
  let text: String

  init(text: String) { self.text = text }

  /// Reads the state from `db`, a connection of `source` in a transaction.
  init(_ source: NotebookSource, _ db: Database) throws {
    text =
      switch source {
      case .copy: "\(try ChangeFeed.number(db))"
      case .file(let file, _, _):
        file.identity.columns.map { "\($0)" }.joined(separator: " ")
      }
  }

  func changedNotes(since state: NotebookState, of source: NotebookSource) -> Set<String>? {
    guard let last = Int64(state.text), let number = Int64(text),
      let changes = source.copy?.history.changes(after: last, through: number)
    else { return nil }
    return changes.reduce(into: []) { $0.formUnion($1.keys.scopes?.keys.map(\.self) ?? []) }
  }
}

extension MirroredNote {
  static func fetch(_ db: Database, _ id: String, isInConflict: Bool) throws -> MirroredNote? {
    guard let summary = try NoteSummary.fetchOne(db, id: id) else { return nil }
    let winner = try WinningVersion.fetch(db, note: id, key: ".noteText")
    let stored = StoredNote(summary: summary, winner: winner)
    var note = MirroredNote(stored)
    if isInConflict, !note.isTrashed {
      for side in try NoteConflict.fetch(db, note: id)?.sides.dropFirst() ?? [] {
        guard let text = side.text else { continue }
        let digest = TextDigest(text.withLineFeedsOnly)
        if digest != note.digest { note.others[side.version] = digest }
      }
    }
    return note
  }

  init(_ note: StoredNote) {
    version = note.version
    digest = TextDigest(note.text.withLineFeedsOnly)
    stem = note.summary.mirrorStem
    isTrashed = note.summary.isTrashed
  }
}

extension NoteSummary {
  var mirrorStem: String {
    // Without a title, only the ID could be shown, which the user would not recognize.
    title == id && storedTitle.trimmed != id ? "Untitled" : MirrorNames.stem(of: title)
  }
}
