package import GRDB

/// The state of a notebook that a connection knows without reading it: as long as it is the same,
/// nothing was written, in this process or another. A state never comes again, unless a transaction
/// is rolled back.
package struct ConnectionState: Equatable, Sendable {
  /// The connection's label.
  private let connection: String
  /// Changes when another connection has committed
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  private let version: Int64
  /// The number of rows that this connection has changed so far.
  private let changes: Int

  /// Whether both are states of one connection.
  func isOfConnection(of other: ConnectionState) -> Bool { connection == other.connection }

  /// Nil of a connection without a label.
  package init?(_ db: Database) throws {
    guard let label = db.configuration.label,
      let version = try Int64.fetchOne(db, sql: "PRAGMA data_version")
    else { return nil }
    (connection, self.version, changes) = (label, version, db.totalChangesCount)
  }
}
