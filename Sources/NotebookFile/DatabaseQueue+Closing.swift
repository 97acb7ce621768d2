package import GRDB

// A connection may be closed while another thread is about to use it: a notebook is replaced, or the
// server ends. SQLite's interface reads the state of no connection then, which ends the process.

extension Configuration {
  /// A configuration for connections that other threads may close. Without this, GRDB asks a closed one whether
  /// a transaction is left open.
  package static var closable: Configuration {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return configuration
  }
}

extension Database {
  /// Throws `SQLITE_MISUSE` if the connection is closed. To be asked before anything else of one that is
  /// `closable`.
  package func checkIsOpen() throws {
    if sqliteConnection == nil {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the connection is closed")
    }
  }
}

extension DatabaseQueue {
  /// Runs `body` in one read transaction. Throws `SQLITE_MISUSE` if the connection, a `closable` one, was
  /// closed meanwhile; `read` would end the process.
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
