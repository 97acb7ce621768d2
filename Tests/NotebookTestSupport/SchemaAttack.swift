/// A way in which a file can try to make its reader run something, or never end.
package struct SchemaAttack: Sendable, CustomStringConvertible {
  package let description: String
  /// A change to a notebook, with nothing in the way.
  package let sql: String
  /// The object that the refusal names; nil when only reading shows the trouble.
  package let object: String?
  /// Whether its notes can be salvaged.
  package let keepsNotes: Bool

  package init(_ description: String, _ object: String?, keepsNotes: Bool = true, _ sql: String) {
    self.description = description
    self.object = object
    self.keepsNotes = keepsNotes
    self.sql = sql
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS"

  package static let all = views + triggers + virtualTables + tables + indexes + lies + sizes
}

extension SchemaAttack {
  private static let views = [
    SchemaAttack(
      "an endless view in place of a table", "entry", keepsNotes: false,
      "DROP TABLE entry; CREATE VIEW entry AS \(endless) scope FROM n"),
    SchemaAttack(
      "an endless view before a table", "notes",
      "ALTER TABLE entry RENAME TO notes; CREATE VIEW entry AS \(endless) scope FROM n"),
    SchemaAttack(
      "a view in place of the version", "applicationidentifier",
      "DROP TABLE applicationIdentifier; "
        + "CREATE VIEW applicationIdentifier AS \(endless) id, 1 AS majorVersion FROM n"),
    SchemaAttack(
      "a view in place of the authors", "people",
      "ALTER TABLE author RENAME TO people; CREATE VIEW author AS SELECT * FROM people"),
    SchemaAttack(
      "load_extension in a view", "evil",
      "CREATE VIEW evil AS SELECT load_extension('/tmp/evil')"),
    SchemaAttack(
      "control characters in a name", "evil\u{FFFD}[2j",
      "CREATE VIEW \"evil\u{1B}[2J\" AS SELECT 1"),
  ]

  private static let triggers =
    ["entry", "author", "tombstone", "grdb_migrations", "applicationIdentifier"].flatMap { table in
      ["BEFORE INSERT", "AFTER UPDATE", "AFTER DELETE"].map { event in
        SchemaAttack(
          "a trigger \(event) on \(table)", "evil",
          "CREATE TRIGGER evil \(event) ON \(table) BEGIN DELETE FROM entry; END")
      }
    } + [
      SchemaAttack(
        "a known trigger that does more", "__entryfulltext_ai",
        """
        DROP TRIGGER __entryFullText_ai;
        CREATE TRIGGER "__entryFullText_ai" AFTER INSERT ON "entry" BEGIN
          INSERT INTO "entryFullText"("rowid", "text") VALUES (new."rowid", new."text");
          DELETE FROM author;
        END
        """),
      SchemaAttack(
        "a known trigger is missing", "__entryfulltext_au", "DROP TRIGGER __entryFullText_au"),
    ]

  private static let virtualTables = [
    ("rtree", "rtree(id, low, high)"), ("fts5", "fts5(text, content='entry')"),
    ("fts4", "fts4(text)"), ("dbstat", "dbstat"),
  ].map { name, module in
    SchemaAttack(
      "a virtual table of \(name)", "evil", "CREATE VIRTUAL TABLE evil USING \(module)")
  }

  private static let tables = [
    SchemaAttack(
      "a generated column", "entry",
      "ALTER TABLE entry ADD COLUMN evil AS (length(zeroblob(60000000)))"),
    SchemaAttack(
      "a column more", "author", "ALTER TABLE author ADD COLUMN evil DEFAULT 'x'"),
    SchemaAttack(
      "a constraint", "entry",
      replacing(
        "\"type\" INTEGER NOT NULL", "\"type\" INTEGER NOT NULL CHECK(type > 0)", of: "entry")),
    SchemaAttack(
      "a collation", "tombstone",
      replacing("\"key\" TEXT", "\"key\" TEXT COLLATE nocase", of: "tombstone")),
    SchemaAttack(
      "a table more", "evil", "CREATE TABLE evil (id INTEGER PRIMARY KEY AUTOINCREMENT)"),
    SchemaAttack("a table is missing", "tombstone", "DROP TABLE tombstone"),
  ]

  private static let indexes = [
    SchemaAttack("an expression index", "evil", "CREATE INDEX evil ON entry(lower(text))"),
    SchemaAttack(
      "a partial index", "evil", "CREATE INDEX evil ON entry(scope) WHERE key = '.metadata'"),
    SchemaAttack("an index more", "evil", "CREATE UNIQUE INDEX evil ON author(id, usn)"),
  ]

  /// Rows of `sqlite_schema` that say one thing and are another.
  private static let lies = [
    SchemaAttack(
      "a view that says it is a table", "evil",
      inserting("'table', 'evil', 'evil', 0, 'CREATE VIEW entry AS SELECT 1'")),
    SchemaAttack(
      "a view of a table's name", "entry",
      inserting("'view', 'entry', 'entry', 0, 'CREATE VIEW entry AS SELECT 1'")),
    SchemaAttack(
      "statistics that are a view", "sqlite_stat1",
      inserting(
        "'view', 'sqlite_stat1', 'sqlite_stat1', 0, "
          + "'CREATE VIEW sqlite_stat1 AS \(endless) tbl FROM n'")),
    SchemaAttack(
      "SQL that is none", "evil",
      inserting("'table', 'evil', 'evil', 0, 'CREATE TABLE evil (('")),
  ]

  private static let sizes = [
    SchemaAttack(
      "a huge statement", "evil",
      "CREATE VIEW evil AS SELECT '\(String(repeating: "x", count: 200_000))'"),
    SchemaAttack(
      "a table of many columns", "evil",
      "CREATE TABLE evil (\((0..<500).map { "c\($0)" }.joined(separator: ", ")))"),
    SchemaAttack(
      "a deep expression", "evil",
      "CREATE VIEW evil AS SELECT \(String(repeating: "1 + ", count: 900))1"),
    SchemaAttack(
      "a huge value", nil,
      """
      UPDATE entry SET json = (SELECT replace(hex(zeroblob(33554433)), '00', '[]'))
      WHERE key = '.metadata'
      """),
    SchemaAttack(
      "a broken structure of the index", nil,
      "UPDATE entryFullText_data SET block = x'ffffffffffffffffffff' WHERE id = 10"),
  ]

  private static func replacing(_ old: String, _ new: String, of table: String) -> String {
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '\(old)', '\(new)') WHERE name = '\(table)'
    """
  }

  private static func inserting(_ values: String) -> String {
    "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES (\(values))"
  }
}
