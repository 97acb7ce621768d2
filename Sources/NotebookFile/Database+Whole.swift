package import GRDB

extension Database {
  /// Whether the pages fit each other (https://www.sqlite.org/pragma.html#pragma_quick_check). Cost:
  /// linear, some 1.5 seconds a gigabyte.
  package func arePagesWhole() throws -> Bool {
    do {
      return try String.fetchAll(self, sql: "PRAGMA quick_check(1)") == ["ok"]
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return false
    }
  }

  /// Whether the pages fit each other, and the indexes their tables
  /// (https://www.sqlite.org/pragma.html#pragma_integrity_check). Cost: some three times that of
  /// `arePagesWhole`.
  package func areIndexesWhole() throws -> Bool {
    do {
      // Newer versions of SQLite compare full-text indexes here too, for which there is a question.
      return try String.fetchAll(self, sql: "PRAGMA integrity_check(10)")
        .allSatisfy { $0 == "ok" || $0.contains("FTS5") }
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return false
    }
  }

  /// Whether the full-text index is that of the texts. It counts as writing, though nothing is
  /// written. Cost: each text is split into words, some 18 seconds a gigabyte.
  package func isSearchIndexWhole() throws -> Bool {
    do {
      try execute(
        sql: "INSERT INTO entryFullText(entryFullText, rank) VALUES('integrity-check', 1)")
      return true
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_ERROR].contains(error.resultCode)
    {
      return false
    }
  }
}

extension Database {
  /// Runs `body`, which writes or reads much, with 64 MB for pages; then they are given back. Otherwise
  /// the pages of indexes would leave and come again and again.
  package func withManyPages<Value>(_ body: () throws -> Value) throws -> Value {
    let size = try Int64.fetchOne(self, sql: "PRAGMA cache_size") ?? -2000
    try execute(sql: "PRAGMA cache_size = -65536")
    defer { try? execute(sql: "PRAGMA cache_size = \(size); PRAGMA shrink_memory") }
    return try body()
  }
}

extension DatabaseQueue {
  /// Runs `body` in a transaction that begins as a writer, so that it never has to give up half-way
  /// because of another writer. `pragma` is set before, for the connection: `synchronous = FULL`.
  package func writeImmediately<Value>(
    setting pragma: String, _ body: (Database) throws -> Value
  ) throws -> Value {
    try writeWithoutTransaction { db in
      try db.checkIsOpen()
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
