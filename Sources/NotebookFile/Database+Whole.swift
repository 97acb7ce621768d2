package import GRDB

extension Database {
  /// Whether the pages are consistent (https://www.sqlite.org/pragma.html#pragma_quick_check).
  /// Cost: linear in the file.
  package func arePagesWhole() throws -> Bool {
    do {
      return try String.fetchAll(self, sql: "PRAGMA quick_check(1)") == ["ok"]
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return false
    }
  }

  /// Throws `error` unless the pages that can be read in 30 seconds of processor time are
  /// consistent. Throws `SQLITE_INTERRUPT` if it is canceled.
  package func checkPages(or error: NotebookError) throws {
    do {
      guard try limited(milliseconds: 30_000, { try $0.arePagesWhole() }) else { throw error }
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_INTERRUPT && Cancellable.isCancelled?() != true
    {
      return
    }
  }

  /// Whether the pages are consistent, and the indexes match their tables
  /// (https://www.sqlite.org/pragma.html#pragma_integrity_check).
  package func areIndexesWhole() throws -> Bool {
    do {
      // Newer versions of SQLite also check full-text indexes. Their reports are ignored:
      // `isSearchIndexWhole` checks the index.
      return try String.fetchAll(self, sql: "PRAGMA integrity_check(10)")
        .allSatisfy { $0 == "ok" || $0.contains("FTS5") }
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return false
    }
  }

  /// Whether the full-text index matches the texts. Needs a connection that can write, but does not
  /// write. Cost: splits each text into words.
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
  /// Runs `body`, which writes or reads a lot, with a page cache of 64 MB, and frees the cache
  /// afterward. With a smaller cache, the pages of indexes would be read again and again.
  package func withManyPages<Value>(_ body: () throws -> Value) throws -> Value {
    let size = try Int64.fetchOne(self, sql: "PRAGMA cache_size") ?? -2000
    try execute(sql: "PRAGMA cache_size = -65536")
    defer { try? execute(sql: "PRAGMA cache_size = \(size); PRAGMA shrink_memory") }
    return try body()
  }
}

extension DatabaseQueue {
  /// Runs `body` in a transaction that locks for writing at its start, so that another writer
  /// cannot make it fail later. Sets `pragma` of the connection first, such as `synchronous =
  /// FULL`.
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
