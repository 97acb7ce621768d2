import Base
import Foundation
import GRDB
import KeyValueStore

/// A note of an older file, compared with the present note that has its id.
struct NoteRestoring {
  enum Present {
    /// The notebook has never had the note.
    case missing
    case deleted, trashed
    /// The note has no text, but has one in the older file.
    case emptied
    case different, same
  }

  let note: RestoreReport.Note
  let present: Present
  /// The values to write: those of the older file that differ, and null for a text and book values
  /// that it lacks.
  private let values: [(EntryKey, EntryValue)]
  private let text: String?

  /// Compares the note of `summary` in `source` with the one in `db`. Does not compare prompts that
  /// `db` has, so that their present statistics stay. Cost: linear in the note's values.
  init(_ summary: NoteSummary, from source: Database, to db: Database) throws {
    let id = summary.id
    note = RestoreReport.Note(id: id, title: summary.title)
    text = try NoteValues.fetch(source, note: id).text
    let keys = try NoteValues.fetchLiveKeys(source, note: id)
    var values: [(EntryKey, EntryValue)] = []
    var differs = false
    for key in keys {
      guard let there = try StoredVersion.fetch(source, key, limit: 1).first?.value,
        let value = there.value, value != .null
      else { continue }
      let here = try StoredVersion.fetch(db, key, limit: 1).first?.value
      let isHere = here.map { $0.type != 0 } ?? false
      if here?.means(there) == true || key.promptKey(note: id) != nil && isHere { continue }
      values.append((key, value))
      if key.promptKey(note: id) == nil { differs = true }
    }
    // Removes the text and the values of the book if the older file lacks them. Other images stay.
    for name in [".noteText", ".bookIndex", ".coverImage", BookValues.ownKey] {
      let key = EntryKey(scope: id, key: name)
      guard !keys.contains(key),
        let here = try StoredVersion.fetch(db, key, limit: 1).first, here.value.type != 0
      else { continue }
      values.append((key, .null))
      differs = true
    }
    self.values = values
    present = try Self.present(summary, text, differs: differs, in: db)
  }

  private static func present(
    _ summary: NoteSummary, _ text: String?, differs: Bool, in db: Database
  ) throws -> Present {
    let key = EntryKey(scope: summary.id, key: ".metadata")
    let values = try NoteValues.fetch(db, note: summary.id)
    guard let here = try NoteSummary.fetchOne(db, id: summary.id) else {
      return try StoredVersion.fetch(db, key, limit: 1).isEmpty ? .missing : .deleted
    }
    if here.isTrashed, !summary.isTrashed { return .trashed }
    if !(text ?? "").trimmed.isEmpty, (values.text ?? "").trimmed.isEmpty { return .emptied }
    return differs ? .different : .same
  }

  func isSelected(by selection: RestoreSelection) -> Bool {
    switch (present, selection) {
    case (.same, _): false
    case (_, .notes(let ids)): ids.contains(note.id)
    case (_, .all), (.missing, _), (.emptied, _): true
    case (.deleted, .lostAndDeleted), (.trashed, .lostAndDeleted): true
    default: false
    }
  }

  /// Writes the note of the older file over the present one, in the caller's transaction.
  func write(in db: Database, author: inout Author, at now: Date) throws {
    let isGone =
      switch present {
      case .missing, .deleted: true
      default: false
      }
    try author.write(values, at: now, superseding: isGone ? .all : .winners, in: db)
    // Removes prompts of the present text that the older one lacks.
    if let text {
      _ = try NoteWriting.save(text: text, note: note.id, in: db, author: &author, at: now)
    }
  }
}
