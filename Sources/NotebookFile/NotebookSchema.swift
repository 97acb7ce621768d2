package import GRDB

/// The schema of a notebook's database: the tables of KeyValueCRDT after its four migrations.
package enum NotebookSchema {
  /// The migrations in order. A file with any other migration is newer than this program.
  package static let migrations = [
    "initialSchema", "noTombstonePrimarykey", "authorTimestamp", "applicationIdentifier",
  ]

  /// The row of `applicationIdentifier`. The app compares all four fields when it merges.
  package static let application = (
    id: "org.brians-brain.libnotes", majorVersion: 2, minorVersion: 0, description: "Library Notes"
  )

  /// The statements that create an empty notebook, with the wording of the app's own files.
  package static let statements = [
    "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
    """
    CREATE TABLE "author" ("id" TEXT PRIMARY KEY NOT NULL, "name" TEXT NOT NULL, \
    "usn" INTEGER NOT NULL, "timestamp" DATETIME)
    """,
    """
    CREATE TABLE "entry" ("scope" TEXT NOT NULL, "key" TEXT NOT NULL, \
    "authorId" TEXT NOT NULL REFERENCES "author"("id") ON DELETE RESTRICT, \
    "usn" INTEGER NOT NULL, "timestamp" DATETIME NOT NULL, "type" INTEGER NOT NULL, \
    "text" TEXT, "json" TEXT, "blobMimeType" TEXT, "blob" BLOB, \
    PRIMARY KEY ("scope", "key", "authorId"))
    """,
    """
    CREATE TABLE "tombstone" ("scope" TEXT NOT NULL, "key" TEXT NOT NULL, \
    "authorId" TEXT NOT NULL REFERENCES "author"("id") ON DELETE RESTRICT, \
    "usn" INTEGER NOT NULL, \
    "deletingAuthorId" TEXT NOT NULL REFERENCES "author"("id") ON DELETE RESTRICT, \
    "deletingUsn" INTEGER NOT NULL)
    """,
    """
    CREATE INDEX "tombstone_deletingAuthor" ON "tombstone"("deletingAuthorId", "deletingUsn")
    """,
    """
    CREATE VIRTUAL TABLE "entryFullText" USING \
    fts5(text, tokenize='porter unicode61', content='entry')
    """,
    """
    CREATE TRIGGER "__entryFullText_ai" AFTER INSERT ON "entry" BEGIN
        INSERT INTO "entryFullText"("rowid", "text") VALUES (new."rowid", new."text");
    END
    """,
    """
    CREATE TRIGGER "__entryFullText_ad" AFTER DELETE ON "entry" BEGIN
        INSERT INTO "entryFullText"("entryFullText", "rowid", "text") \
    VALUES('delete', old."rowid", old."text");
    END
    """,
    """
    CREATE TRIGGER "__entryFullText_au" AFTER UPDATE ON "entry" BEGIN
        INSERT INTO "entryFullText"("entryFullText", "rowid", "text") \
    VALUES('delete', old."rowid", old."text");
        INSERT INTO "entryFullText"("rowid", "text") VALUES (new."rowid", new."text");
    END
    """,
    """
    CREATE TABLE "applicationIdentifier" ("id" TEXT PRIMARY KEY, \
    "majorVersion" INTEGER NOT NULL, "minorVersion" INTEGER NOT NULL, \
    "applicationDescription" TEXT)
    """,
  ]
}

extension NotebookSchema {
  package static func install(in db: Database) throws {
    for statement in statements { try db.execute(sql: statement) }
    for migration in migrations {
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [migration])
    }
    try db.execute(
      sql: "INSERT INTO applicationIdentifier VALUES (?, ?, ?, ?)",
      arguments: [
        application.id, application.majorVersion, application.minorVersion,
        application.description,
      ])
  }
}

extension NotebookSchema {
  /// Whether a notebook of any version may declare `object`.
  package static func isKnown(_ object: SchemaObject) -> Bool {
    required.contains(object) || optional.contains(object)
      || older.contains { $0.contains(object) }
  }

  static let landmarks: Set = ["entry", "author", "grdb_migrations"]

  /// The objects that every notebook declares after the third migration.
  static let required: Set<SchemaObject> = Set(
    (statements.dropLast() + shadowTables).compactMap(SchemaObject.init(statement:))
      + ["entry", "author", "grdb_migrations"].map(automaticIndex))

  /// Further tables that a notebook may declare: the table of the fourth migration, and the
  /// statistics of SQLite's ANALYZE.
  static let optional: Set<SchemaObject> = Set(
    ([statements.last ?? ""] + statistics).compactMap(SchemaObject.init(statement:))
      + [automaticIndex(of: "applicationIdentifier")])

  private static let shadowTables = [
    "CREATE TABLE 'entryFullText_data'(id INTEGER PRIMARY KEY, block BLOB)",
    "CREATE TABLE 'entryFullText_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
    "CREATE TABLE 'entryFullText_docsize'(id INTEGER PRIMARY KEY, sz BLOB)",
    "CREATE TABLE 'entryFullText_config'(k PRIMARY KEY, v) WITHOUT ROWID",
  ]

  private static let statistics = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]

  static func automaticIndex(of table: String) -> SchemaObject {
    SchemaObject(
      type: "index", name: "sqlite_autoindex_\(table)_1", table: table, sql: nil)
  }
}
