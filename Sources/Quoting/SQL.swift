extension StringProtocol {
  /// The text as a phrase in FTS5's query language. U+0000 becomes a space, because SQLite ends a
  /// query there.
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
