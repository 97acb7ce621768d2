import Foundation
import GRDB
import GRDBSQLite
import KeyValueStore
package import NotebookFile

/// An image or another file that belongs to a note.
package struct NoteAsset: Sendable, Equatable {
  /// The name in the note's text, as in `![](assets/pond.jpeg)`.
  package var key: String
  /// The stored MIME type, which was not validated.
  package var mimeType: String
  package var byteCount: Int
  /// The width and height in pixels, from the file's header; nil if the file is not a supported
  /// image.
  package var pixelSize: PixelSize?
}

extension Notebook.Images {
  /// Returns the keys of notes' images, such as `assets/….png`, by the notes' ids. Only keys that
  /// begin with `assets/` are included. Skips ids without a note. Cost: linear in these keys.
  package func keys(of ids: [String]) throws(NotebookError) -> [String: Set<String>] {
    try notebook.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT key FROM entry WHERE scope = ? AND key >= 'assets/' AND key < 'assets0'
            AND blob IS NOT NULL AND \(LastWriterWins.condition)
          """)
      var keys: [String: Set<String>] = [:]
      for id in ids where try NoteSummary.fetchOne(db, id: id) != nil {
        keys[id] = Set(
          try Row.fetchAll(statement, arguments: [id]).compactMap { $0.text(at: 0) })
      }
      return keys
    }
  }

  /// Returns the files of the note `id`, without the cover, sorted by key. Cost: linear in the
  /// note's values, and reads in the header of each file.
  package func assets(of id: String) throws(NotebookError) -> [NoteAsset] {
    guard NoteValues.isNote(id) else { return [] }
    return try notebook.read { db in try NoteAsset.fetchAll(db, note: id) }
  }
}

extension NoteAsset {
  /// A row with a blob is a file only if it has no text and no JSON (`EntryValue`). Keys that begin
  /// with a dot cannot be used in texts.
  private static let sql = """
    SELECT rowid, CAST(key AS BLOB), CAST(blobMimeType AS BLOB), length(blob) FROM entry
    WHERE scope = ?1 AND key NOT GLOB '.*' AND key NOT GLOB 'prompt=*' AND typeof(blob) = 'blob'
      AND typeof(text) = 'null' AND typeof(json) = 'null' AND \(LastWriterWins.condition)
    ORDER BY key
    """

  fileprivate static func fetchAll(_ db: Database, note id: String) throws -> [NoteAsset] {
    let statement = try db.cachedStatement(sql: sql)
    return try Row.fetchAll(statement, arguments: [id]).compactMap { row in
      guard let rowID = row.integer(at: 0), let key = row.data(at: 1) else { return nil }
      let type = row.data(at: 2).map { String(decoding: $0, as: UTF8.self) }
      return NoteAsset(
        key: String(decoding: key, as: UTF8.self), mimeType: type ?? EntryValue.defaultMimeType,
        byteCount: row.integer(at: 3).flatMap(Int.init(exactly:)) ?? 0,
        pixelSize: pixelSize(db, row: rowID))
    }
  }

  /// Reads the header in place, since a query for a part of a blob would load all of it
  /// (https://www.sqlite.org/c3ref/blob_open.html).
  private static func pixelSize(_ db: Database, row: Int64) -> PixelSize? {
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(db.sqliteConnection, "main", "entry", "blob", row, 0, &blob)
    defer { sqlite3_blob_close(blob) }
    guard code == SQLITE_OK else { return nil }
    return PixelSize { offset, count in
      guard let start = Int32(exactly: offset), let length = Int32(exactly: count) else {
        return nil
      }
      var bytes = [UInt8](repeating: 0, count: count)
      return sqlite3_blob_read(blob, &bytes, length, start) == SQLITE_OK ? bytes : nil
    }
  }
}
