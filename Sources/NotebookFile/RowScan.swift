package import GRDB
import GRDBSQLite

/// Scans the rows of a statement without GRDB, which takes longer to return a value than SQLite to
/// find it. For statements with very many rows.
package struct RowScan {
  private let db: Database
  private let statement: Statement

  package init(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
  }

  /// Passes each row to `body`, which must not store it.
  package func forEach(_ body: (ScannedRow) throws -> Void) throws {
    _ = try allSatisfy { row in
      try body(row)
      return true
    }
  }

  package func allSatisfy(_ body: (ScannedRow) throws -> Bool) throws -> Bool {
    let pointer = statement.sqliteStatement
    defer { sqlite3_reset(pointer) }
    while true {
      let code = sqlite3_step(pointer)
      guard code == SQLITE_ROW else {
        if code == SQLITE_DONE { return true }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
      }
      guard try body(ScannedRow(statement: pointer)) else { return false }
    }
  }
}

/// The values of a row in an untrusted file. Accessors return nil for values of other types.
package struct ScannedRow {
  fileprivate let statement: SQLiteStatement

  private func type(at index: Int) -> CInt {
    sqlite3_column_type(statement, CInt(truncatingIfNeeded: index))
  }

  package func isNull(at index: Int) -> Bool { type(at: index) == SQLITE_NULL }

  package func integer(at index: Int) -> Int64? {
    guard type(at: index) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, CInt(truncatingIfNeeded: index))
  }

  /// Returns the text in a column, up to its first NUL; invalid bytes become U+FFFD.
  package func text(at index: Int) -> String? {
    guard type(at: index) == SQLITE_TEXT,
      let text = sqlite3_column_text(statement, CInt(truncatingIfNeeded: index))
    else { return nil }
    return String(cString: text)
  }

  /// Passes the bytes of a text or a blob to `body`. Returns nil if the value is neither.
  package func withBytes<Value>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value? {
    let type = type(at: index)
    guard type == SQLITE_TEXT || type == SQLITE_BLOB else { return nil }
    let column = CInt(truncatingIfNeeded: index)
    let bytes = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return try body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  /// Returns the bytes of a text or a blob as text, including NUL; invalid bytes become U+FFFD.
  package func wholeText(at index: Int) -> String? {
    withBytes(at: index) { String(decoding: $0, as: UTF8.self) }
  }
}
