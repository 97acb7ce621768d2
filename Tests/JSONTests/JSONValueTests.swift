import JSON
import Testing

@Suite struct JSONValueTests {
  @Test func accessorsReadTheirOwnKindOnly() {
    let values: [JSONValue] = [.null, true, 1, 1.5, "1", [1], ["a": 1], .unsignedIntegers([1])]
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil, nil, nil])
    #expect(values.map(\.int) == [nil, nil, 1, nil, nil, nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, nil, "1", nil, nil, nil])
    #expect(values.map(\.array) == [nil, nil, nil, nil, nil, [1], nil, [1]])
    #expect(values.map(\.object) == [nil, nil, nil, nil, nil, nil, ["a": 1], nil])
    #expect(values.map { $0["a"] } == [nil, nil, nil, nil, nil, nil, 1, nil])
  }

  @Test(arguments: [
    (JSONValue.double(1), 1), (-0.0, 0), (1.5, nil), (2021.0, 2021), (1e300, nil),
    (.double(.nan), nil), (.double(.infinity), nil), (.integer(.min), Int.min),
    (.double(-0x1p63), Int.min), (.double(0x1p62), 1 << 62), (.double(0x1p63), nil),
  ])
  func intReadsIntegralNumbers(value: JSONValue, int: Int?) {
    #expect(value.int == int)
  }

  @Test func literalsLeaveOutNil() {
    let absent: JSONValue? = nil
    let value: JSONValue = ["a": 1, "b": absent, "c": .null]
    #expect(value.serialized() == Array(#"{"a":1,"c":null}"#.utf8))
    let object: JSONObject = ["a": absent, "b": 1, "b": 2]
    #expect(object == ["b": 2])
    #expect(JSONObject([("a", nil), ("b", 2)]) == object)
  }

  @Test func objectsAreEqualInAnyOrder() {
    #expect(["a": 1, "b": 2] as JSONObject == ["b": 2, "a": 1])
    #expect(["a": 1, "b": 2] as JSONObject != ["b": 2, "a": 2])
    #expect(["a": 1] as JSONObject != ["a": 1, "b": 2])
    #expect(["a": .null] as JSONObject != ["b": .null])
  }

  /// From few members to many and back, so that the index comes and goes.
  @Test(arguments: [3, 8, 9, 30])
  func objectsKeepOrder(count: Int) {
    var object = JSONObject()
    let keys = (0..<count).map { "key \($0)" }
    for key in keys { object[key] = .string(key) }
    object["key 1"] = 1
    #expect(object.keys == keys)
    #expect(object["key 1"] == 1)
    #expect(object["no key"] == nil)

    var left = keys
    for key in keys.reversed() + keys where left.count > 1 && key != "key 1" {
      object[key] = nil
      left.removeAll { $0 == key }
      #expect(object.keys == left)
      #expect(left.allSatisfy { object[$0] == ($0 == "key 1" ? 1 : .string($0)) })
      #expect(object[key] == nil)
    }
    object["key 1"] = nil
    #expect(object == [:])
  }
}
