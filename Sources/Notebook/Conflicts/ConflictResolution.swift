import Foundation
import GRDB
import JSON
import KeyValueStore
import NotebookFile

/// The changes that resolve a conflict. Afterwards every key of the note has one version, unless
/// only some sides are resolved.
struct ConflictResolution {
  private let note: String
  private let keys: ConflictingKeys
  private let chosen: StoredVersion
  private let choice: ConflictChoice
  /// The text to use for sides that lack theirs; nil if it is unknown.
  private let keptText: String?
  private let sides: [StoredVersion]
  private let policy: SupersedePolicy

  /// Prepares a resolution. `keptText` returns the note's last text in history; it is called only
  /// if the sides lack their text because another side permanently deleted the note. `shown`
  /// contains the names of the sides to resolve, nil for all. Other sides stay in conflict with the
  /// result.
  ///
  /// Throws `NoteMissing` if the note is not in conflict, or does not have the selected side.
  init(
    _ db: Database, note: String, keeping choice: ConflictChoice, shown: [String]? = nil,
    keptText: () -> String?
  ) throws {
    self.note = note
    self.choice = choice
    let keys = try ConflictingKeys(db, note: note)
    self.keys = keys
    self.keptText = keys.lacksText ? keptText() : nil
    let sides = keys.sides.filter { shown?.contains($0.name) ?? true }
    self.sides = sides
    if sides.count == keys.sides.count {
      policy = .all
    } else {
      // Versions equal to these sides are resolved, too.
      let same = (keys.decisive.flatMap { keys.several[$0] } ?? []).filter { version in
        sides.contains { $0.value.means(version.value) }
      }
      policy = .written(by: Dictionary(same.map { ($0.author, $0.usn) }) { max($0, $1) })
    }
    let side: StoredVersion? =
      switch choice {
      case .shown, .both: sides.first
      case .text: sides.first { !keys.isDeletion($0) } ?? sides.first
      case .side(let version): sides.first { $0.name == version }
      case .other: sides.dropFirst().first
      }
    guard let side else { throw NoteMissing(id: note) }
    chosen = side
  }

  /// Returns the notes that were created from other sides.
  func write(_ author: inout Author, _ db: Database, at now: Date) throws -> [StoredNote] {
    var made: [StoredNote] = []
    for copy in choice == .both ? try copies(db, at: now) : [] {
      try author.write(copy.values, at: now, superseding: .winners, in: db)
      guard let summary = try NoteSummary.fetchOne(db, id: copy.stored.id) else { continue }
      let winner = try WinningVersion.fetch(db, note: summary.id, key: ".noteText")
      made.append(StoredNote(summary: summary, winner: winner))
    }
    try author.write(try settled(db, at: now), at: now, superseding: policy, in: db)
    return made
  }
}

extension ConflictResolution {
  /// Returns the values to write: one for each key with several versions, and all values derived
  /// from the selected text.
  private func settled(_ db: Database, at now: Date) throws -> [(EntryKey, EntryValue)] {
    guard !isDeletion else {
      let live = try NoteValues.fetchLiveKeys(db, note: note)
      return Set(live).union(keys.several.keys).sorted().map { key in
        // Keeps the import record, even of a deleted note.
        (key, key.isImportRecord ? value(of: key, on: chosen) : .null)
      }
    }
    let stored = try values(db, on: chosen)
    let text = if case .text(let text) = choice { text } else { try self.text(of: stored) }
    var values = NoteChanges.saving(text, over: stored, at: now).values
    for key in keys.several.keys.sorted() where !values.contains(where: { $0.0 == key }) {
      values.append((key, value(of: key, on: chosen)))
    }
    return values
  }

  private var isDeletion: Bool {
    if case .text = choice { return false }
    return keys.isDeletion(chosen)
  }

  /// Returns the text of a side that is not a deletion. Throws `textLost` if the text is unknown.
  private func text(of values: NoteValues) throws -> String {
    if let text = values.text { return text }
    guard keys.lacksText else { return "" }
    guard let keptText else { throw NotebookError.textLost(note: note) }
    return keptText
  }

  /// Returns changes that store each side except the first as a separate note, with its book and
  /// images. Skips deletions.
  private func copies(_ db: Database, at now: Date) throws -> [NoteChanges] {
    try sides.dropFirst().filter { !keys.isDeletion($0) }.map { side in
      let original = try values(db, on: side)
      return try NoteChanges.copying(original, as: text(of: original), in: db, at: now) {
        key, first in
        keys.several[key] == nil ? first : value(of: key, on: side)
      }
    }
  }

  /// Returns the note's values as they are on `side`, except files such as images.
  private func values(_ db: Database, on side: StoredVersion) throws -> NoteValues {
    var values = try NoteValues.fetch(db, note: note)
    for key in keys.several.keys {
      let value = value(of: key, on: side)
      if case .blob = value { continue }
      values.values[key] = value
    }
    return values
  }

  /// Returns the value of a key with several versions for `side`: the one by the side's author or,
  /// without one, the winning one. For prompts, returns the value with the most reviews. Uses the
  /// metadata of a deletion only if there is no other value. Null if no value is readable.
  private func value(of key: EntryKey, on side: StoredVersion) -> EntryValue {
    let versions = keys.several[key] ?? []
    if key == side.key, let value = side.value.value { return value }
    let own = versions.filter { $0.author == side.author }
    let values = (own + versions).compactMap(\.value.value)
    if let prompt = key.promptKey(note: note) {
      let prompts = values.compactMap { StoredPrompts(key: prompt, entryKey: key, value: $0) }
      let most = prompts.map(\.reviewCount).max()
      if let best = prompts.first(where: { $0.reviewCount == most }) {
        return .json(.object(best.json))
      }
    }
    let isNote = key.key == ".metadata"
    return values.first { !isNote || $0 != .null } ?? values.first ?? .null
  }
}
