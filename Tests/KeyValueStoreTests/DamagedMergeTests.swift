import Foundation
import GRDB
import JSON
import TestSupport
import Testing

@testable import KeyValueStore

/// A source that contradicts itself takes nothing away and stops no other.
@Suite struct DamagedMergeTests {
  /// Alice has what Bob had; Bob has edited "key" and written "good".
  private func pair() throws -> (alice: Replica, bob: Replica) {
    let (alice, bob) = (try Replica(), try Replica(clock: 10))
    try alice.write("key", "old")
    try bob.merge(alice)
    try bob.write([("key", .text("new")), ("good", .text("good"))])
    return (alice, bob)
  }

  @Test(arguments: [
    "authorId = 'text'", "authorId = x'00'", "authorId = x''", "usn = 'many'", "usn = 1.5",
    "usn = 0", "usn = -1", "usn = 9223372036854775807", "usn = x'01'", "timestamp = 5",
    "timestamp = x'00'", "timestamp = 'yesterday'", "timestamp = ''",
    "timestamp = '2023-11-14 22:13:20'", "type = 'text'", "type = 2", "type = 9", "type = -1",
    "type = 0", "text = x'FF'", "text = NULL", "json = '{}'", "json = x'7B7D'",
    "type = 2, text = NULL, json = '{'", "type = 2, text = NULL, json = ''",
    "type = 2, text = NULL, json = replace(hex(zeroblob(500)), '00', '[')",
    "blob = x'00'", "blobMimeType = 'image/png'", "type = 3, text = NULL, blob = 'text'",
    "type = 3, text = NULL, blobMimeType = x'00', blob = x'00'",
  ])
  func skipsRowsItCannotRead(damage: String) throws {
    let (alice, bob) = try pair()
    try bob.execute("PRAGMA foreign_keys = OFF")
    try bob.queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: "UPDATE entry SET \(damage) WHERE key = 'key'")
    }
    let preview = try alice.preview(bob)
    let report = try alice.merge(bob)
    #expect(report == preview && report.rowsSkipped == 1, "\(report)")
    #expect(try alice.texts("key") == ["old"])
    #expect(try alice.texts("good") == ["good"])
    try alice.checkFullTextIndex()
    #expect(try alice.queue.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }.isEmpty)
  }

  @Test(arguments: [
    "scope = x'FF'", "scope = CAST(x'FF' AS TEXT)", "scope = CAST(x'410042' AS TEXT)",
    "key = x'00'",
  ])
  func skipsKeysThatAreNone(damage: String) throws {
    let (alice, bob) = try pair()
    try bob.execute("UPDATE entry SET \(damage) WHERE key = 'good'")
    let report = try alice.merge(bob)
    #expect(report.rowsSkipped == 1 && report.versionsAdded == 1)
    #expect(try alice.texts("key") == ["new"])
    #expect(try alice.count("entry") == 1)
  }

  @Test(arguments: [
    "authorId = 'text'", "usn = 'x'", "usn = 9007199254740993", "usn = 7", "deletingUsn = 0",
    "deletingUsn = 2", "deletingAuthorId = x'00'", "scope = x'00'",
  ])
  func skipsTombstonesThatItCannotBelieve(damage: String) throws {
    let (alice, bob) = try pair()
    try bob.queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: "UPDATE tombstone SET \(damage)")
    }
    let report = try alice.merge(bob)
    #expect(report.rowsSkipped == 1 && report.tombstonesAdded == 0)
    // Bob has seen the old version and has it no more.
    #expect(try alice.texts("key") == ["new"])
  }

  @Test(arguments: ["id = 'text'", "usn = 'x'", "usn = 9223372036854775807", "usn = -1"])
  func mistrustsAuthors(damage: String) throws {
    let (alice, bob) = try pair()
    try bob.queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(
        sql: "UPDATE author SET \(damage) WHERE id = ?", arguments: [bob.author.id])
    }
    let report = try alice.merge(bob)
    #expect(report.rowsSkipped == 1)
    #expect(try alice.texts("key") == ["new"] && alice.texts("good") == ["good"])
    #expect(try alice.vector.usns == [alice.author.id: 1, bob.author.id: 1])
  }

  /// The author's row has too low a number: the app's library would not merge at all.
  @Test func entriesCountMoreThanAuthors() throws {
    let (alice, bob) = try pair()
    try bob.execute("UPDATE author SET usn = 0 WHERE id = ?", [bob.author.id])
    #expect(try bob.vector[bob.author.id] == 1)
    try alice.merge(bob)
    #expect(try alice.texts("key") == ["new"])
    #expect(try alice.merge(bob) == MergeReport())
  }

  /// The row that superseded ours is gone: ours is the only one left.
  @Test func neverRemovesTheLastVersion() throws {
    let (alice, bob) = try pair()
    try bob.execute("DELETE FROM entry WHERE key = 'key'")
    let report = try alice.merge(bob)
    #expect(try alice.texts("key") == ["old"] && alice.texts("good") == ["good"])
    #expect(report.versionsRemoved == 0 && report.tombstonesAdded == 0)
  }

  /// Keys that Swift's strings hold equal are two in SQLite.
  @Test func tellsKeysApartByTheirBytes() throws {
    let (alice, bob) = (try Replica(), try Replica())
    try bob.write([("\u{E9}", .text("composed")), ("e\u{301}", .text("decomposed"))])
    #expect(try alice.merge(bob).changedKeys.count == 2)
    #expect(try alice.texts("\u{E9}") == ["composed"])
    #expect(try alice.texts("e\u{301}") == ["decomposed"])
  }

  /// Rows of strange authors stay in their own notebook, and a write buries them as they are.
  @Test func writesOverStrangeAuthors() throws {
    let alice = try Replica()
    try alice.execute("INSERT INTO author VALUES ('text', '', 1, NULL)")
    try alice.execute(
      """
      INSERT INTO entry VALUES
        ('A', 'key', 'text', 1, '2030-01-01 00:00:00.000', 1, 'strange', NULL, NULL, NULL)
      """)
    #expect(try alice.texts("key") == ["strange"])
    try alice.write("key", "ours", superseding: .winners)
    #expect(try alice.texts("key") == ["ours"])
    let type = try alice.queue.read {
      try String.fetchOne($0, sql: "SELECT typeof(authorId) || authorId FROM tombstone")
    }
    #expect(type == "texttext")
  }
}
