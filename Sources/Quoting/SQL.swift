extension StringProtocol {
  /// The text as a string of FTS5's query language: a phrase of its words. Without U+0000, at which SQLite
  /// ends a query.
  package var fts5Quoted: String { sqlIdentifier }

  /// The text as a name in SQL.
  package var sqlIdentifier: String {
    let inner = replacingScalars { scalar in
      switch scalar {
      case "\"": "\"\""
      case "\0": " "
      default: nil
      }
    }
    return "\"" + inner + "\""
  }
}
