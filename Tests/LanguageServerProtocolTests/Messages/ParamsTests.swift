import JSON
import LanguageServerProtocol
import Testing

/// The errors that a client gets for parameters of a wrong shape, and the oddities that are let pass.
@Suite struct ParamsTests {
  static func message(
    of type: any JSONDecodable.Type, from text: String
  ) throws -> String? {
    let json = try JSONValue(parsing: Array(text.utf8))
    do throws(ResponseError) {
      _ = try json.params(as: type)
      return nil
    } catch {
      #expect(error.code == -32602)
      return error.message
    }
  }

  @Test(arguments: [
    ("{}", "textDocument: expected an object"),
    (#"{"textDocument":null}"#, "textDocument: expected an object"),
    (#"{"textDocument":{}}"#, "textDocument.uri: expected a string"),
    (#"{"textDocument":{"uri":5}}"#, "textDocument.uri: expected a string"),
    (#"{"textDocument":{"uri":"a"}}"#, "contentChanges: expected an array"),
    (#"{"textDocument":{"uri":"a","version":1.5}}"#, "textDocument.version: expected an integer"),
    (#"{"textDocument":{"uri":"a","version":1}}"#, "contentChanges: expected an array"),
    (
      #"{"textDocument":{"uri":"a","version":1},"contentChanges":[{"text":""},{}]}"#,
      "contentChanges[1].text: expected a string"
    ),
    (
      #"{"textDocument":{"uri":"a","version":1},"contentChanges":[7]}"#,
      "contentChanges[0]: expected an object"
    ),
    (
      #"{"textDocument":{"uri":"a","version":1},"contentChanges":[{"text":"","range":{"start":5}}]}"#,
      "contentChanges[0].range.start: expected an object"
    ),
    ("[]", "expected an object"),
    ("null", "expected an object"),
  ])
  func namesTheMemberThatIsWrong(text: String, message: String) throws {
    #expect(try Self.message(of: DidChangeTextDocumentParams.self, from: text) == message)
  }

  @Test func namesWhatIsWrongInOtherTypes() throws {
    let cases: [(any JSONDecodable.Type, String, String)] = [
      (CancelParams.self, "{}", "id: expected an integer or a string"),
      (SetTraceParams.self, #"{"value":"loud"}"#, "value: expected a known value"),
      (SetTraceParams.self, #"{"value":1}"#, "value: expected a string"),
      ([UInt32].self, "[1,2.5]", "[1]: expected an unsigned integer"),
      ([Bool].self, "[0]", "[0]: expected true or false"),
      ([[Int]].self, #"[[1],[2,"x"]]"#, "[1][1]: expected an integer"),
    ]
    for (type, text, message) in cases {
      #expect(try Self.message(of: type, from: text) == message)
    }
  }

  @Test(arguments: [
    ("-1", 0 as UInt32), ("0", 0), ("7", 7), ("7.0", 7), ("-0.0", 0), ("4294967295", 0x7FFF_FFFF),
    ("4294967296", 0x7FFF_FFFF), ("9223372036854775807", 0x7FFF_FFFF), ("-9223372036854775808", 0),
    ("99999999999999999999", 0x7FFF_FFFF), ("-99999999999999999999", 0),
    ("4294967296.0", 0x7FFF_FFFF),
    ("1e300", 0x7FFF_FFFF), ("-1e300", 0), ("1e999", 0x7FFF_FFFF), ("-1e999", 0),
  ])
  func positionsOutOfRangeBecomeTheNearest(number: String, character: UInt32) throws {
    let text = #"{"line":2,"character":\#(number)}"#
    let position = try Position(json: try JSONValue(parsing: Array(text.utf8)))
    #expect(position == Position(line: 2, character: character))
  }

  @Test(arguments: ["1.5", "null", #""1""#, "true", "[1]"])
  func positionsAreNumbers(number: String) throws {
    let text = #"{"line":\#(number),"character":0}"#
    #expect(
      try Self.message(of: Position.self, from: text) == "line: expected an unsigned integer")
  }

  @Test func aReversedRangeIsAsItCame() throws {
    let text = #"{"start":{"line":5,"character":0},"end":{"line":1,"character":0}}"#
    let range = try LSPRange(json: try JSONValue(parsing: Array(text.utf8)))
    #expect(range.end < range.start)
  }

  @Test func absentAndNullAreBothNil() throws {
    let object: JSONValue = ["a": .null, "b": 1]
    #expect(try object.decodeIfPresent("a", as: Int.self) == nil)
    #expect(try object.decodeIfPresent("b", as: Int.self) == 1)
    #expect(try object.decodeIfPresent("c", as: Int.self) == nil)
    #expect(throws: JSONDecodingError.expected("a string", at: "b")) {
      try object.decodeIfPresent("b", as: String.self)
    }
    #expect(throws: JSONDecodingError.expected("an object")) {
      try JSONValue.string("b").decodeIfPresent("b", as: Int.self)
    }
  }
}
