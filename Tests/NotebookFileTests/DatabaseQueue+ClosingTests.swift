import GRDB
import NotebookFile
import Testing

/// A connection that another thread has closed is refused; the process goes on.
@Suite struct ClosedQueueTests {
  @Test func aClosedConnectionIsRefused() throws {
    let queue = try DatabaseQueue(configuration: .closable)
    func number() throws -> Int? {
      try queue.readUnlessClosed { try Int.fetchOne($0, sql: "SELECT 1") }
    }
    #expect(try number() == 1)
    try queue.close()
    let error = #expect(throws: DatabaseError.self) { try number() }
    #expect(error?.resultCode == .SQLITE_MISUSE)
    #expect(throws: DatabaseError.self) {
      try queue.writeImmediately(setting: "synchronous = FULL") { _ in }
    }
  }

  /// As by `read`, nothing can be written, and what is read is of one state.
  @Test func itReadsInOneTransaction() throws {
    let queue = try DatabaseQueue(configuration: .closable)
    try queue.readUnlessClosed { #expect($0.isInsideTransaction) }
    #expect(throws: DatabaseError.self) {
      try queue.readUnlessClosed { try $0.execute(sql: "CREATE TABLE one (a)") }
    }
    try queue.write { try $0.execute(sql: "CREATE TABLE one (a)") }
  }
}
