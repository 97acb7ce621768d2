import Foundation
import GRDBSQLite

/// SQLite through its C interface, for comparison with the notebook's own code. It is the library
/// that GRDB links.
final class SQLiteConnection {
  fileprivate let handle: OpaquePointer

  /// Opens the file at `path`, which must exist.
  init(path: String, readOnly: Bool) throws {
    var opened: OpaquePointer?
    let flags = (readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw SQLiteFailure(code: code, message: "out of memory") }
    handle = opened
    guard code == SQLITE_OK else { throw failure(code) }
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  func prepare(_ sql: String) throws -> SQLiteStatement {
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK, let compiled else { throw failure(code) }
    return SQLiteStatement(compiled, of: self)
  }

  fileprivate func failure(_ code: Int32) -> SQLiteFailure {
    SQLiteFailure(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}

struct SQLiteFailure: Error, CustomStringConvertible {
  var code: Int32
  var message: String

  var description: String { "SQLite: \(message) (\(code))" }
}

enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])
}

final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  fileprivate init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  func run(_ values: [SQLiteValue], onRow: (borrowing SQLiteRow) -> Void = { _ in }) throws {
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
    defer { sqlite3_reset(handle) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: onRow(SQLiteRow(handle))
      case SQLITE_DONE: return
      case let code: throw connection.failure(code)
      }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) {
    // SQLITE_TRANSIENT, a macro that Swift cannot import: SQLite makes a copy.
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
    case .text(let text):
      var text = text
      _ = text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { bytes in
          sqlite3_bind_text64(
            handle, index, bytes.baseAddress, UInt64(bytes.count), copying, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), copying)
    }
  }
}

/// The current row of a statement.
struct SQLiteRow: ~Copyable {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) { self.handle = handle }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// Returns the value of a column. A floating-point number becomes NULL.
  func value(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_TEXT: .text(String(decoding: bytes(column), as: UTF8.self))
    case SQLITE_BLOB: .blob(Array(bytes(column)))
    default: .null
    }
  }

  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  /// Reads every column by its type, and copies texts and blobs, like a program that keeps them.
  /// Returns a sum of sizes and numbers, so that the compiler cannot remove the work.
  func materialize() -> Int {
    var sum = 0
    for column in 0..<sqlite3_column_count(handle) {
      switch sqlite3_column_type(handle, column) {
      case SQLITE_INTEGER: sum &+= Int(truncatingIfNeeded: sqlite3_column_int64(handle, column))
      case SQLITE_FLOAT: sum &+= sqlite3_column_double(handle, column) < 0 ? 1 : 2
      case SQLITE_NULL: sum &+= 1
      default:
        let bytes = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        guard let bytes, let copy = malloc(count) else { continue }
        memcpy(copy, bytes, count)
        sum &+= count &+ Int(copy.load(as: UInt8.self))
        free(copy)
      }
    }
    return sum
  }
}
