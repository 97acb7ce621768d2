package import Foundation
import GRDB
import JSON
import KeyValueStore
package import NotebookFile

/// The outcome of a save that is never refused.
package struct KeptSave: Sendable, Equatable {
  /// The version of the saved text. If it was merged at once, still its version before the merge.
  package var version: String
  /// The outcome for another text that was stored since the edit began.
  package enum Other: Sendable, Equatable {
    case none
    case merged
    case inConflict
    /// Another writer deleted the note. The saved text is kept: the note is in conflict.
    case deleted
  }

  package var other = Other.none
  package var isTrashed = false

  package var isInConflict: Bool { other == .inConflict || other == .deleted }
}

extension Notebook.Conflicts {
  /// Saves `text`, superseding only `base`, the version that the edit was based on. If another
  /// version is stored by now, merges changes of different lines if history has the base. Otherwise
  /// keeps both, and the note is in conflict.
  ///
  /// `isCurrent` is called in the transaction, so that other saves cannot come between. If it
  /// returns false, saves nothing and returns nil. It must not read the notebook. Throws
  /// `noteNotFound`, and the errors of `write`.
  package func saveKeepingOthers(
    text: String, note: String, base: String?, now: Date = Date(), ifStill isCurrent: () -> Bool
  ) throws(NotebookError) -> KeptSave? {
    try notebook.writingNotes { author, db in
      guard isCurrent() else { return nil }
      return try saveKeepingOthers(
        text, note, base: base, PromptRewrites(), in: db, author: &author, at: now)
    }
  }

  /// Saves without a condition, like `saveKeepingOthers(text:note:base:now:ifStill:)`.
  package func saveKeepingOthers(
    text: String, note: String, base: String?, rewrites: PromptRewrites = PromptRewrites(),
    now: Date = Date()
  ) throws(NotebookError) -> KeptSave {
    try notebook.writingNotes { author, db in
      try saveKeepingOthers(text, note, base: base, rewrites, in: db, author: &author, at: now)
    }
  }

  private func saveKeepingOthers(
    _ text: String, _ note: String, base: String?, _ rewrites: PromptRewrites, in db: Database,
    author: inout Author, at now: Date
  ) throws -> KeptSave {
    let entryKey = EntryKey(scope: note, key: ".metadata")
    let metadata = try NoteValues.fetch(db, note: note, at: [entryKey]).metadata
    guard
      try metadata != nil || WinningVersion.fetchName(db, note: note, key: ".noteText") != nil
    else { throw NoteMissing(id: note) }
    let isTrashed = metadata?["folder"]?.string == NoteSummary.trash
    let base = try base.map { try notebook.present($0, of: note) }
    if case .saved(let version) = try notebook.saveNote(
      text, note, base: base ?? "", rewrites: rewrites, in: db, author: &author, at: now)
    {
      return KeptSave(version: version, isTrashed: isTrashed)
    }
    let stored = try NoteValues.fetch(db, note: note)
    let key = EntryKey(scope: note, key: ".noteText")
    let before = try StoredVersion.fetch(db, key, limit: 1).first
    try author.write(
      NoteChanges.saving(text, over: stored, rewrites: rewrites, at: now).values, at: now,
      superseding: .base(base, of: key), in: db)
    let own = try StoredVersion.fetch(db, key, limit: 1).first
    let known = try notebook.replacedTexts(of: note).first { $0.version == base }
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

extension Notebook.Conflicts {
  private static let mostSides = 100

  /// Keeps `text`, from another program, as another side of the note's conflict. Readers still see
  /// the present text. `written` is the time of the text. Returns the version of the text, even if
  /// an equal text was already stored; nil if there are already a hundred versions.
  ///
  /// Throws `noteNotFound`, and the errors of `write`.
  package func keepBeside(
    text: String, note: String, written: Date, now: Date = Date()
  ) throws(NotebookError) -> String? {
    try notebook.writingNotes { author, db in
      guard try NoteSummary.fetchOne(db, id: note) != nil else { throw NoteMissing(id: note) }
      let key = EntryKey(scope: note, key: ".noteText")
      let value = EntryValue.text(text.withLineFeedsOnly)
      let limit = VersionLimits.ofValue
      let versions = try StoredVersion.fetch(db, key, limit: limit)
      if let same = versions.first(where: { $0.value.value == value }) { return same.name }
      guard versions.count < Self.mostSides else { return nil }
      let time = max(Date(timeIntervalSince1970: 0), min(written, now))
      try author.write([(key, value)], at: time, now: now, superseding: .nothing, in: db)
      return try StoredVersion.fetch(db, key, limit: limit).first { $0.value.value == value }?.name
    }
  }
}
