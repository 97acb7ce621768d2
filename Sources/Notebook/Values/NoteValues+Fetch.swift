import Base
import Foundation
package import GRDB
import JSON
package import KeyValueStore
import NotebookFile

extension NoteValues {
  /// Whether `id` can be a note's id: not empty, and without the leading dot of other scopes.
  package static func isNote(_ id: String) -> Bool { !id.isEmpty && !id.hasPrefix(".") }

  /// Returns the values of the note `id` that saving depends on, without images. Cost: linear in
  /// them.
  package static func fetch(_ db: Database, note id: String) throws -> NoteValues {
    try fetch(db, note: id, sql: fetchSQL)
  }

  /// Returns only the prompts of the note `id` and its values in our scope.
  static func fetchPrompts(_ db: Database, note id: String) throws -> NoteValues {
    try fetch(db, note: id, sql: promptsSQL)
  }

  static func fetch(
    _ db: Database, note id: String, at entryKeys: [EntryKey]
  ) throws -> NoteValues {
    let statement = try db.cachedStatement(
      sql: """
        SELECT scope, CAST(key AS BLOB), CAST(text AS BLOB), CAST(json AS BLOB),
          typeof(blob) <> 'null'
        FROM entry WHERE scope = ? AND key = ? ORDER BY \(LastWriterWins.order) LIMIT 1
        """)
    var values = NoteValues(id: id)
    for entryKey in entryKeys {
      guard let row = try Row.fetchOne(statement, arguments: [entryKey.scope, entryKey.key]) else {
        continue
      }
      values.values[entryKey] = EntryValue(row)
    }
    return values
  }

  private static func fetch(_ db: Database, note id: String, sql: String) throws -> NoteValues {
    var values = NoteValues(id: id)
    try values.add(db, sql)
    return values
  }

  private mutating func add(_ db: Database, _ sql: String) throws {
    let statement = try db.cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: [id, "\(id);", "\(id)<"])
    while let row = try rows.next() { values[EntryKey(row)] = EntryValue(row) }
  }

  /// ?1 is the note's id; ?2 and ?3 are as in `inOurScope`. Each of the joined queries reads only
  /// its part of the index.
  static let fetchSQL = select(
    ["scope = ?1 AND key IN ('.metadata', '.noteText', '.bookIndex', '\(BookValues.ownKey)')"]
      + promptConditions)

  static let promptsSQL = select(promptConditions)
  static let ourPromptsSQL = select([inOurScope])

  private static let promptConditions = [
    "scope = ?1 AND key >= 'prompt=' AND key < 'prompt>'", inOurScope,
  ]

  private static func select(_ conditions: [String]) -> String {
    conditions.map { condition in
      """
      SELECT scope, CAST(key AS BLOB), CAST(text AS BLOB), CAST(json AS BLOB), typeof(blob) <> 'null'
      FROM entry WHERE \(condition) AND \(LastWriterWins.condition)
      """
    }.joined(separator: " UNION ALL ")
  }

  /// Returns the keys of the note `id`, in its scope and in ours, that have a value in any version,
  /// sorted. Excludes the note's import record.
  package static func fetchLiveKeys(_ db: Database, note id: String) throws -> [EntryKey] {
    let sql = ["scope = ?1", inOurScope].map { condition in
      """
      SELECT DISTINCT scope, CAST(key AS BLOB) FROM entry
      WHERE \(condition) AND NOT (scope = '\(EntryKey.ourScope)' AND key = ?1 || ';imported')
        AND (typeof(text) <> 'null' OR typeof(json) <> 'null' OR typeof(blob) <> 'null')
      """
    }
    let statement = try db.cachedStatement(sql: sql.joined(separator: " UNION ALL "))
    return try Row.fetchAll(statement, arguments: [id, "\(id);", "\(id)<"]).map(EntryKey.init)
      .sorted()
  }

  /// Matches the keys in our scope that begin with `id;`, which is ?2; ?3 is the first key after
  /// them.
  private static let inOurScope = "scope = '\(EntryKey.ourScope)' AND key >= ?2 AND key < ?3"
}

extension EntryKey {
  fileprivate init(_ row: Row) {
    self.init(
      scope: row.text(at: 0) ?? "",
      key: String(decoding: row.data(at: 1) ?? Data(), as: UTF8.self))
  }
}

extension EntryValue {
  /// Reads a value from the columns after scope and key. A blob, and JSON that cannot be read,
  /// become JSON null: the value exists, without content.
  fileprivate init(_ row: Row) {
    if let text = row.data(at: 2) {
      self = .text(String(decoding: text, as: UTF8.self))
    } else if let json = row.data(at: 3) {
      let value = try? JSONValue(parsing: Array(json), replacesLoneSurrogates: false)
      self = .json(value ?? .null)
    } else {
      self = row[4] as Bool? ?? false ? .json(.null) : .null
    }
  }
}

extension WinningVersion? {
  /// The opaque name of the version, which changes whenever the text is written. Empty if there
  /// never was a text.
  package var version: String { map { "\($0.authorID.hexadecimal):\($0.usn)" } ?? "" }
}
