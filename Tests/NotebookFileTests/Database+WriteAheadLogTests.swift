import Base
import Foundation
import GRDB
import NotebookFile
import TestSupport
import Testing

@Suite struct WriteAheadLogTests {
  /// SQLite alone refuses some 2 % of such openings.
  @Test func severalBeginItAtOnce() throws {
    let folder = try TemporaryFolder()
    let failures = Mutex<[String]>([])
    for round in 0..<100 {
      let path = folder.path("\(round)")
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          var configuration = Configuration()
          configuration.busyMode = .timeout(60)
          configuration.prepareDatabase { try $0.useWriteAheadLog(patience: .seconds(60)) }
          let database = try DatabaseQueue(path: path, configuration: configuration)
          try database.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS one (a)") }
          try database.close()
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func aFileThatStaysBusyIsAnError() throws {
    let folder = try TemporaryFolder()
    let holder = try DatabaseQueue(path: folder.path("busy"))
    let other = try DatabaseQueue(path: folder.path("busy"))
    try holder.writeWithoutTransaction { db in
      try db.inTransaction(.exclusive) {
        let error = #expect(throws: DatabaseError.self) {
          try other.writeWithoutTransaction { try $0.useWriteAheadLog(patience: .zero) }
        }
        #expect(error?.resultCode == .SQLITE_BUSY)
        return .rollback
      }
    }
  }
}
