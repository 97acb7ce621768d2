import GRDB
import NotebookFile

/// One statement that a search ran, and its arguments: enough to run it again without us, as the
/// benchmark does.
package struct SearchStatement: Sendable {
  /// The statement's text.
  package let sql: String
  /// The bound arguments, in order. All of them are text.
  package let arguments: [String]
  /// The statement that a connection has to run before.
  package static let preparation = FullTextIndex.makingVocabulary
}

/// The read transaction in which a search runs its statements.
struct SearchTransaction {
  let db: Database
  /// Called with every statement.
  var observe: ((SearchStatement) -> Void)?

  /// The rows of a statement, to be read before the same is run again.
  func rows(_ sql: String, _ arguments: [String]) throws -> RowCursor {
    try Cancellable.check()
    observe?(SearchStatement(sql: sql, arguments: arguments))
    // As optional values: GRDB then needs no key path, which takes longer than to bind.
    let values: [(any DatabaseValueConvertible)?] = arguments
    return try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: StatementArguments(values))
  }
}

/// Rows of a table as they are bound: a JSON array, for `json_each`.
func rowList(_ rows: some Collection<Int64>) -> String {
  // Not the array's description, which is made by way of reflection.
  var list = "["
  list.reserveCapacity(rows.count * 8)
  for row in rows {
    if list.utf8.count > 1 { list += "," }
    list += String(row)
  }
  return list + "]"
}
