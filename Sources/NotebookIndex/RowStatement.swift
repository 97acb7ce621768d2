import Foundation
package import GRDB
import GRDBSQLite

/// A statement that is run for very many rows through SQLite's C interface, because GRDB's overhead
/// exceeds SQLite's own time.
package struct RowStatement {
  package enum Value: ExpressibleByIntegerLiteral {
    case null
    case integer(Int64)
    case text(String)

    package init(integerLiteral value: Int64) { self = .integer(value) }

    package init(_ text: String?) { self = text.map(Value.text) ?? .null }
  }

  private let db: Database
  private let statement: Statement

  package init(_ db: Database, _ sql: String) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
  }

  /// Runs the statement. There must be a value for each parameter. Returns the integer in the first
  /// column of the first row; nil if there is none.
  @discardableResult
  package func run(_ values: Value...) throws -> Int64? { try run(values) }

  @discardableResult
  private func run(_ values: [Value]) throws -> Int64? {
    let pointer = statement.sqliteStatement
    defer { sqlite3_reset(pointer) }
    for (index, value) in values.enumerated() {
      let parameter = CInt(truncatingIfNeeded: index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(pointer, parameter)
        case .integer(let number): sqlite3_bind_int64(pointer, parameter, number)
        case .text(var text):
          text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
              // SQLITE_TRANSIENT: SQLite copies the text, because the statement outlives it.
              sqlite3_bind_text64(
                pointer, parameter, bytes.baseAddress, UInt64(clamping: bytes.count),
                unsafeBitCast(-1, to: sqlite3_destructor_type.self),
                UInt8(clamping: SQLITE_UTF8))
            }
          }
        }
      try check(code, SQLITE_OK)
    }
    let code = sqlite3_step(pointer)
    guard code == SQLITE_ROW else {
      try check(code, SQLITE_DONE)
      return nil
    }
    return sqlite3_column_type(pointer, 0) == SQLITE_INTEGER
      ? sqlite3_column_int64(pointer, 0) : nil
  }

  /// Runs an `INSERT OR IGNORE`. Returns the number of the new row; nil if the row existed.
  package func insert(_ values: Value...) throws -> Int64? {
    try run(values)
    return db.changesCount > 0 ? db.lastInsertedRowID : nil
  }

  private func check(_ code: CInt, _ expected: CInt) throws {
    guard code != expected else { return }
    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
  }
}
