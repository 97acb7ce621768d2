import Base
package import KeyValueStore

/// An object that follows a notebook's writes, such as an index.
///
/// A notebook has one follower of each type, created when it is first requested.
package protocol NotebookFollower: AnyObject, Sendable {
  init()

  /// Called before a write. If the write fails or changes nothing, `enter` is not called.
  func begin()

  /// Called after `written` was committed to the working copy, as number `change` of the feed.
  /// Nothing else changed between the states `before` and `after`. Must be fast, since a save waits
  /// for it.
  func enter(
    _ written: [Author.Written], _ change: Int64, of notebook: Notebook,
    from before: ConnectionState?, to after: ConnectionState?)

  func close()
}

extension NotebookFollower {
  package func begin() {}
}

package final class NotebookFollowers: Sendable {
  private let followers = Mutex<[ObjectIdentifier: any NotebookFollower]>([:])

  package func get<Follower: NotebookFollower>(_ type: Follower.Type = Follower.self) -> Follower {
    followers.withLock { followers in
      if let follower = followers[ObjectIdentifier(type)] as? Follower { return follower }
      let follower = type.init()
      followers[ObjectIdentifier(type)] = follower
      return follower
    }
  }

  package var all: [any NotebookFollower] { followers.withLock { Array($0.values) } }
}
