package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile
import Quoting

extension Notebook.Notes {
  /// Appends the text of `second` to the text of `first`, unless they are equal. Copies its
  /// pictures, the states of its prompts, and its cover if `first` has none. `join` merges the two
  /// books. Moves `second` to the trash. Uses one transaction. Throws `noteNotFound`, also if both
  /// are one note, `bookWithoutTitle`, and the errors of `write`.
  package func join(
    _ first: String, with second: String, now: Date = Date(),
    _ join: (inout BookValues, BookValues) -> Void
  ) throws(NotebookError) -> StoredNote {
    try notebook.writingNotes { author, db in
      guard first != second else { throw NoteMissing(id: second) }
      for id in [first, second] {
        guard NoteValues.isNote(id), try NoteValues.fetch(db, note: id).metadata != nil else {
          throw NoteMissing(id: id)
        }
      }
      let names = try NoteJoining.takePictures(
        of: second, into: first, in: db, author: &author, at: now)
      try NoteJoining.takePrompts(of: second, into: first, in: db, author: &author, at: now)
      let stored = try NoteValues.fetch(db, note: first)
      var (values, other) = (
        BookValues(stored), BookValues(try NoteValues.fetch(db, note: second))
      )
      for (name, new) in names {
        other.text = other.text.replacingBytes(of: "](\(name))", with: "](\(new))")
      }
      if !other.text.isEmpty, other.text != values.text {
        values.text =
          values.text.isEmpty ? other.text : NoteText.appending(other.text, to: values.text)
      }
      join(&values, other)
      try author.write(
        try NoteWriting.changes(to: values, over: stored, at: now).values, at: now,
        superseding: .winners, in: db)
      try NoteWriting.trash(note: second, in: db, author: &author, at: now)
      return try NoteWriting.fetch(db, first)
    }
  }
}

private enum NoteJoining {
  /// Copies the pictures, and the cover if `note` has none. Returns the old and new names of
  /// pictures that had to be renamed, because `note` has another picture under the old name.
  static func takePictures(
    of source: String, into note: String, in db: Database, author: inout Author, at now: Date
  ) throws -> [(String, String)] {
    let sql = """
      SELECT DISTINCT CAST(key AS BLOB) FROM entry WHERE scope = ? AND typeof(blob) = 'blob'
      """
    let keys = try Row.fetchAll(db, sql: sql, arguments: [source])
      .compactMap { $0.data(at: 0).map { String(decoding: $0, as: UTF8.self) } }.sorted()
    var renamed: [(String, String)] = []
    for key in keys where !key.hasPrefix(".") || key == NoteCover.key {
      guard let value = try value(db, source, key), case .blob = value else { continue }
      var name = key
      var there = try self.value(db, note, name)
      if key == NoteCover.key {
        guard there == nil else { continue }
      } else {
        while let other = there, other != value {
          name = Self.next(name)
          there = try self.value(db, note, name)
        }
        if name != key { renamed.append((key, name)) }
      }
      guard there == nil else { continue }
      try author.write(
        [(EntryKey(scope: note, key: name), value)], at: now, superseding: .winners, in: db)
    }
    return renamed
  }

  /// Copies the prompts that `note` lacks, with their annotations. Saving the text later removes
  /// those that it does not contain.
  static func takePrompts(
    of source: String, into note: String, in db: Database, author: inout Author, at now: Date
  ) throws {
    let there = try NoteValues.fetch(db, note: note)
    let taken = try NoteValues.fetch(db, note: source).prompts(movedTo: note)
      .filter { there.values[$0.key] ?? .null == .null }
    try author.write(
      taken.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, at: now, superseding: .winners,
      in: db)
  }

  private static func value(_ db: Database, _ scope: String, _ key: String) throws -> EntryValue? {
    let value = try StoredVersion.fetch(db, EntryKey(scope: scope, key: key)).first?.value.value
    return value == .null ? nil : value
  }

  /// Returns the next name to try: `assets/pond.png` becomes `assets/pond-.png`.
  private static func next(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return name + "-" }
    return name[..<dot] + "-" + name[dot...]
  }
}
