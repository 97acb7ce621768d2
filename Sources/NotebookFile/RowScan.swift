package import GRDB
import GRDBSQLite

/// A statement whose rows are passed over once, where they are very many: to give a value GRDB takes longer than
/// SQLite to find it.
package struct RowScan {
  private let db: Database
  private let statement: Statement

  package init(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
  }

  /// Gives each row to `body`, which must not keep it.
  package func forEach(_ body: (ScannedRow) throws -> Void) throws {
    _ = try allSatisfy { row in
      try body(row)
      return true
    }
  }

  /// The same until `body` returns false. Returns whether it never did.
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

/// The values of a row in a file from a stranger: each is asked for by its kind, and nil when it is another.
package struct ScannedRow {
  fileprivate let statement: SQLiteStatement

  private func type(at index: Int) -> CInt {
    sqlite3_column_type(statement, CInt(truncatingIfNeeded: index))
  }

  /// Whether there is no value.
  package func isNull(at index: Int) -> Bool { type(at: index) == SQLITE_NULL }

  /// The whole number in a column.
  package func integer(at index: Int) -> Int64? {
    guard type(at: index) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, CInt(truncatingIfNeeded: index))
  }

  /// The text in a column; invalid bytes become U+FFFD, and it ends at its first NUL.
  package func text(at index: Int) -> String? {
    guard type(at: index) == SQLITE_TEXT,
      let text = sqlite3_column_text(statement, CInt(truncatingIfNeeded: index))
    else { return nil }
    return String(cString: text)
  }

  /// Gives the bytes of a text or of a blob to `body`. Returns nil if there is neither.
  package func withBytes<Value>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value? {
    let type = type(at: index)
    guard type == SQLITE_TEXT || type == SQLITE_BLOB else { return nil }
    let place = CInt(truncatingIfNeeded: index)
    let bytes = sqlite3_column_blob(statement, place)
    let count = Int(sqlite3_column_bytes(statement, place))
    return try body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  /// The bytes of a text or of a blob as a text; invalid ones become U+FFFD.
  package func wholeText(at index: Int) -> String? {
    withBytes(at: index) { String(decoding: $0, as: UTF8.self) }
  }
}
