import Base
package import Foundation
import GRDB
import JSON
import KeyValueStore
import MiniMarkdown
package import NotebookFile

extension Notebook.Tags {
  /// Returns the hashtags of all notes outside the trash and their numbers of notes, parents before
  /// children.
  package func all() throws(NotebookError) -> [TagCount] {
    TagCount.counting(
      try notebook.read { db in try notebook.allNotes(db) }.lazy.filter { !$0.isTrashed })
  }

  /// Renames a hashtag and all hashtags below it, in the texts of all notes and among the tags of
  /// their books, in one transaction. Notes in the trash are not changed.
  ///
  /// Changes notes as a save does: derived values follow the text, prompts keep their statistics,
  /// and the replaced text stays in history. In a note in conflict, changes the text that readers
  /// see; the conflict stays. Does not change the texts of the notes in `open`, because a user is
  /// editing them. Changes the tags of their books, which are not in the texts.
  ///
  /// `progress` is called with the number of notes done, and of notes to change; if it returns
  /// false, nothing is changed. Throws the errors of `write`. Cost: linear in the notebook's notes,
  /// and a few parses of each text with the hashtag; those texts are held in memory.
  package func rename(
    _ rename: TagRename, except open: Set<String> = [], now: Date = Date(),
    progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(NotebookError) -> TagRenameReport {
    // If no note has the hashtag, does not create a working copy.
    let isNeeded = try notebook.read { db in try !Self.notes(with: rename.old, db).isEmpty }
    guard isNeeded else { return TagRenameReport() }
    return try notebook.writingNotes { author, db in
      try db.withManyPages {
        let plan = try TagRenamePlan(rename, except: open, db, at: now, progress)
        guard !plan.report.isRefused else { return plan.report }
        try author.write(plan.values, at: now, superseding: .winners, in: db)
        return plan.report
      }
    }
  }

  /// Returns the report that `rename` would return now. Changes nothing.
  package func previewRename(
    _ rename: TagRename, except open: Set<String> = []
  ) throws(NotebookError) -> TagRenameReport {
    try notebook.read { db in
      try TagRenamePlan(rename, except: open, db, at: Date()) { _, _ in true }.report
    }
  }

  fileprivate static func notes(with tag: HashtagPath, _ db: Database) throws -> [NoteSummary] {
    try NoteSummary.fetchAll(db).filter { !$0.isTrashed && $0.isTagged(tag) }
  }
}

private struct TagRenamePlan {
  var report = TagRenameReport()
  var values: [(EntryKey, EntryValue)] = []

  init(
    _ rename: TagRename, except open: Set<String>, _ db: Database, at now: Date,
    _ progress: (Int, Int) -> Bool
  ) throws {
    let notes = try Notebook.Tags.notes(with: rename.old, db)
    for (done, note) in notes.enumerated() {
      Work.step("Renaming the hashtag", done, of: notes.count)
      guard progress(done, notes.count) else {
        report.wasCancelled = true
        return
      }
      let stored = try NoteValues.fetch(db, note: note.id)
      let isOpen = open.contains(note.id)
      guard
        let (changes, occurrences) =
          isOpen
          ? NoteChanges.renamingBookTags(rename, in: stored, at: now)
          : NoteChanges.renaming(rename, in: stored, at: now)
      else {
        report.refused.append(note)
        continue
      }
      guard occurrences > 0 else { continue }
      report.changed.append(note)
      report.occurrenceCount += occurrences
      if try ConflictingKeys(db, note: note.id).decisive != nil { report.inConflict.append(note) }
      values += changes.values
    }
  }
}

extension NoteChanges {
  /// Returns the changes that rename a hashtag in a note, and the number of occurrences. Returns
  /// nil if the text would then have other hashtags than intended.
  fileprivate static func renaming(
    _ rename: TagRename, in stored: NoteValues, at now: Date
  ) -> (NoteChanges, occurrences: Int)? {
    let edits = HashtagEdits(text: stored.text ?? "", prefix: rename.prefix(of:))
    guard edits.isFaithful else { return nil }
    var occurrences = edits.edits.count
    let rewrites = PromptRewrites(from: stored.text ?? "", to: edits.text)
    let changes = saving(edits.text, over: stored, rewrites: rewrites, at: now) { metadata in
      let count = metadata.renameBookTags(rename)
      occurrences += count
      return count > 0
    }
    return (changes, occurrences)
  }

  fileprivate static func renamingBookTags(
    _ rename: TagRename, in stored: NoteValues, at now: Date
  ) -> (NoteChanges, occurrences: Int)? {
    var changes = NoteChanges(of: stored)
    guard var metadata = stored.metadata else { return (changes, 0) }
    let occurrences = metadata.renameBookTags(rename)
    guard occurrences > 0 else { return (changes, 0) }
    metadata.describe(NoteContent(text: stored.text ?? ""), isEdited: true, at: now)
    changes.set(".metadata", to: .json(.object(metadata)))
    return (changes, occurrences)
  }
}

extension JSONObject {
  /// Renames the tags of the book in a note's metadata, and keeps tags that become equal only once.
  /// Returns the number of renamed tags.
  fileprivate mutating func renameBookTags(_ rename: TagRename) -> Int {
    guard case .object(var book)? = self["book"], let tags = book["tags"]?.strings else { return 0 }
    let renamed = tags.map { $0.isEmpty ? $0 : rename.renamed(bookTag: $0) }
    let changed = zip(tags, renamed).filter { !$0.utf8.elementsEqual($1.utf8) }.map(\.1)
    guard !changed.isEmpty else { return 0 }
    var kept: [String] = []
    for tag in renamed where !(changed.contains(tag) && kept.contains(tag)) { kept.append(tag) }
    book["tags"] = .array(kept.map(JSONValue.string))
    self["book"] = .object(book)
    return changed.count
  }
}
