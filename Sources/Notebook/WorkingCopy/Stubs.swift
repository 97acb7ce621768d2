internal import Foundation
internal import GRDB

struct GuardedFile: Sendable {
  let path: String
  let identity: FileIdentity
  let queue: DatabaseQueue
  let isNewer: Bool
  static func open(_ path: String) throws(NotebookError) -> GuardedFile {
    let identity = try FileCheck.identity(ofNotebookAt: path)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(0.3)
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      try database.read { db in try SchemaCheck(path: path, db: db).run() }
      return GuardedFile(path: path, identity: identity, queue: database, isNewer: false)
    } catch {
      throw NotebookError(reading: path, error)
    }
  }
  func read<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    try read(milliseconds: 0, body)
  }
  func read<Value>(
    milliseconds: UInt32, _ body: (Database) throws -> Value
  ) throws(NotebookError) -> Value {
    do {
      return try queue.read { db in return try body(db) }
    } catch {
      throw NotebookError(reading: path, error)
    }
  }
}
