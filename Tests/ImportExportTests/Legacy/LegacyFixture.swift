import Books
import Foundation
import GRDB

/// A database of the app as it was before notebooks, by the tables that the format's description
/// lists; no real one is at hand.
enum LegacyFixture {
  static let tables = [
    "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
    """
    CREATE TABLE "note" ("id" TEXT PRIMARY KEY, "title" TEXT NOT NULL DEFAULT '', \
    "creationTimestamp" DATETIME NOT NULL, "modifiedTimestamp" DATETIME NOT NULL, \
    "modifiedDevice" TEXT NOT NULL, "deleted" BOOLEAN NOT NULL DEFAULT 0, \
    "updateSequenceNumber" INTEGER NOT NULL, "folder" TEXT, "summary" TEXT)
    """,
    """
    CREATE TABLE "content" ("noteId" TEXT NOT NULL REFERENCES "note"("id") ON DELETE CASCADE, \
    "key" TEXT NOT NULL, "role" TEXT NOT NULL, "mimeType" TEXT NOT NULL, "text" TEXT NOT NULL, \
    PRIMARY KEY ("noteId", "key"))
    """,
    """
    CREATE TABLE "prompt" ("noteId" TEXT NOT NULL, "promptKey" TEXT NOT NULL, \
    "promptIndex" INTEGER NOT NULL, "reviewCount" INTEGER NOT NULL, "totalCorrect" INTEGER NOT NULL, \
    "totalIncorrect" INTEGER NOT NULL, "lastReview" DATETIME, "due" DATETIME, \
    "spacedRepetitionFactor" DOUBLE NOT NULL, "lapseCount" DOUBLE NOT NULL, "idealInterval" DOUBLE, \
    "modifiedDevice" TEXT NOT NULL, "timestamp" DATETIME NOT NULL, \
    "updateSequenceNumber" INTEGER NOT NULL, PRIMARY KEY ("noteId", "promptKey", "promptIndex"))
    """,
    """
    CREATE TABLE "promptHistory" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, \
    "timestamp" DATETIME NOT NULL, "correct" INTEGER NOT NULL, "incorrect" INTEGER NOT NULL, \
    "noteId" TEXT NOT NULL, "promptKey" TEXT NOT NULL, "promptIndex" INTEGER NOT NULL)
    """,
    """
    CREATE TABLE "noteLink" ("noteId" TEXT NOT NULL, "targetTitle" TEXT NOT NULL, \
    PRIMARY KEY ("noteId", "targetTitle"))
    """,
    """
    CREATE TABLE "binaryContent" ("noteId" TEXT NOT NULL, "key" TEXT NOT NULL, "role" TEXT NOT NULL, \
    "mimeType" TEXT NOT NULL, "blob" BLOB NOT NULL, PRIMARY KEY ("noteId", "key"))
    """,
    """
    CREATE TABLE "device" ("uuid" TEXT PRIMARY KEY, "name" TEXT NOT NULL, \
    "updateSequenceNumber" INTEGER NOT NULL)
    """,
    "CREATE TABLE \"asset\" (\"id\" TEXT PRIMARY KEY, \"data\" BLOB NOT NULL)",
    "CREATE INDEX \"noteLink_on_targetTitle\" ON \"noteLink\"(\"targetTitle\")",
    "CREATE VIRTUAL TABLE \"noteFullText\" USING fts5(text, tokenize='porter', content='content')",
    """
    CREATE TRIGGER "__noteFullText_ai" AFTER INSERT ON "content" BEGIN
        INSERT INTO "noteFullText"("rowid", "text") VALUES (new."rowid", new."text");
    END
    """,
  ]

  static let migrations = [
    "initialSchema", "20201213-deviceUUIDKey", "20201214-noFlakeNote",
    "20201214-noFlakeChallengeTemplate", "20201219-content", "20201220-contentKey",
    "20201221-prompt", "20201223-promptTable", "20201223-links", "20201227-binaryContent",
    "20210103-creationTimestamp", "20210122-folder", "addSummary",
  ]

  static let walden = "0123456789abcdef0123456789abcdef"
  static let page = "0E8A654B-8B65-4AB9-96F2-9D6299DE97FF"
  static let device = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"

  /// Rows of every table.
  static let rows = [
    "INSERT INTO device VALUES ('\(device)', 'phone', 9)",
    """
    INSERT INTO note VALUES
      ('\(walden)', 'Walden', '2020-12-01 08:00:00.123', '2021-01-02 09:10:11.456', '\(device)', 0, 3,
        'archive', 'By a pond'),
      ('\(page)', 'A page', '2021-02-01 00:00:00.000', '2021-02-01 00:00:00.000', '\(device)', 0, 4,
        NULL, NULL),
      ('gone', 'Gone', '2021-02-01 00:00:00.000', '2021-02-01 00:00:00.000', '\(device)', 1, 5,
        NULL, NULL)
    """,
    """
    INSERT INTO content VALUES
      ('\(walden)', 'primary', 'primary', 'text/markdown', '# Walden
    > Simplify.

    ?[what](Heaven) is under our ?[](feet).

    ![](0123.jpg) #nature'),
      ('\(walden)', 'reference', 'reference', 'application/json;type=Book',
        '{"title":"Walden","authors":["Henry David Thoreau"],"yearPublished":1854,"x":[1]}'),
      ('\(walden)', 'k1', 'prompt=quote', 'text/markdown', '> Simplify.
    '),
      ('\(walden)', 'k2', 'prompt=cloze', 'text/markdown',
        '?[what](Heaven) is under our ?[](feet).'),
      ('\(walden)', 'k3', 'prompt=vocabulary', 'text/plain', 'pond: Teich'),
      ('\(page)', 'reference', 'reference', 'text/vnd.grail.url', 'https://example.org/')
    """,
    """
    INSERT INTO prompt VALUES
      ('\(walden)', 'k1', 0, 3, 2, 1, '2021-01-01 00:00:00.000', '2021-02-01 00:00:00.000', 2.35, 1,
        604800.5, '\(device)', '2021-01-01 00:00:00.000', 1),
      ('\(walden)', 'k2', 1, 1, 0, 0, NULL, NULL, 2.5, 0, NULL, '\(device)',
        '2021-01-01 00:00:00.000', 2),
      ('\(walden)', 'k2', 0, 0, 0, 0, NULL, NULL, 2.5, 0, NULL, '\(device)',
        '2021-01-01 00:00:00.000', 2),
      ('\(walden)', 'k3', 0, 7, 0, 0, NULL, NULL, 2.5, 0, NULL, '\(device)',
        '2021-01-01 00:00:00.000', 2)
    """,
    """
    INSERT INTO promptHistory VALUES
      (1, '2021-01-01 00:00:00.000', 1, 0, '\(walden)', 'k1', 0),
      (2, '2021-01-01 00:00:00.000', 0, 1, '\(walden)', 'k2', 0),
      (3, '2021-01-01 00:00:00.000', 1, 0, '\(walden)', 'k2', 1)
    """,
    "INSERT INTO noteLink VALUES ('\(walden)', '#nature'), ('\(walden)', 'old')",
    """
    INSERT INTO binaryContent VALUES
      ('\(walden)', 'coverImage', 'embeddedImage', 'image/jpeg', X'FFD8FF'),
      ('\(walden)', 'assets/abc.png', 'embeddedImage', 'image/png', X'89504E47')
    """,
    "INSERT INTO asset VALUES ('0123.jpg', X'FFD8FFE0'), ('unused', X'00')",
  ]

  /// Makes the database, with `others` run at the end.
  static func make(
    at path: String, tables: [String] = tables, migrations: [String] = migrations,
    rows: [String] = rows, others: [String] = []
  ) throws {
    try? FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { db in
      for sql in tables { try db.execute(sql: sql) }
      for migration in migrations {
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [migration])
      }
      for sql in rows + others { try db.execute(sql: sql) }
    }
  }
}
