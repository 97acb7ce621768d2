extension StringProtocol {
  /// The text as a string of FTS5's query language: a phrase of its words. U+0000, at which SQLite ends a query,
  /// becomes a space.
  package var fts5Quoted: String { sqlIdentifier }

  /// The text as an identifier in SQL; U+0000 becomes a space.
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
