public import Foundation
internal import GRDB
internal import JSON

extension Notebook {
  /// What there is to choose in a note; nil if nothing, or if there is no such note.
  public func conflict(in note: String) throws(NotebookError) -> NoteConflict? {
    try read { db in try NoteConflict.fetch(db, note: note) }
  }

  /// All notes in conflict, by id. Cost: linear in the notebook's keys.
  public func conflicts() throws(NotebookError) -> [NoteConflict] {
    try read { db in
      let sql = "SELECT DISTINCT scope FROM entry GROUP BY scope, key HAVING count(*) > 1"
      let notes = try String.fetchAll(db, sql: sql).filter(NoteValues.isNote)
      return try notes.sorted().compactMap { try NoteConflict.fetch(db, note: $0) }
    }
  }

  /// Settles a conflict: of the sides there are now, only the chosen one stays. Returns the notes
  /// that were made out of others.
  ///
  /// Throws `noteNotFound` when there is no such note or nothing, or not that side, to choose.
  @discardableResult
  public func resolveConflict(
    in note: String, keeping choice: ConflictChoice, now: Date = Date()
  ) throws(NotebookError) -> [StoredNote] {
    try writingNotes { author, db in
      let resolution = try ConflictResolution(db, note: note, keeping: choice)
      try rememberTexts(of: note, in: db, at: now)
      return try resolution.write(&author, db, at: now)
    }
  }

  /// Saves `text` over the version that its writer began with, `base`, and over no other: if another
  /// one is stored by now, both are kept, and the note is in conflict.
  public func saveKeepingOthers(
    text: String, note: String, base: String?, now: Date = Date()
  ) throws(NotebookError) -> (version: String, isInConflict: Bool) {
    try writingNotes { author, db in
      let stored = try NoteValues.fetch(db, note: note)
      let winner = try WinningVersion.fetch(db, note: note, key: ".noteText")
      guard winner != nil || stored.metadata != nil else { throw NoteMissing(id: note) }
      if case .saved(let version) = try saveNote(
        text, note, base: base ?? "", in: db, author: &author, at: now)
      {
        return (version, false)
      }
      let key = EntryKey(scope: note, key: ".noteText")
      try author.write(
        NoteChanges.saving(text, over: stored, at: now).values, at: now,
        superseding: .base(base, of: key), in: db)
      let version = try WinningVersion.fetch(db, note: note, key: ".noteText").version
      return (version, try NoteConflict.fetch(db, note: note) != nil)
    }
  }
}

extension NoteConflict {
  static func fetch(_ db: Database, note: String) throws -> NoteConflict? {
    let keys = try ConflictingKeys(db, note: note)
    guard let decisive = keys.decisive else { return nil }
    let text =
      decisive.key == ".noteText"
      ? nil : try WinningVersion.fetch(db, note: note, key: ".noteText")?.text
    let names = try db.cachedStatement(sql: "SELECT CAST(name AS TEXT) FROM author WHERE id = ?")
    let sides = try keys.sides.map { version in
      let isDeleted = version.value.value.map { $0 == .null } ?? false
      let shown = decisive.key == ".noteText" ? version.value.text : text
      return Side(
        version: version.name,
        author: try String.fetchOne(names, arguments: [version.author]) ?? "",
        written: Timestamps.date(row: version.timestamp) ?? .distantPast,
        text: isDeleted ? nil : shown.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
    return NoteConflict(note: note, sides: sides)
  }
}

/// What is written when a conflict is settled.
private struct ConflictResolution {
  private let note: String
  private let keys: ConflictingKeys
  private let chosen: StoredVersion
  private let isBoth: Bool

  init(_ db: Database, note: String, keeping choice: ConflictChoice) throws {
    self.note = note
    keys = try ConflictingKeys(db, note: note)
    let sides = keys.sides
    let side: StoredVersion? =
      switch choice {
      case .mine, .both: sides.first
      case .theirs(let version?): sides.first { $0.name == version }
      case .theirs(nil): sides.dropFirst().first
      }
    guard let side else { throw NoteMissing(id: note) }
    chosen = side
    isBoth = choice == .both
  }

  func write(_ author: inout Author, _ db: Database, at now: Date) throws -> [StoredNote] {
    let others = isBoth ? try copies(db) : []
    var made: [StoredNote] = []
    for other in others {
      try author.write(other.values, at: now, superseding: .winners, in: db)
      guard let summary = try NoteSummary.fetchOne(db, id: other.stored.id) else { continue }
      let winner = try WinningVersion.fetch(db, note: summary.id, key: ".noteText")
      made.append(StoredNote(summary: summary, winner: winner))
    }
    try author.write(try settled(db, at: now), at: now, superseding: .all, in: db)
    return made
  }

  /// The version of `key` that goes with the chosen side: its author's, or the one that counts.
  private func version(of key: EntryKey, on side: StoredVersion) -> StoredVersion? {
    if key == side.key { return side }
    return keys.several[key]?.first { $0.author == side.author } ?? keys.several[key]?.first
  }

  /// The values to write: of each key that has several versions one, and whatever follows from the
  /// text that was chosen.
  private func settled(_ db: Database, at now: Date) throws -> [(EntryKey, EntryValue)] {
    let textKey = EntryKey(scope: note, key: ".noteText")
    var values: [(EntryKey, EntryValue)] = []
    if chosen.value.value == .null {
      values = try NoteValues.fetchLiveKeys(db, note: note).map { ($0, .null) }
    } else {
      var stored = try NoteValues.fetch(db, note: note)
      let text = version(of: textKey, on: chosen)?.value.value?.text ?? stored.text ?? ""
      let metadataKey = EntryKey(scope: note, key: ".metadata")
      if let metadata = version(of: metadataKey, on: chosen)?.value.value, metadata != .null {
        stored.values[metadataKey] = metadata
      }
      values = NoteChanges.saving(text, over: stored, at: now).values
      if !values.contains(where: { $0.0 == metadataKey }), let value = stored.values[metadataKey] {
        values.append((metadataKey, value))
      }
    }
    let isDeleted = chosen.value.value == .null
    for key in keys.several.keys.sorted() where !values.contains(where: { $0.0 == key }) {
      if key.key.hasPrefix("prompt=") { continue }
      values.append((key, isDeleted ? .null : version(of: key, on: chosen)?.value.value ?? .null))
    }
    return values
  }

  /// The texts that were not chosen as notes of their own, with the book and the images.
  private func copies(_ db: Database) throws -> [NoteChanges] {
    guard keys.decisive?.key == ".noteText" else { return [] }
    return try keys.sides.dropFirst().compactMap { side -> NoteChanges? in
      guard let text = side.value.value?.text else { return nil }
      let id = UUID.random().uuidString
      let metadataKey = EntryKey(scope: id, key: ".metadata")
      var stored = NoteValues(id: id)
      let original = version(of: EntryKey(scope: note, key: ".metadata"), on: side)?.value.value
      var metadata = try original ?? NoteValues.fetch(db, note: note)[".metadata"]
      if metadata == .null { metadata = .json([:]) }
      stored.values[metadataKey] = metadata
      var copy = NoteChanges.saving(text, over: stored, at: .now)
      if !copy.values.contains(where: { $0.0 == metadataKey }) {
        copy.insert(metadata, at: metadataKey)
      }
      for (key, versions) in try EntryVersion.fetch(db, scope: note) {
        guard case .blob? = versions.first?.value, let value = versions.first?.value else {
          continue
        }
        copy.insert(value, at: EntryKey(scope: id, key: key.key))
      }
      return copy
    }
  }
}
