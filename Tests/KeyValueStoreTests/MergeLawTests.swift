import Base
import Foundation
import GRDB
import JSON
import TestSupport
import Testing

@testable import KeyValueStore

/// Merging is commutative, associative and idempotent, and keeps what is alive, after any history.
///
/// 200 histories of three notebooks; `script/test --merges N` makes it N.
@Suite struct MergeLawTests {
  private static let histories =
    ProcessInfo.processInfo.environment["COMMONPLACE_MERGES"].flatMap { Int($0) } ?? 200
  private static let historiesATest = 50

  /// Histories that found something once.
  @Test(arguments: [3756, 14076]) func held(seed: UInt64) throws { try History(seed: seed).check() }

  @Test(arguments: 0..<max(1, histories / historiesATest))
  func hold(batch: Int) throws {
    for seed in batch * Self.historiesATest..<(batch + 1) * Self.historiesATest {
      do {
        try History(seed: UInt64(seed)).check()
      } catch is ExpectationFailedError {
        return
      } catch {
        Issue.record(error, "seed \(seed)")
        return
      }
    }
  }
}

/// The writes of three people in copies of one notebook, and the result of merging them.
private struct History {
  private let seed: UInt64
  private var random: SeededGenerator
  private var replicas: [Replica] = []
  /// In every fourth history some merges are the app's.
  private var hasAppMerges: Bool { seed % 4 == 0 }

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    let ids = Mutex(SeededGenerator(seed: ~seed))
    for _ in 0..<3 {
      let replica = try Replica(clock: number(0...30)) {
        ids.withLock { random in
          Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
      }
      replicas.append(replica)
    }
    for _ in 0..<number(4...16) { try step() }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func step() throws {
    let replica = replicas[number(0...2)]
    switch number(0...9) {
    case 0: replica.reopen()
    case 1...4:
      let other = replicas[number(0...2)]
      guard other !== replica else { return }
      if hasAppMerges, number(0...1) == 0 {
        try AppMerge.merge(other, into: replica)
      } else {
        try replica.merge(other)
      }
    default:
      let keys = ["a", ".noteText", "c"].filter { _ in number(0...1) == 0 }
      let values = keys.map { ($0, value()) }
      try replica.write(
        values, scope: number(0...4) == 0 ? "B" : "A",
        superseding: number(0...2) == 0 ? .all : .winners,
        at: number(0...3) == 0 ? number(0...40) : nil)
    }
  }

  private mutating func value() -> EntryValue {
    switch number(0...5) {
    case 0: .null
    case 1: .json(["n": .integer(Int64(number(0...3))), "s": "x"])
    case 2:
      .blob(mimeType: "image/jpeg", data: Data([UInt8(number(0...2))].dropFirst(number(0...1))))
    default: .text(["", "one", "two words", "three\0words here", "é"][number(0...4)])
    }
  }

  /// Merges copies of the notebooks in all ways.
  func check() throws {
    let (a, b, c) = (replicas[0], replicas[1], replicas[2])
    let ab = try merged(a, b)
    let ba = try merged(b, a)
    try expectSame(ab, ba, "a+b = b+a")

    let abc = try merged(ab, c)
    try expectSame(abc, merged(a, merged(b, c)), "(a+b)+c = a+(b+c)")
    try expectSame(abc, merged(c, ba), "c+(b+a)")

    for (other, name) in [(a, "a"), (b, "b"), (ab, "a+b"), (abc, "itself")] {
      let before = try ReplicaState(abc)
      let report = try abc.merge(other === abc ? abc.copy() : other)
      try #require(report == MergeReport(), "seed \(seed): \(name) merged again")
      try #require(try ReplicaState(abc) == before, "seed \(seed): \(name) merged again")
    }
    try abc.checkFullTextIndex()
  }

  /// A copy of `replica` with `other` merged in, compared with what a preview said and what the
  /// law of sets says.
  private func merged(_ replica: Replica, _ other: Replica) throws -> Replica {
    let result = try replica.copy()
    let before = try ReplicaState(replica)
    let rows = try rows(of: result)
    let preview = try result.preview(other)
    try #require(try ReplicaState(result) == before, "seed \(seed): preview changed something")
    var kept: Set<Data> = []
    let report = try result.merge(other) { kept.formUnion($0.compactMap(\.version.value.text)) }
    try #require(report == preview, "seed \(seed): preview")

    let state = try ReplicaState(result)
    try #require(
      before.noteTexts.subtracting(state.noteTexts).isSubset(of: kept), "seed \(seed): a text")
    let expected = try before.merged(with: ReplicaState(other))
    try #require(state.entries == expected.entries, "seed \(seed): entries")
    try #require(state.vector == expected.vector, "seed \(seed): vector")
    for (dot, row) in try self.rows(of: result) {
      try #require(rows[dot] ?? row == row, "seed \(seed): a row moved")
    }
    let changed = Set(before.entries.keys).symmetricDifference(state.entries.keys)
    try #require(
      preview.changedKeys == Set(changed.map { EntryKey(scope: $0.scope, key: $0.key) }),
      "seed \(seed): changed keys")
    return result
  }

  private func rows(of replica: Replica) throws -> [Dot: Int64] {
    try replica.inspect { db in
      let statement = try db.cachedStatement(sql: "SELECT scope, key, authorId, rowid FROM entry")
      return Dictionary(
        uniqueKeysWithValues: try Row.fetchAll(statement).map {
          (Dot(scope: $0[0], key: $0[1], author: $0[2], usn: 0), $0[3] as Int64)
        })
    }
  }

  private func expectSame(_ left: Replica, _ right: Replica, _ law: String) throws {
    var (left, right) = (try ReplicaState(left), try ReplicaState(right))
    // The app loses tombstones, so who merged with it first matters for them.
    if hasAppMerges {
      left.tombstones = [:]
      right.tombstones = [:]
    }
    try #require(left == right, "seed \(seed): \(law)")
  }
}
