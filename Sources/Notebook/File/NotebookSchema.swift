/// What a notebook's database looks like: KeyValueCRDT's tables after its four migrations.
enum NotebookSchema {
  /// The migrations in order. A file with any other is newer than this program.
  static let migrations = [
    "initialSchema", "noTombstonePrimarykey", "authorTimestamp", "applicationIdentifier",
  ]

  /// Tables a notebook cannot be without.
  static let requiredTables: Set = ["entry", "author", "grdb_migrations"]

  /// Tables a notebook may have. Nothing else may go by these names.
  static let tables = requiredTables.union(["tombstone", "entryFullText", "applicationIdentifier"])

  /// The row of `applicationIdentifier`. The app compares all four fields when it merges.
  static let application = (
    id: "org.brians-brain.libnotes", majorVersion: 2, minorVersion: 0, description: "Library Notes"
  )

  /// The statements that make an empty notebook, worded as the app's own files have them.
  static let statements = [
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
