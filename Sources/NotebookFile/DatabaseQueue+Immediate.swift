package import GRDB

extension DatabaseQueue {
  /// Runs `body` in a transaction that begins as a writer, so that it never has to give up half-way
  /// because of another writer. `pragma` is set before, for the connection: `synchronous = FULL`.
  package func writeImmediately<Value>(
    setting pragma: String, _ body: (Database) throws -> Value
  ) throws -> Value {
    try writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA \(pragma)")
      var value: Value?
      try db.inTransaction(.immediate) {
        value = try body(db)
        return .commit
      }
      guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return value
    }
  }
}
