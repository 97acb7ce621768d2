import Foundation
import GRDB
import NotebookFile

/// The schema of the app's databases from 2020 to 2021, before notebooks: `.notedb`, later
/// `.grail`.
///
/// Tables are checked by name, not by their exact SQL, which differs between versions. Reading them
/// must not run code of the file. Views, generated columns and virtual tables are refused, except
/// the full-text index, which is never read. Triggers do not run, since nothing is written.
struct LegacySchema {
  private let path: String
  private let columns: [String: Set<String>]

  /// Throws `notANotebook` if `db` is not a database of the app, and `newerVersion` if its version
  /// is unknown. Throws `unsafeSchema` if it declares other objects.
  init(checking db: Database, path: String) throws {
    self.path = path
    let objects = try Row.fetchAll(
      db,
      sql: """
        SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB)
        FROM sqlite_schema
        """
    ).map { row in
      func text(_ column: Int) -> String {
        String(decoding: row.data(at: column) ?? Data(), as: UTF8.self)
      }
      return SchemaObject(type: text(0), name: text(1), table: text(2), sql: text(3))
    }
    let tables = Set(objects.filter { $0.type == "table" }.map(\.name))
    guard tables.isSuperset(of: ["note", "content", "grdb_migrations"]), !tables.contains("entry")
    else { throw NotebookError.notANotebook(path: path) }
    if let object = objects.first(where: { !Self.isAllowed($0) }) {
      throw NotebookError(unsafe: path, object: object.name)
    }
    var columns: [String: Set<String>] = [:]
    for table in Self.tables.keys.sorted() where tables.contains(table) {
      columns[table] = try Self.columns(of: table, db, path)
    }
    self.columns = columns
    let migrations = try Row.fetchAll(
      db, sql: "SELECT CAST(identifier AS BLOB) FROM grdb_migrations"
    ).map { String(decoding: $0.data(at: 0) ?? Data(), as: UTF8.self) }
    guard migrations.contains("initialSchema") else {
      throw NotebookError.notANotebook(path: path)
    }
    guard Set(migrations).isSubset(of: Self.migrations),
      columns["note"]?.isSuperset(of: ["id", "title", "modifiedtimestamp"]) == true,
      columns["content"]?.isSuperset(of: ["noteid", "key", "role", "text"]) == true
    else { throw NotebookError.newerVersion(path: path) }
  }

  /// Returns the SELECT statement for the rows of `table`: its known columns in order, with null
  /// for columns that this version lacks. Returns nil if the table is missing.
  func selection(from table: String) -> String? {
    guard let known = Self.tables[table], let columns = columns[table] else { return nil }
    let list = known.map { name, type in
      guard columns.contains(name.lowercased()) else { return "NULL" }
      return switch type {
      case .text:
        "CASE typeof(\"\(name)\") WHEN 'null' THEN NULL ELSE CAST(\"\(name)\" AS BLOB) END"
      case .integer: "CAST(\"\(name)\" AS INTEGER)"
      case .real: "CAST(\"\(name)\" AS REAL)"
      }
    }
    return "SELECT \(list.joined(separator: ", ")) FROM \"\(table)\""
  }
}

extension LegacySchema {
  enum ColumnType { case text, integer, real }

  /// The columns that are read of each table, by the last version of the schema.
  static let tables: [String: [(String, ColumnType)]] = [
    "note": [
      ("id", .text), ("title", .text), ("creationTimestamp", .text), ("modifiedTimestamp", .text),
      ("modifiedDevice", .text), ("deleted", .integer), ("folder", .text), ("summary", .text),
    ],
    "content": [
      ("noteId", .text), ("key", .text), ("role", .text), ("mimeType", .text), ("text", .text),
    ],
    "prompt": [
      ("noteId", .text), ("promptKey", .text), ("promptIndex", .integer), ("reviewCount", .integer),
      ("totalCorrect", .integer), ("totalIncorrect", .integer), ("lastReview", .text),
      ("due", .text), ("spacedRepetitionFactor", .real), ("lapseCount", .integer),
      ("idealInterval", .real), ("modifiedDevice", .text), ("timestamp", .text),
    ],
    "prompthistory": [
      ("timestamp", .text), ("correct", .integer), ("incorrect", .integer), ("noteId", .text),
      ("promptKey", .text), ("promptIndex", .integer),
    ],
    "notelink": [("noteId", .text), ("targetTitle", .text)],
    "binarycontent": [
      ("noteId", .text), ("key", .text), ("role", .text), ("mimeType", .text), ("blob", .text),
    ],
    "device": [("uuid", .text), ("name", .text)],
    "asset": [("id", .text), ("data", .text)],
  ]

  private static let migrations: Set = [
    "initialSchema", "20201213-deviceUUIDKey", "20201214-noFlakeNote",
    "20201214-noFlakeChallengeTemplate", "20201219-content", "20201220-contentKey",
    "20201221-prompt", "20201223-promptTable", "20201223-links", "20201227-binaryContent",
    "20210103-creationTimestamp", "20210122-folder", "addSummary",
  ]

  private static let otherTables: Set = [
    "grdb_migrations", "sqlite_sequence", "sqlite_stat1", "sqlite_stat4", "notefulltext",
    "notefulltext_data", "notefulltext_idx", "notefulltext_content", "notefulltext_docsize",
    "notefulltext_config", "notefulltext_segments", "notefulltext_segdir", "notefulltext_stat",
  ]

  private static func isAllowed(_ object: SchemaObject) -> Bool {
    guard tables[object.table] != nil || otherTables.contains(object.table) else { return false }
    switch object.type {
    case "table":
      if object.name == "notefulltext" {
        return object.sql.contains("using fts5 (") || object.sql.contains("using fts4 (")
      }
      return object.sql.hasPrefix("create table ")
    case "index":
      return object.sql.isEmpty || object.sql.hasPrefix("create index ")
        || object.sql.hasPrefix("create unique index ")
    case "trigger": return true
    default: return false
    }
  }

  private static func columns(of table: String, _ db: Database, _ path: String) throws
    -> Set<String>
  {
    let rows = try Row.fetchAll(
      db, sql: "SELECT CAST(name AS BLOB), CAST(hidden AS INTEGER) FROM pragma_table_xinfo(?)",
      arguments: [table])
    guard rows.allSatisfy({ $0.integer(at: 1) == 0 }) else {
      throw NotebookError(unsafe: path, object: table)
    }
    return Set(
      rows.map { String(decoding: $0.data(at: 0) ?? Data(), as: UTF8.self).lowercased() })
  }
}
