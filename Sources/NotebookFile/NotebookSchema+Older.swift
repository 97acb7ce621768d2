package import GRDB

/// Notebooks of the app's first versions, which the app migrates when it opens them.
extension NotebookSchema {
  /// The objects that a notebook declares after only the first migration, and after the first two.
  static let older: [Set<SchemaObject>] = {
    let untimed = replacing(
      ["author"], in: required,
      by: [
        """
        CREATE TABLE author (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, \
        usn INTEGER NOT NULL)
        """
      ])
    var keyed = replacing(
      ["tombstone", "tombstone_deletingauthor"], in: untimed,
      by: [
        """
        CREATE TABLE tombstone (scope TEXT NOT NULL, key TEXT NOT NULL, \
        authorId TEXT NOT NULL REFERENCES author(id) ON DELETE RESTRICT, usn INTEGER NOT NULL, \
        deletingAuthorId TEXT NOT NULL REFERENCES author(id) ON DELETE RESTRICT, \
        deletingUsn INTEGER NOT NULL, PRIMARY KEY (scope, key, deletingAuthorId, deletingUsn))
        """
      ])
    keyed.insert(automaticIndex(of: "tombstone"))
    return [keyed, untimed]
  }()

  private static func replacing(
    _ names: Set<String>, in objects: Set<SchemaObject>, by statements: [String]
  ) -> Set<SchemaObject> {
    objects.filter { !names.contains($0.name) }
      .union(statements.compactMap(SchemaObject.init(statement:)))
  }

  /// Returns the objects that a notebook with `objects` must declare. An older form is accepted
  /// only without the migrations that follow it.
  static func required(
    of objects: Set<SchemaObject>, after migrations: Set<String>
  ) -> Set<SchemaObject> {
    for (count, form) in zip(1..., older)
    where form.isSubset(of: objects)
      && migrations.isDisjoint(with: Self.migrations.dropFirst(count))
    {
      return form
    }
    return required
  }

  /// Returns the migrations whose effects are visible in the tables of a notebook.
  package static func appliedMigrations(_ db: Database) throws -> ArraySlice<String> {
    let signs = [
      "sqlite_schema WHERE type = 'index' AND lower(name) = 'tombstone_deletingauthor'",
      "pragma_table_info('author') WHERE lower(name) = 'timestamp'",
      "sqlite_schema WHERE type = 'table' AND lower(name) = 'applicationidentifier'",
    ]
    let applied = try signs.prefix { try Row.fetchOne(db, sql: "SELECT 1 FROM \($0)") != nil }
    return migrations.prefix(1 + applied.count)
  }

  /// Migrates the tables of an older notebook. `db` must be in a transaction of the caller.
  /// Tombstones of authors that are not in `author` are dropped. Cost: linear in the tombstones, if
  /// there is anything to do.
  package static func upgradeTables(_ db: Database) throws {
    let applied = try appliedMigrations(db).count
    if applied < 2 {
      try db.execute(sql: "ALTER TABLE tombstone RENAME TO olderTombstone")
      try install("tombstone", in: db)
      try db.execute(
        sql: """
          INSERT INTO tombstone (scope, key, authorId, usn, deletingAuthorId, deletingUsn)
          SELECT scope, key, authorId, usn, deletingAuthorId, deletingUsn FROM olderTombstone
          WHERE authorId IN (SELECT id FROM author)
            AND deletingAuthorId IN (SELECT id FROM author);
          DROP TABLE olderTombstone
          """)
      try install("tombstone_deletingauthor", in: db)
    }
    if applied < 3 { try db.execute(sql: "ALTER TABLE author ADD COLUMN \"timestamp\" DATETIME") }
    if applied < 4 { try install("applicationidentifier", in: db) }
  }

  private static func install(_ name: String, in db: Database) throws {
    for statement in statements where SchemaObject(statement: statement)?.name == name {
      try db.execute(sql: statement)
    }
  }
}
