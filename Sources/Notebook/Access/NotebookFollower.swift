import Base
package import KeyValueStore

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
  package var all: [any NotebookFollower] { followers.withLock { Array($0.values) } }
}
