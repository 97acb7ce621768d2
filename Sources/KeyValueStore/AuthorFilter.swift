package import Foundation
package import GRDB

/// Some authors, for a condition in SQL.
package struct AuthorFilter {
  private let ids: [Data]
  /// More are not put into a statement: everything is fetched instead.
  private static let mostIDs = 500

  package init(_ ids: some Sequence<Data>) { self.ids = Array(ids) }

  /// Holds at least for rows whose `column` has one of the ids. Takes `arguments`.
  package func condition(_ column: String) -> String {
    if ids.count > Self.mostIDs { return "true" }
    return "\(column) IN (\(ids.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// The ids, if the condition has them.
  package var arguments: StatementArguments {
    ids.count > Self.mostIDs ? StatementArguments() : StatementArguments(ids)
  }
}

extension EntryKey {
  /// Reads two columns with UTF-8. Returns nil if they are not text, or hold a NUL, at which
  /// SQLite's C interface cuts strings.
  package init?(_ row: Row, _ index: Int) {
    guard let scope = row[index] as Data?, let key = row[index + 1] as Data?,
      !scope.contains(0), !key.contains(0),
      let scope = String(validating: scope, as: UTF8.self),
      let key = String(validating: key, as: UTF8.self)
    else { return nil }
    self.init(scope: scope, key: key)
  }
}
