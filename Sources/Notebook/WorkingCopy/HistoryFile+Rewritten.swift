import Foundation
import GRDB
import KeyValueStore
import NotebookFile

/// The versions of texts that merges on this machine removed while the same text stayed as another
/// version. Without this record, a save based on such a version would conflict with a text that
/// nobody changed.
extension HistoryFile {
  private static let mostRewritten = 20_000
  private static let mostSteps = 100

  static let rewrittenSchema = """
    CREATE TABLE IF NOT EXISTS rewritten
      (id INTEGER PRIMARY KEY, note TEXT, former TEXT, present TEXT, UNIQUE (note, former))
    """

  /// Call before the merge is committed.
  func keep(_ texts: [RewrittenText]) throws {
    guard !texts.isEmpty else { return }
    try note { db in
      let insert = try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO rewritten (note, former, present) VALUES (?, ?, ?)")
      for text in texts {
        try insert.execute(arguments: [text.note, text.former, text.present])
      }
      try db.execute(
        sql: "DELETE FROM rewritten WHERE id <= (SELECT max(id) FROM rewritten) - ?",
        arguments: [Self.mostRewritten])
    }
  }

  /// Returns the name of the version that now has the text that `version` had; `version` itself if
  /// unknown.
  func present(_ version: String, of note: String) throws -> String {
    try read { db in
      let sql = "SELECT present FROM rewritten WHERE note = ? AND former = ?"
      let statement = try db.cachedStatement(sql: sql)
      var name = version
      for _ in 0..<Self.mostSteps {
        guard let next = try Row.fetchOne(statement, arguments: [note, name])?.text(at: 0) else {
          break
        }
        name = next
      }
      return name
    }
  }
}
