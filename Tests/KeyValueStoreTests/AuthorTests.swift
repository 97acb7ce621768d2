import Foundation
import GRDB
import JSON
import TestSupport
import Testing

@testable import KeyValueStore

/// The effects of writing on a notebook; the first tests are facts of the app's own library.
@Suite struct AuthorTests {
  private static let blob = EntryValue.blob(mimeType: "image/jpeg", data: Data([0, 255, 0]))

  @Test(arguments: [
    EntryValue.null, .text(""), .text("text"), .text("one\0two\r\n🇩🇪e\u{301}"), .json(42),
    .json(["n": .number("12345678901234567890.50"), "s": "a\0b"]), blob,
    .blob(mimeType: "", data: Data()),
  ])
  func comesBack(value: EntryValue) throws {
    let replica = try Replica()
    try replica.write([("key", value)])
    #expect(try replica.values("key") == [value])
    #expect(try replica.count("entry") == 1 && replica.count("author") == 1)
    let other = try Replica()
    try other.merge(replica)
    #expect(try other.versions("key") == replica.versions("key"))
    try other.checkFullTextIndex()
  }

  @Test func manyWritesOfOneAuthorMakeOneVersion() throws {
    let replica = try Replica()
    for text in ["one", "two", "three"] { try replica.write("key", text) }
    let versions = try replica.versions("key")
    #expect(versions.map(\.value) == [.text("three")])
    #expect(versions.first?.usn == 3 && versions.first?.author == replica.author.id)
    #expect(try replica.count("tombstone") == 0)
    #expect(try replica.vector.usns == [replica.author.id: 3])
    try replica.checkFullTextIndex()
  }

  /// A text that another program kept changes nothing that readers see, whatever its time.
  @Test(arguments: [1, 5_000_000]) func aWriteThatSupersedesNothingIsNotShown(time: Int) throws {
    let replica = try Replica()
    try replica.write("key", "shown", at: 2_000_000)
    try replica.write("key", "kept", superseding: .nothing, at: time)
    try replica.write("key", "kept, too", superseding: .nothing, at: time)
    let versions = try replica.versions("key")
    #expect(versions.first?.value == .text("shown") && versions.count == 3)
    #expect(try replica.count("tombstone") == 0)
    let other = try Replica()
    try other.merge(replica)
    #expect(try other.versions("key") == versions)
  }

  @Test func oneWriteHasOneNumberAndOneTime() throws {
    let replica = try Replica()
    try replica.write([("a", .text("1")), ("b", .json(42)), ("c", Self.blob)])
    let rows = try replica.queue.read {
      try Row.fetchAll(
        $0, sql: "SELECT DISTINCT usn, timestamp, typeof(authorId), length(authorId) FROM entry")
    }
    #expect(rows.count == 1)
    #expect(
      rows.first.map { Array($0.databaseValues) } == [
        1.databaseValue, "2023-11-14 22:13:20.001".databaseValue, "blob".databaseValue,
        16.databaseValue,
      ])
    try replica.write([])
    #expect(replica.author.usn == 1)
  }

  @Test func namesItsDeviceAndWhenItWasOpened() throws {
    let replica = try Replica()
    try replica.write("key", "one")
    try replica.write("key", "two")
    let row = try replica.queue.read {
      try Row.fetchOne($0, sql: "SELECT name, timestamp FROM author")
    }
    #expect((row?[0] as String?)?.hasPrefix("commonplace") == true)
    #expect(row?[1] as String? == "2023-11-14 22:13:20.000")
  }

  @Test func anotherSessionIsAnotherAuthor() throws {
    let replica = try Replica()
    try replica.write("key", "one")
    let first = replica.author.id
    replica.reopen()
    #expect(replica.author.usn == 0 && replica.author.id != first)
    try replica.write("key", "two")
    #expect(try replica.texts("key") == ["two"])
    let stones = try replica.queue.read { try Row.fetchAll($0, sql: "SELECT * FROM tombstone") }
    #expect(
      stones.map { Array($0.databaseValues) } == [
        [
          "A".databaseValue, "key".databaseValue, first.databaseValue, 1.databaseValue,
          replica.author.id.databaseValue, 1.databaseValue,
        ]
      ])
    try replica.checkFullTextIndex()
  }

  /// Rows are removed some at a time.
  @Test(arguments: [1, 8, 9, 64, 150]) func manyValuesAreSuperseded(count: Int) throws {
    let replica = try Replica()
    let keys = (0..<count).map { "key\($0)" }
    try replica.write(keys.map { ($0, .text("one")) })
    replica.reopen()
    try replica.write(keys.map { ($0, .text("two")) })
    #expect(try keys.allSatisfy { try replica.texts($0) == ["two"] })
    #expect(try replica.count("entry") == count && replica.count("tombstone") == count)
    try replica.checkFullTextIndex()
  }

  @Test func keysAreScoped() throws {
    let replica = try Replica()
    try replica.write([("key", .text("one"))], scope: "A")
    try replica.write([("key", .text("two"))], scope: "B")
    #expect(try replica.values("key", scope: "A") == [.text("one")])
    #expect(try replica.values("key", scope: "B") == [.text("two")])
    let all = try replica.queue.read { try EntryVersion.fetch($0, scope: "B") }
    #expect(all.mapValues { $0.map(\.value) } == [EntryKey(scope: "B", key: "key"): [.text("two")]])
  }

  /// Two devices have written `key`: "theirs" counts, "ours" is the other side.
  private func conflict(_ ours: String = "ours", _ theirs: String = "theirs") throws -> Replica {
    let (replica, other) = (try Replica(), try Replica())
    try replica.write("key", ours, at: 10)
    try other.write("key", theirs, at: 20)
    try replica.merge(other)
    return replica
  }

  @Test func resolvingSupersedesAll() throws {
    let replica = try conflict()
    #expect(try replica.texts("key") == ["theirs", "ours"])
    replica.reopen()
    try replica.write("key", "both")
    #expect(try replica.texts("key") == ["both"])
    #expect(try replica.count("tombstone") == 2)
  }

  @Test func savingKeepsWhatWasNotSeen() throws {
    let replica = try conflict()
    replica.reopen()
    try replica.write("key", "theirs, edited", superseding: .winners, at: 30)
    #expect(try replica.texts("key") == ["theirs, edited", "ours"])
    try replica.write("key", "edited again", superseding: .winners, at: 40)
    #expect(try replica.texts("key") == ["edited again", "ours"])
    #expect(try replica.count("tombstone") == 1)
    try replica.checkFullTextIndex()
  }

  /// An author has one row of a key; the unseen side may be that row.
  @Test func savingKeepsItsOwnSideToo() throws {
    let replica = try conflict()
    let first = replica.author.id
    try replica.write("key", "theirs, edited", superseding: .winners, at: 30)
    #expect(try replica.texts("key") == ["theirs, edited", "ours"])
    #expect(replica.author.id != first && replica.author.usn == 1)
    #expect(try replica.vector.usns.count == 3)
  }

  @Test func savingSupersedesWhatSaysTheSame() throws {
    let replica = try conflict("same", "same")
    replica.reopen()
    try replica.write("key", "other", superseding: .winners, at: 30)
    #expect(try replica.texts("key") == ["other"])
    #expect(try replica.count("tombstone") == 2)
    // To Swift's strings these are equal, but not to a reader of bytes.
    let composed = try conflict("\u{E9}", "e\u{301}")
    composed.reopen()
    try composed.write("key", "other", superseding: .winners, at: 30)
    #expect(try composed.texts("key") == ["other", "\u{E9}"])
  }

  @Test func savesCountThoughOurClockIsSlow() throws {
    let (replica, other, third) = (try Replica(), try Replica(), try Replica())
    try other.write("key", "theirs", at: 3_000_000)
    try third.write("key", "also", at: 2_000_000)
    try replica.merge(other)
    try replica.merge(third)
    try replica.write("key", "ours", superseding: .winners, at: 5)
    #expect(try replica.texts("key") == ["ours", "also"])
    #expect(try replica.versions("key").first?.timestamp == "2023-11-14 22:46:40.001")
  }

  @Test func aWriteThatIsRolledBackLeavesNothing() throws {
    struct Stop: Error {}
    let replica = try Replica()
    try replica.write("key", "one")
    var author = replica.author
    #expect(throws: Stop.self) {
      try replica.queue.write { db in
        let key = EntryKey(scope: "A", key: "key")
        try author.write([(key, .text("two"))], at: Replica.start, superseding: .all, in: db)
        throw Stop()
      }
    }
    #expect(try replica.texts("key") == ["one"])
    #expect(try replica.vector.usns == [replica.author.id: 1])
  }
}
