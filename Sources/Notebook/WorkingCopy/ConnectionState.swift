package import GRDB

/// The state of a notebook as a connection sees it, computed without reading the notebook. Equal
/// states mean that nothing was written between them, in this process or another. A rollback
/// between them goes unnoticed.
package struct ConnectionState: Equatable, Sendable {
  /// The connection's label.
  private let connection: String
  /// A number that changes when another connection commits
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  private let version: Int64
  /// The number of rows that this connection has changed so far.
  private let changes: Int

  /// Whether both are states of the same connection.
  func isOfConnection(of other: ConnectionState) -> Bool { connection == other.connection }

  /// Returns nil for a connection without a label.
  package init?(_ db: Database) throws {
    guard let label = db.configuration.label,
      let version = try Int64.fetchOne(db, sql: "PRAGMA data_version")
    else { return nil }
    (connection, self.version, changes) = (label, version, db.totalChangesCount)
  }
}
