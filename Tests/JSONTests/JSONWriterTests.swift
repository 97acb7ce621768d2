import JSON
import Testing

@Suite struct JSONWriterTests {
  @Test(
    arguments: [
      (.null, "null"),
      (true, "true"),
      (false, "false"),
      (0, "0"),
      (-1, "-1"),
      (10, "10"),
      (.integer(.max), "9223372036854775807"),
      (.integer(.min), "-9223372036854775808"),
      (1.5, "1.5"),
      (.double(.infinity), "null"),
      (.double(-.infinity), "null"),
      (.double(.nan), "null"),
      (.unsignedIntegers([]), "[]"),
      (.unsignedIntegers([0, 9, 10, 99, 100, .max]), "[0,9,10,99,100,4294967295]"),
      ([], "[]"),
      ([1, "a", [.null]], #"[1,"a",[null]]"#),
      ([:], "{}"),
      (["b": 1, "a": ["": true]], #"{"b":1,"a":{"":true}}"#),
      (["\"\n": 1], #"{"\"\n":1}"#),
      ("", #""""#),
      ("a\"b\\c/", #""a\"b\\c/""#),
      ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
      ("\0\u{1}\u{F}\u{10}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u000f\\u0010\\u001f\u{7F}\""),
      ("äß€𝄞\u{2028}", "\"äß€𝄞\u{2028}\""),
    ] as [(JSONValue, String)])
  func writes(value: JSONValue, text: String) {
    #expect(String(decoding: value.serialized(), as: UTF8.self) == text)
  }

  @Test(arguments: [
    0.1, 2.5, 345600.123, 1, -0.0, 1e16, 1e21, 1e-7, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, 1 / 3,
  ])
  func doublesComeBack(_ double: Double) throws {
    let value = try JSONValue(parsing: JSONValue.double(double).serialized())
    guard case .double(let read) = value else {
      Issue.record("\(double) became \(value)")
      return
    }
    #expect(read.bitPattern == double.bitPattern)
  }

  @Test(arguments: [0, -1, 1_000_000, 1 << 53, .max, .min])
  func integersComeBackAsIntegers(_ integer: Int64) throws {
    let value = try JSONValue(parsing: JSONValue.integer(integer).serialized())
    #expect(value == .integer(integer))
  }
}
