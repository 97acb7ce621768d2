package import GRDB

/// Checks that an open database is a notebook that this program can read, and declares nothing
/// else.
///
/// An untrusted database can have triggers, views that never end instead of tables, and expressions
/// that run when rows are read. So its declarations must match a notebook's declarations, word for
/// word (`SchemaObject`).
package struct SchemaCheck {
  package let path: String
  package let db: Database

  package init(path: String, db: Database) {
    self.path = path
    self.db = db
  }

  /// Returns whether a newer version wrote the notebook. A newer one is accepted if everything that
  /// this program reads is known, and other objects are tables and their indexes, which are never
  /// read.
  ///
  /// Throws `notANotebook`, `olderIndex`, `unsafeSchema`, `newerVersion` or the errors of SQLite.
  package func run() throws -> Bool {
    let objects = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema")
      .map { row in
        SchemaObject(
          type: row.text(at: 0) ?? "", name: row.text(at: 1) ?? "",
          table: row.text(at: 2) ?? "", sql: row.text(at: 3))
      }
    guard NotebookSchema.landmarks.isSubset(of: objects.map(\.name)) else {
      throw NotebookError.notANotebook(path: path)
    }
    // The tables with the version must be known before they are read.
    if let object = objects.first(where: {
      Self.versionTables.contains($0.table) && !NotebookSchema.isKnown($0)
    }) {
      throw NotebookError(unsafe: path, object: object.name)
    }
    let migrations = try migrations()
    guard !objects.contains(where: \.isOlderIndex) else {
      throw NotebookError.olderIndex(path: path)
    }
    let required = NotebookSchema.required(of: Set(objects), after: migrations)
    let foreign = objects.filter {
      !required.contains($0) && !NotebookSchema.optional.contains($0)
    }
    let missing = required.subtracting(objects).min { $0.name < $1.name }
    guard try isNewer(objects, migrations) else {
      if let object = foreign.first ?? missing {
        throw NotebookError(unsafe: path, object: object.name)
      }
      return false
    }
    let names = Set(NotebookSchema.required.union(NotebookSchema.optional).map(\.name))
    guard missing == nil, !foreign.contains(where: { names.contains($0.name) }) else {
      throw NotebookError.newerVersion(path: path)
    }
    if let object = foreign.first(where: { !$0.isTableOrIndex || names.contains($0.table) }) {
      throw NotebookError(unsafe: path, object: object.name)
    }
    return true
  }

  private static let versionTables: Set = ["grdb_migrations", "applicationidentifier"]

  /// Returns the migrations that the notebook lists. Throws `notANotebook` if the first one is
  /// missing.
  private func migrations() throws -> Set<String> {
    let migrations = try Set(
      Row.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
        .compactMap { $0.text(at: 0) })
    guard let first = NotebookSchema.migrations.first, migrations.contains(first) else {
      throw NotebookError.notANotebook(path: path)
    }
    return migrations
  }

  /// Whether migrations or application version show that a newer version wrote the notebook. Throws
  /// `notANotebook` for another application.
  private func isNewer(_ objects: [SchemaObject], _ migrations: Set<String>) throws -> Bool {
    guard objects.contains(where: { $0.name == "applicationidentifier" }) else {
      return !migrations.isSubset(of: NotebookSchema.migrations)
    }
    let sql = "SELECT id, CAST(majorVersion AS INTEGER) FROM applicationIdentifier"
    let applications = try Row.fetchAll(db, sql: sql)
    guard applications.allSatisfy({ $0.text(at: 0) == NotebookSchema.application.id }) else {
      throw NotebookError.notANotebook(path: path)
    }
    return !migrations.isSubset(of: NotebookSchema.migrations)
      || applications.contains { $0.integer(at: 1) ?? 0 > NotebookSchema.application.majorVersion }
  }
}

extension SchemaObject {
  /// Whether this is the full-text index of a notebook from before August 2021.
  fileprivate var isOlderIndex: Bool {
    name == "entryfulltext" && sql.hasPrefix("create virtual table entryfulltext using fts4 ")
  }

  fileprivate var isTableOrIndex: Bool {
    switch type {
    case "table": sql.hasPrefix("create table ")
    case "index":
      sql.isEmpty || sql.hasPrefix("create index ") || sql.hasPrefix("create unique index ")
    default: false
    }
  }
}
