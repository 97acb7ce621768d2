import Foundation
import JSON
import Testing

@Suite struct JSONReaderTests {
  /// A text and what it says, or why it says nothing.
  struct Example: Sendable, CustomTestStringConvertible {
    let text: String
    let result: Result<JSONValue, JSONError>
    var testDescription: String { text }

    init(_ text: String, is value: JSONValue) {
      self.text = text
      result = .success(value)
    }

    init(_ text: String, _ reason: JSONError.Reason, at offset: Int) {
      self.text = text
      result = .failure(JSONError(reason, at: offset))
    }
  }

  static let examples = [
    Example("null", is: .null),
    Example(" \t\r\ntrue ", is: true),
    Example("false", is: false),
    Example("[]", is: []),
    Example("[ 1 , [ ] , {} ]", is: [1, [], [:]]),
    Example(#"{ "a" : {"b":[null]} , "":1}"#, is: ["a": ["b": [.null]], "": 1]),
    Example("", .unexpectedEnd, at: 0),
    Example("  ", .unexpectedEnd, at: 2),
    Example("nul", .unexpectedEnd, at: 3),
    Example("nulL", .unexpectedByte, at: 3),
    Example("True", .unexpectedByte, at: 0),
    Example("NaN", .unexpectedByte, at: 0),
    Example("1 2", .trailingBytes, at: 2),
    Example("truefalse", .trailingBytes, at: 4),
    Example("[", .unexpectedEnd, at: 1),
    Example("[1", .unexpectedEnd, at: 2),
    Example("[1,]", .unexpectedByte, at: 3),
    Example("[,1]", .unexpectedByte, at: 1),
    Example("[1 2]", .unexpectedByte, at: 3),
    Example("]", .unexpectedByte, at: 0),
    Example("{", .unexpectedEnd, at: 1),
    Example(#"{"a"}"#, .unexpectedByte, at: 4),
    Example(#"{"a":1"#, .unexpectedEnd, at: 6),
    Example(#"{"a":1,}"#, .unexpectedByte, at: 7),
    Example(#"{"a" 1}"#, .unexpectedByte, at: 5),
    Example("{a:1}", .unexpectedByte, at: 1),
    Example("{1:1}", .unexpectedByte, at: 1),
    Example("[1}", .unexpectedByte, at: 2),
    Example("// x\n1", .unexpectedByte, at: 0),
    Example("\u{FEFF}1", .unexpectedByte, at: 0),
    Example("\u{A0}1", .unexpectedByte, at: 0),
    Example("\0", .unexpectedByte, at: 0),
    Example("1\0", .trailingBytes, at: 1),
  ]

  static let numbers = [
    Example("0", is: 0),
    Example("-0", is: 0),
    Example("-17", is: -17),
    Example("9223372036854775807", is: .integer(.max)),
    Example("-9223372036854775808", is: .integer(.min)),
    Example("9223372036854775808", is: .number("9223372036854775808")),
    Example("-9223372036854775809", is: .number("-9223372036854775809")),
    Example("1000000000000000000000", is: .double(1e21)),
    Example("1.0", is: 1.0),
    Example("-0.5", is: -0.5),
    Example("1e3", is: 1000.0),
    Example("1E+3", is: 1000.0),
    Example("25e-1", is: 2.5),
    Example("-0.50e+2", is: -50.0),
    Example("0e0", is: 0.0),
    Example("1e999", is: .number("1e999")),
    Example("1e-999", is: .number("1e-999")),
    Example("5e-324", is: .double(.leastNonzeroMagnitude)),
    Example("123456789012345678", is: .integer(123_456_789_012_345_678)),
    Example("0.30000000000000004", is: 0.30000000000000004),
    Example("0.300000000000000040", is: 0.30000000000000004),
    Example("0.300000000000000041", is: .number("0.300000000000000041")),
    Example("-12345678901234567890.50", is: .number("-12345678901234567890.50")),
    Example("9007199254740993.0", is: .number("9007199254740993.0")),
    Example("1E0000000000000000000000000000000000001", is: 10.0),
    Example("1e99999999999999999999", is: .number("1e99999999999999999999")),
    Example("0e99999999999999999999", is: .number("0e99999999999999999999")),
    Example("-0.0000000000000000000000000000000000", is: 0.0),
    Example("01", .trailingBytes, at: 1),
    Example("-01", .trailingBytes, at: 2),
    Example("+1", .unexpectedByte, at: 0),
    Example(".5", .unexpectedByte, at: 0),
    Example("-", .malformedNumber, at: 1),
    Example("-a", .malformedNumber, at: 1),
    Example("1.", .malformedNumber, at: 2),
    Example("1.e1", .malformedNumber, at: 2),
    Example("1e", .malformedNumber, at: 2),
    Example("1e+", .malformedNumber, at: 3),
    Example("0x10", .trailingBytes, at: 1),
    Example("1_000", .trailingBytes, at: 1),
  ]

  static let strings = [
    Example(#""""#, is: ""),
    Example(#""äß€𝄞""#, is: "äß€𝄞"),
    Example("\"\u{7F}\u{2028}\"", is: "\u{7F}\u{2028}"),
    Example(#""\"\\\/\b\f\n\r\t""#, is: "\"\\/\u{8}\u{C}\n\r\t"),
    Example(#""a\nb\n\nc""#, is: "a\nb\n\nc"),
    Example(#""\u0041\u00e9\u20AC\u0000""#, is: "A\u{E9}€\0"),
    Example(#""\ud834\udd1e!\uD834\uDD1E""#, is: "𝄞!𝄞"),
    Example(#""a\/b\n\u00e9\ud83d\ude00""#, is: "a/b\né😀"),
    // A lone surrogate, one UTF-16 unit, becomes one U+FFFD.
    Example(#""\ud800""#, is: "\u{FFFD}"),
    Example(#""\udc00x""#, is: "\u{FFFD}x"),
    Example(#""\ud800\ud800\udc00""#, is: "\u{FFFD}\u{10000}"),
    Example(#""\ud800\n\ud801\u0041""#, is: "\u{FFFD}\n\u{FFFD}A"),
    Example(#""\udc00\ud800""#, is: "\u{FFFD}\u{FFFD}"),
    Example(#"""#, .unexpectedEnd, at: 1),
    Example(#""a"#, .unexpectedEnd, at: 2),
    Example(#""\n"#, .unexpectedEnd, at: 3),
    Example(#""\"#, .malformedEscape, at: 2),
    Example(#""\x""#, .malformedEscape, at: 2),
    Example(#""\'""#, .malformedEscape, at: 2),
    Example(#""\u12"#, .malformedEscape, at: 5),
    Example(#""\u12""#, .malformedEscape, at: 5),
    Example(#""\u12g4""#, .malformedEscape, at: 5),
    Example(#""\ud800\u12""#, .malformedEscape, at: 11),
    Example("\"a\nb\"", .controlCharacter, at: 2),
    Example("\"\0\"", .controlCharacter, at: 1),
    Example("\"\\n\u{1F}\"", .controlCharacter, at: 3),
  ]

  static func parse(_ bytes: [UInt8]) -> Result<JSONValue, JSONError> {
    Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
  }

  @Test(arguments: examples + numbers + strings)
  func readsOrSaysWhere(_ example: Example) {
    #expect(Self.parse(Array(example.text.utf8)) == example.result)
  }

  @Test(arguments: [
    (#""\ud800""#, 7), (#""\ud800\u0041""#, 7), (#""a\udc00""#, 8), (#""\ud800\ud800\udc00""#, 7),
  ])
  func refusesLoneSurrogatesIfAsked(text: String, end: Int) throws {
    #expect(throws: JSONError(.malformedEscape, at: end)) {
      try JSONValue(parsing: Array(text.utf8), replacesLoneSurrogates: false)
    }
    let pair = Array(#""\ud834\udd1e""#.utf8)
    #expect(try JSONValue(parsing: pair, replacesLoneSurrogates: false) == "𝄞")
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
  ])
  func refusesInvalidUTF8(_ content: [UInt8]) {
    let plain = Array(#"["a",""#.utf8) + content + Array(#""]"#.utf8)
    #expect(Self.parse(plain) == .failure(JSONError(.invalidUTF8, at: 6)))
    let escaped = Array(#"["\n"#.utf8) + content + Array(#""]"#.utf8)
    #expect(Self.parse(escaped) == .failure(JSONError(.invalidUTF8, at: 2)))
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func countsDepth(open: String, close: String) {
    func nested(_ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONValue(parsing: nested(128)) }
    #expect(Self.parse(nested(129)) == .failure(JSONError(.tooDeep, at: 128 * open.utf8.count)))
    #expect(Self.parse(nested(1_000)) == .failure(JSONError(.tooDeep, at: 128 * open.utf8.count)))
    #expect(throws: JSONError(.tooDeep, at: 2 * open.utf8.count)) {
      try JSONValue(parsing: nested(3), maximumDepth: 2)
    }
  }

  @Test(arguments: ["[", #"{"a":"#, "[[{\"\":"])
  func survivesEndlessNesting(open: String) {
    let bytes = Array(String(repeating: open, count: 100_000).utf8)
    #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
  }

  @Test func readsHugeNumbers() throws {
    let digits = [UInt8](repeating: UInt8(ascii: "9"), count: 1 << 20)
    for prefix in ["", "0.", "1e", "-1e-"] {
      let text = Array(prefix.utf8) + digits
      let value = try JSONValue(parsing: text)
      #expect(value == .number(String(decoding: text, as: UTF8.self)))
      #expect(value.int == nil && value.serialized() == text)
    }
  }

  @Test func ofEqualKeysTheLastCounts() throws {
    let value = try JSONValue(parsing: Array(#"{"a":1,"b":2,"\u0061":3}"#.utf8))
    #expect(value.object?.keys == ["a", "b"])
    #expect(value["a"] == 3)
  }

  /// A look through all keys for each would take minutes.
  @Test func readsManyKeysInLinearTime() throws {
    let count = 100_000
    let text = "{" + (0..<count).map { #""key \#($0)":\#($0)"# }.joined(separator: ",") + "}"
    let start = Self.processorSeconds
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(Self.processorSeconds - start < 60)
    #expect(value.object?.members.count == count)
    #expect(value["key 99999"] == 99999)
  }

  /// The processor time of this thread, whatever else the machine does.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func everyPrefixIsAnErrorAtItsEndOrBefore() throws {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud834\udd1e\n"],"b":[true,false,null]}"#.utf8)
    _ = try JSONValue(parsing: text)
    for end in text.indices {
      let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text[..<end])) }
      #expect((0...end).contains(error?.offset ?? -1))
    }
  }

  @Test func valuesAreCounted() throws {
    let text = Array(#"{"a":[1,2],"b":{}}"#.utf8)
    #expect(try JSONValue(parsing: text, maximumCount: 4) == ["a": [1, 2], "b": [:]])
    #expect(throws: JSONError(.tooMany, at: 17)) { try JSONValue(parsing: text, maximumCount: 3) }
  }

  /// Values that are not kept are checked all the same, and do not count.
  @Test func onlyTheOutermostMayBeKept() throws {
    let text = Array(#"{"id":7,"params":[1,{"a":[]}],"b":{"c":null}}"#.utf8)
    #expect(
      try JSONValue(parsing: text, maximumCount: 3, keptDepth: 1) == [
        "id": 7, "params": [], "b": [:],
      ])
    #expect(throws: JSONError(.unexpectedByte, at: 4)) {
      try JSONValue(parsing: Array("[[1,]]".utf8), keptDepth: 1)
    }
  }
}
