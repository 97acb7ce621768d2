package import NotebookFile
internal import KeyValueStore
package import Foundation
internal import GRDB
internal import JSON

/// The outcome of a save that is never refused.
package struct KeptSave: Sendable, Equatable {
  /// The version of the saved text, also where it was merged at once.
  package var version: String
  /// The other text, if it was changed elsewhere.
  package enum Other: Sendable, Equatable {
    /// There is none.
    case none
    /// The stored text has the changes of both.
    case merged
    /// Both are kept: the note is in conflict.
    case inConflict
    /// The note was deleted elsewhere. The text is kept: the note is in conflict.
    case deleted
  }

  package var other = Other.none
  /// Whether the note is in the trash.
  package var isTrashed = false

  /// Whether the note is in conflict now, with what its writer has not seen.
  package var isInConflict: Bool { other == .inConflict || other == .deleted }
}

extension Notebook {
  /// Saves `text` over the version that its writer began with, `base`, and over no other. If another one
  /// is stored by now, changes of different lines are merged. Otherwise both are kept, and the note is in
  /// conflict.
  package func saveKeepingOthers(
    text: String, note: String, base: String?, now: Date = Date()
  ) throws(NotebookError) -> KeptSave {
    try writingNotes { author, db in
      let place = EntryKey(scope: note, key: ".metadata")
      let metadata = try NoteValues.fetch(db, note: note, at: [place]).metadata
      guard
        try metadata != nil || WinningVersion.fetchName(db, note: note, key: ".noteText") != nil
      else { throw NoteMissing(id: note) }
      let isTrashed = metadata?["folder"]?.string == NoteChanges.trash
      if case .saved(let version) = try saveNote(
        text, note, base: base ?? "", in: db, author: &author, at: now)
      {
        return KeptSave(version: version, isTrashed: isTrashed)
      }
      let stored = try NoteValues.fetch(db, note: note)
      let key = EntryKey(scope: note, key: ".noteText")
      let before = try StoredVersion.fetch(db, key, limit: 1).first
      try author.write(
        NoteChanges.saving(text, over: stored, at: now).values, at: now,
        superseding: .base(base, of: key), in: db)
      let own = try StoredVersion.fetch(db, key, limit: 1).first
      let known = try replacedTexts(of: note).first { $0.version == base }
      var save = KeptSave(
        version: own?.name ?? "", other: .inConflict, isTrashed: isTrashed)
      if stored.metadata == nil {
        save.other = .deleted
      } else if let own, let before, let known, let other = stored.text,
        let merged = LineMerge.merge(text.withLineFeedsOnly, other, from: known.text)
      {
        let seen = [own, before].map { ($0.author, $0.usn) }
        let present = try NoteValues.fetch(db, note: note)
        try author.write(
          NoteChanges.saving(merged, over: present, at: now).values, at: now,
          superseding: .written(by: Dictionary(seen) { max($0, $1) }), in: db)
        save.other = .merged
      }
      if save.other != .merged, try NoteConflict.fetch(db, note: note) == nil { save.other = .none }
      return save
    }
  }
}
