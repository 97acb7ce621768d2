import GRDB
import NotebookFile

/// A statement that a search ran, with its arguments: enough to run it again without this program,
/// as the benchmark does.
package struct SearchStatement: Sendable {
  package let sql: String
  /// The bound arguments, in order. All of them are text.
  package let arguments: [String]
  /// A statement that must run on a connection first.
  package static let preparation = FullTextIndex.makingVocabulary
}

struct SearchTransaction {
  let db: Database
  var observe: ((SearchStatement) -> Void)?

  /// Read all rows before running the same statement again.
  func rows(_ sql: String, _ arguments: [String]) throws -> RowCursor {
    try Cancellable.check()
    observe?(SearchStatement(sql: sql, arguments: arguments))
    // As optional values: otherwise GRDB uses a key path, which takes longer than binding.
    let values: [(any DatabaseValueConvertible)?] = arguments
    return try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: StatementArguments(values))
  }
}

/// Returns row numbers as a JSON array, for `json_each`.
func rowList(_ rows: some Collection<Int64>) -> String {
  // The array's description uses reflection, which is slow.
  var list = "["
  list.reserveCapacity(rows.count * 8)
  for row in rows {
    if list.utf8.count > 1 { list += "," }
    list += String(row)
  }
  return list + "]"
}
