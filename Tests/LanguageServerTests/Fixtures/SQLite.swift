import Foundation
import GRDB

/// Another program at a notebook's file.
enum SQLite {
  /// Runs `script`; false if it fails.
  static func run(_ script: String, on path: String) throws -> Bool {
    let queue = try open(path)
    try queue.write { try $0.execute(sql: script) }
    try queue.close()
    return true
  }

  /// The first column of what `query` finds.
  static func strings(_ query: String, in path: String) throws -> [String] {
    let queue = try open(path)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: query) }
  }

  /// The page at which the tree of `table` begins.
  static func rootPage(of table: String, in path: String) throws -> Int {
    let queue = try open(path)
    defer { try? queue.close() }
    return try queue.read { db in
      try Int.fetchOne(
        db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table]) ?? 0
    }
  }

  /// Locks the file as a program in the middle of writing does.
  static func lock(_ path: String) throws -> Lock {
    let queue = try open(path)
    try queue.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    return Lock(queue: queue)
  }

  /// A connection that waits up to 20 seconds for others.
  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    // The transaction of a lock stays open when its block ends, which GRDB otherwise stops the process for.
    configuration.allowsUnsafeTransactions = true
    // A server that was just started is reading it.
    configuration.busyMode = .timeout(20)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// A lock that is held until it is released.
  struct Lock {
    fileprivate let queue: DatabaseQueue

    func release() {
      try? queue.inDatabase { if $0.isInsideTransaction { try $0.execute(sql: "ROLLBACK") } }
    }
  }
}
