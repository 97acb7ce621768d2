package import GRDB

// A connection may be closed while another thread is about to use it: a notebook is replaced, or
// the server exits. SQLite would then read through a null connection, which crashes the process.

extension Configuration {
  /// A configuration for connections that other threads may close. By default, GRDB would ask a
  /// closed connection whether a transaction is open.
  package static var closable: Configuration {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return configuration
  }
}

extension Database {
  /// Throws `SQLITE_MISUSE` if the connection is closed. Call before any other use of a `closable`
  /// connection.
  package func checkIsOpen() throws {
    if sqliteConnection == nil {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the connection is closed")
    }
  }
}

extension DatabaseQueue {
  /// Runs `body` in one read transaction. Throws `SQLITE_MISUSE` if another thread closed the
  /// connection, which must be `closable`; `read` would crash the process.
  package func readUnlessClosed<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try inDatabase { db in
      try db.checkIsOpen()
      var value: Value?
      try db.readOnly {
        try db.inTransaction(.deferred) {
          value = try body(db)
          return .commit
        }
      }
      guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return value
    }
  }
}
