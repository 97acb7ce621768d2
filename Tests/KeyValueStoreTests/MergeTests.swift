import Foundation
import GRDB
import JSON
import TestSupport
import Testing

@testable import KeyValueStore

extension VersionVector {
  /// Whether everything that `other` has seen was seen here.
  fileprivate func dominates(_ other: VersionVector) -> Bool {
    other.usns.allSatisfy { self[$0.key] >= $0.value }
  }

  /// Whether both have seen something of the same author: notebooks that were copied from one.
  fileprivate func sharesAuthor(with other: VersionVector) -> Bool {
    usns.keys.contains { other.usns[$0] != nil }
  }
}

/// The effects of merging; most of these are facts of the app's own library.
@Suite struct MergeTests {
  private func pair() throws -> (alice: Replica, bob: Replica) {
    (try Replica(), try Replica(clock: 100))
  }

  @Test func mergingKeepsBothSides() throws {
    let (alice, bob) = try pair()
    try alice.write([("alice", .text("a")), ("shared", .text("of alice"))])
    try bob.write([("bob", .text("b")), ("shared", .text("of bob"))])
    #expect(try !alice.vector.dominates(bob.vector) && !bob.vector.dominates(alice.vector))
    #expect(try !alice.vector.sharesAuthor(with: bob.vector))
    let report = try alice.merge(bob)
    #expect(try alice.vector.dominates(bob.vector) && alice.vector.sharesAuthor(with: bob.vector))
    #expect(try alice.texts("shared") == ["of bob", "of alice"])
    #expect(try alice.texts("bob") == ["b"] && alice.texts("alice") == ["a"])

    var expected = MergeReport()
    expected.changedKeys = [EntryKey(scope: "A", key: "bob"), EntryKey(scope: "A", key: "shared")]
    expected.newConflicts = [EntryKey(scope: "A", key: "shared")]
    expected.versionsAdded = 2
    expected.authorsAdded = 1
    #expect(report == expected)
    #expect(report.changedScopes == ["A"] && report.newConflictScopes == ["A"])
  }

  @Test func equalValuesAreNoConflict() throws {
    let (alice, bob) = try pair()
    try alice.write([("text", .text("same")), ("json", .json(["a": 1, "b": 2]))])
    try bob.write([("text", .text("same")), ("json", .json(["b": 2, "a": 1]))])
    let report = try alice.merge(bob)
    #expect(report.versionsAdded == 2 && report.newConflicts.isEmpty)
  }

  @Test func doesNotTravelBackInTime() throws {
    let alice = try Replica()
    try alice.write("key", "old")
    let old = try alice.copy()
    try alice.write("key", "new")
    #expect(try alice.merge(old) == MergeReport())
    #expect(try alice.texts("key") == ["new"])
    let report = try old.merge(alice)
    #expect(try old.texts("key") == ["new"])
    #expect(report.versionsReplaced == 1 && report.newConflicts.isEmpty)
  }

  @Test func laterWritesWinBack() throws {
    let (alice, bob) = try pair()
    for number in 0..<100 { try alice.write("key", "\(number)") }
    try bob.merge(alice)
    #expect(try bob.texts("key") == ["99"])
    try alice.write("key", "again")
    try bob.merge(alice)
    #expect(try bob.texts("key") == ["again"])
  }

  @Test func deletionsArrive() throws {
    let (alice, bob) = try pair()
    try alice.write("key", "text")
    try bob.merge(alice)
    try bob.delete("key")
    #expect(try bob.values("key") == [.null])
    let report = try alice.merge(bob)
    #expect(try alice.values("key") == [.null])
    #expect(report.versionsAdded == 1 && report.versionsRemoved == 1)
    #expect(report.tombstonesAdded == 1 && report.newConflicts.isEmpty)
    try alice.checkFullTextIndex()
  }

  @Test func deletionAgainstEditIsAConflict() throws {
    let (alice, bob) = try pair()
    try alice.write("key", "text")
    try bob.merge(alice)
    try bob.delete("key")
    try alice.write("key", "edited")
    for (replica, other) in [(alice, bob), (bob, alice)] {
      let report = try replica.merge(other)
      #expect(try replica.values("key") == [.null, .text("edited")])
      #expect(report.newConflicts.count == 1)
    }
    for table in ["entry", "author"] { #expect(try alice.count(table) == bob.count(table)) }
    // The tombstone of a version that its author has outlived is pointless.
    #expect(try ReplicaState(alice) == ReplicaState(bob))
  }

  @Test func resolutionsArrive() throws {
    let (alice, bob) = try pair()
    try alice.write("key", "of alice")
    try bob.write("key", "of bob")
    try alice.merge(bob)
    alice.reopen()
    try alice.write("key", "resolved")
    try bob.merge(alice)
    #expect(try bob.texts("key") == ["resolved"])
    #expect(try bob.count("tombstone") == 2)
  }

  @Test func storesAsTheyAreNamed() throws {
    let (alice, bob) = try pair()
    try bob.write("key", "text")
    try bob.execute("UPDATE author SET name = 'Bob''s phone'")
    try alice.merge(bob)
    let row = try alice.queue.read { try Row.fetchOne($0, sql: "SELECT * FROM author") }
    #expect(row?[1] as String? == "Bob's phone" && row?[2] as Int? == 1)
    #expect(row?[3] as String? == nil)
  }

  /// The order and spelling of JSON is no business of a merge.
  @Test func copiesValuesAsTheyAre() throws {
    let (alice, bob) = try pair()
    try bob.write([("key", .json(1))])
    let text = #" { "b":1.50 , "a\/":[12345678901234567890] , "b":2 } "#
    try bob.execute("UPDATE entry SET json = ?", [text])
    try alice.merge(bob)
    let json = try alice.queue.read { try String.fetchOne($0, sql: "SELECT json FROM entry") }
    #expect(json == text)
  }

  /// The app's algorithm loses the tombstone on the way over C, and D has a conflict for ever.
  @Test(arguments: [false, true]) func theHoleIsClosed(overApp: Bool) throws {
    let (a, b, c, d) = (try Replica(), try Replica(clock: 10), try Replica(), try Replica())
    try a.write("key", "v1")
    try b.merge(a)
    try d.merge(a)
    try b.write("key", "v2")
    if overApp {
      try AppMerge.merge(b, into: c)
      #expect(try c.count("tombstone") == 0)
    } else {
      #expect(try c.merge(b).tombstonesAdded == 1)
      #expect(try c.count("tombstone") == 1)
    }
    let report = try d.merge(c)
    #expect(try d.texts("key") == ["v2"])
    #expect(report.versionsRemoved == 1 && report.newConflicts.isEmpty)
    // And a version that arrives after its tombstone stays dead.
    #expect(try c.merge(a) == MergeReport())
    #expect(try c.texts("key") == ["v2"])
    try d.checkFullTextIndex()
  }

  /// The app left both versions in D. A device that knows better repairs it, though D has seen it all.
  @Test func aVersionThatTheAppLeftAliveDies() throws {
    let (a, b, c, d) = (try Replica(), try Replica(clock: 10), try Replica(), try Replica())
    try a.write("key", "v1")
    try b.merge(a)
    try d.merge(a)
    try b.write("key", "v2")
    try AppMerge.merge(b, into: c)
    try AppMerge.merge(c, into: d)
    #expect(try d.texts("key") == ["v2", "v1"])
    let report = try d.merge(b)
    #expect(try d.texts("key") == ["v2"])
    #expect(report.versionsRemoved == 1 && report.changedScopes == ["A"])
  }

  @Test func aTombstoneCoversWhatArrivesLater() throws {
    let (a, b) = (try Replica(), try Replica(clock: 10))
    try a.write("key", "v1")
    let old = try a.copy()
    try b.merge(a)
    try b.write("key", "v2")
    // As if this notebook had never heard of the first author's write.
    try b.execute("UPDATE author SET usn = 0 WHERE usn = 1 AND id = ?", [a.author.id])
    #expect(try b.merge(old).versionsAdded == 0)
    #expect(try b.texts("key") == ["v2"])
  }

  @Test func previewWritesNothing() throws {
    let (alice, bob) = try pair()
    try alice.write("key", "of alice")
    try bob.merge(alice)
    try bob.write([("key", .text("of bob")), ("other", .text("x"))])
    let before = try ReplicaState(alice)
    // Reading only: writing would throw.
    let preview = try bob.queue.read { source in
      try alice.queue.read { try Merge.preview(from: source, into: $0) }
    }
    #expect(try ReplicaState(alice) == before)
    #expect(try alice.merge(bob) == preview)
    #expect(preview.versionsAdded == 2 && preview.versionsRemoved == 1)
  }

  @Test func manyAuthors() throws {
    let (alice, bob) = try pair()
    for number in 0..<600 {
      bob.reopen()
      try bob.write("\(number % 50)", "\(number)")
    }
    let report = try alice.merge(bob)
    #expect(report.authorsAdded == 600 && report.versionsAdded == 50)
    #expect(report.tombstonesAdded == 550)
    #expect(try ReplicaState(alice) == ReplicaState(bob))
  }
}
