import Base
import Foundation
import JSON
import Testing

@testable import Notebook

/// Merging objects by their members.
@Suite struct MemberMergeTests {
  private static func object(_ text: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: Array(text.utf8)).object)
  }

  /// A base, two versions, and the merged object; nil if there is none.
  @Test(
    arguments: [
      (#"{"a":1,"b":1}"#, #"{"a":2,"b":1}"#, #"{"a":1,"b":2}"#, #"{"a":2,"b":2}"#),
      (#"{"a":1}"#, #"{"a":2}"#, #"{"a":2}"#, #"{"a":2}"#),
      (#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, nil),
      (#"{"a":1,"b":1}"#, #"{"b":1}"#, #"{"a":1,"b":2}"#, #"{"b":2}"#),
      (#"{"a":1}"#, #"{}"#, #"{"a":2}"#, nil),
      (#"{}"#, #"{"a":1}"#, #"{"b":2}"#, #"{"a":1,"b":2}"#),
      // Lists: elements come and go.
      (#"{"l":[1,2]}"#, #"{"l":[1,2,3]}"#, #"{"l":[1,2,4]}"#, #"{"l":[1,2,3,4]}"#),
      (#"{"l":[1,2]}"#, #"{"l":[2]}"#, #"{"l":[1,2,4]}"#, #"{"l":[2,4]}"#),
      (#"{"l":[1,2]}"#, #"{"l":[2]}"#, #"{"l":[2]}"#, #"{"l":[2]}"#),
      (#"{"l":[1]}"#, #"{"l":[5]}"#, #"{"l":[6]}"#, nil),
      (#"{"l":[1]}"#, #"{"l":[5]}"#, #"{"l":[1,6]}"#, #"{"l":[5,6]}"#),
      (#"{"l":[1]}"#, #"{"l":[]}"#, #"{"l":[]}"#, #"{"l":[]}"#),
      (#"{}"#, #"{"l":[1]}"#, #"{"l":[2]}"#, #"{"l":[1,2]}"#),
      (#"{"l":[1]}"#, #"{"l":"x"}"#, #"{"l":[2]}"#, nil),
      // Objects in them.
      (
        #"{"o":{"a":1,"l":[]}}"#, #"{"o":{"a":2,"l":[]}}"#, #"{"o":{"a":1,"l":[1]}}"#,
        #"{"o":{"a":2,"l":[1]}}"#
      ),
      (#"{"o":null}"#, #"{"o":{"l":[1]}}"#, #"{"o":{"l":[2]}}"#, #"{"o":{"l":[1,2]}}"#),
      (#"{"o":{"l":[1]}}"#, #"{"o":null}"#, #"{"o":{"l":[2]}}"#, nil),
    ] as [(String, String, String, String?)])
  func merges(_ base: String, _ mine: String, _ theirs: String, _ expected: String?) throws {
    let (base, mine, theirs) = (
      try Self.object(base), try Self.object(mine), try Self.object(theirs)
    )
    func merged(_ versions: [JSONObject]) -> JSONObject? {
      let merge = MemberMerge(
        base: MemberDigests(base), versions, lists: ["l"], inner: ["o"])
      return merge.disputed.isEmpty ? merge.object : nil
    }
    let wanted = try expected.map(Self.object)
    #expect(merged([mine, theirs]) == wanted)
    #expect(merged([theirs, mine]) == wanted)
    #expect(merged([mine, mine]) == mine && merged([base, theirs]) == theirs)
  }

  /// In any order the same, however many there are.
  @Test func orderMakesNoDifference() throws {
    for seed in 0..<2000 {
      var random = SeededGenerator(seed: UInt64(seed))
      func value() -> JSONValue { .integer(Int64.random(in: 0...2, using: &random)) }
      func object() -> JSONObject {
        var object = JSONObject()
        for name in ["a", "b", "c"] where Bool.random(using: &random) { object[name] = value() }
        if Bool.random(using: &random) {
          object["l"] = .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value() })
        }
        return object
      }
      let (base, a, b, c) = (object(), object(), object(), object())
      let all = [[a, b, c], [b, a, c], [c, b, a], [a, c, b]].map { versions -> JSONObject? in
        let merge = MemberMerge(base: MemberDigests(base), versions, lists: ["l"])
        return merge.disputed.isEmpty ? merge.object : nil
      }
      #expect(all.allSatisfy { $0 == all[0] }, "seed \(seed): \(all)")
    }
  }
}
