internal import Base
internal import Foundation
internal import GRDB

extension Notebook {
  /// The notes that may have changed since `seen` was what the authors had written, all of them for
  /// nil or where it cannot be told; nil being those that are no more. And what they have written now.
  ///
  /// Cost: a few rows when nothing has changed; otherwise a pass over the notebook's keys, and what
  /// has changed.
  func mirroredNotes(
    since seen: [Data: Int64]?
  ) throws(NotebookError) -> (notes: [String: MirroredNote?], seen: [Data: Int64], isAll: Bool) {
    try read { db in
      guard let now = try VersionVector.authors(db) else { throw TooManyAuthors() }
      if let seen, seen == now { return ([:], now, false) }
      let ids: Set<String>
      var inConflict: Set<String>?
      let isAll: Bool
      if let seen, seen.allSatisfy({ now[$0.key] ?? 0 >= $0.value }) {
        ids = try Self.notes(db, since: seen, now)
        isAll = false
      } else {
        var all: Set<String> = []
        try NoteSummary.forEach(db) { all.insert($0.id) }
        ids = all
        inConflict = Set(try NoteConflict.notes(db))
        isAll = true
      }
      var notes: [String: MirroredNote?] = [:]
      for id in ids where NoteValues.isNote(id) {
        notes[id] = .some(
          try MirroredNote.fetch(db, id, isInConflict: inConflict?.contains(id) ?? true))
      }
      return (notes, now, isAll)
    }
  }

  /// The notes in the trash. Cost: a pass over the notebook's keys, and the texts in the trash.
  func trashedNotes() throws(NotebookError) -> [String: MirroredNote] {
    try read { db in
      var ids: Set<String> = []
      try NoteSummary.forEach(db) { if $0.isTrashed { ids.insert($0.id) } }
      var notes: [String: MirroredNote] = [:]
      for id in ids { notes[id] = try MirroredNote.fetch(db, id, isInConflict: false) }
      return notes
    }
  }

  private static func notes(
    _ db: Database, since seen: [Data: Int64], _ now: [Data: Int64]
  ) throws -> Set<String> {
    var notes: Set<String> = []
    let sql = "SELECT scope FROM entry WHERE authorId = ? AND usn > ?"
    for (author, usn) in now where usn > seen[author] ?? 0 {
      let rows = try Row.fetchCursor(db, sql: sql, arguments: [author, seen[author] ?? 0])
      while let row = try rows.next() {
        if let note = row.text(at: 0) { notes.insert(note) }
      }
    }
    return notes
  }
}

extension MirroredNote {
  /// The note `id`; nil if there is none.
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
  /// What a mirrored file is called after the note.
  var mirrorStem: String {
    // Without any title there is only the id to show, which says nothing.
    title == id && storedTitle.trimmed != id ? "Untitled" : MirrorNames.stem(of: title)
  }
}
