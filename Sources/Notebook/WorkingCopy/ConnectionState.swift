package import GRDB

/// The state of a notebook as a connection sees it, computed without reading rows. Equal states
/// mean that no row was changed between them, in this process or another. If the first was read in
/// a transaction, a rollback between them goes unnoticed.
package struct ConnectionState: Equatable, Sendable {
  private let connection: String
  /// A number that changes when another connection commits
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  private let version: Int64
  private let changes: Int

  func isOfConnection(of other: ConnectionState) -> Bool { connection == other.connection }

  /// Returns nil for a connection without a label.
  package init?(_ db: Database) throws {
    guard let label = db.configuration.label,
      let version = try Int64.fetchOne(db, sql: "PRAGMA data_version")
    else { return nil }
    (connection, self.version, changes) = (label, version, db.totalChangesCount)
  }
}
