internal import GRDB

/// Whether an open database is a notebook that this program can read.
struct SchemaCheck {
  let path: String
  let db: Database

  /// Throws when it is not. In a file from a stranger a view could pose as a table and keep its
  /// reader busy for ever; so every table we know must be one.
  func run() throws {
    let known = try Row.fetchAll(db, sql: "SELECT name, type FROM sqlite_schema")
      .filter { NotebookSchema.tables.contains($0[0] as String? ?? "") }
    let tables = Set(known.compactMap { $0[0] as String? })
    guard known.allSatisfy({ $0[1] as String? == "table" }),
      tables.isSuperset(of: NotebookSchema.requiredTables)
    else { throw NotebookError.notANotebook(path: path) }

    if tables.contains("applicationIdentifier") { try checkApplication() }
    let migrations = try Set(
      Row.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
        .compactMap { $0[0] as String? })
    guard migrations.contains(NotebookSchema.migrations[0]) else {
      throw NotebookError.notANotebook(path: path)
    }
    guard migrations.isSubset(of: NotebookSchema.migrations) else {
      throw NotebookError.newerVersion(path: path)
    }
  }

  private func checkApplication() throws {
    let sql = "SELECT id, CAST(majorVersion AS INTEGER) FROM applicationIdentifier"
    for row in try Row.fetchAll(db, sql: sql) {
      guard row[0] as String? == NotebookSchema.application.id else {
        throw NotebookError.notANotebook(path: path)
      }
      guard row[1] as Int64? ?? 0 <= NotebookSchema.application.majorVersion else {
        throw NotebookError.newerVersion(path: path)
      }
    }
  }
}
