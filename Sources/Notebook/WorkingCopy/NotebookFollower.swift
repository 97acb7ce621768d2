package import KeyValueStore
internal import Base
package import GRDB

/// Something that stands above the notebook, is kept beside it and follows its writes, as an index does.
///
/// A notebook makes its followers when they are first asked for, and has one of each type.
package protocol NotebookFollower: AnyObject, Sendable {
  init()

  /// A write begins. It may fail, and then nothing more is said of it.
  func begin()

  /// `written` was written to the working copy just now as `change` of the feed, and was all that came
  /// between two states of it. Must not take long: a save waits for it, and none fails for it.
  func enter(
    _ written: [Author.Written], _ change: Int64, of notebook: Notebook,
    from before: ConnectionState?, to after: ConnectionState?)

  /// The notebook is closed.
  func close()
}

extension NotebookFollower {
  package func begin() {}
}

/// The followers of one notebook.
package final class NotebookFollowers: Sendable {
  private let followers = Mutex<[ObjectIdentifier: any NotebookFollower]>([:])

  /// That of type `Follower`, made at the first call.
  package func get<Follower: NotebookFollower>(_ type: Follower.Type = Follower.self) -> Follower {
    followers.withLock { followers in
      if let follower = followers[ObjectIdentifier(type)] as? Follower { return follower }
      let follower = type.init()
      followers[ObjectIdentifier(type)] = follower
      return follower
    }
  }

  /// Those that were made.
  var all: [any NotebookFollower] { followers.withLock { Array($0.values) } }
}

/// The state of a notebook that a connection knows without reading it: as long as it is the same,
/// nothing was written, in this process or another. A state never comes again, unless a transaction
/// is rolled back.
package struct ConnectionState: Equatable, Sendable {
  /// The connection's label.
  private let connection: String
  /// Changes when another connection has committed
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  private let version: Int64
  /// How many rows this connection has changed so far.
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
