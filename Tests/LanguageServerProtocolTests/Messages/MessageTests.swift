import JSON
import LanguageServerProtocol
import Testing

@Suite struct MessageTests {
  static let messages: [(String, Message)] = [
    (
      #"{"jsonrpc":"2.0","id":1,"method":"a/b","params":{"x":[1]}}"#,
      .request(id: .integer(1), method: "a/b", params: ["x": [1]])
    ),
    (
      #"{"jsonrpc":"2.0","id":"1","method":"a"}"#,
      .request(id: .string("1"), method: "a", params: nil)
    ),
    (#"{"jsonrpc":"2.0","method":"$/a","params":[]}"#, .notification(method: "$/a", params: [])),
    (#"{"jsonrpc":"2.0","method":"a"}"#, .notification(method: "a", params: nil)),
    (
      #"{"jsonrpc":"2.0","id":-7,"result":null}"#,
      .response(id: .integer(-7), result: .success(.null))
    ),
    (
      #"{"jsonrpc":"2.0","id":"r","result":{"a":1}}"#,
      .response(id: .string("r"), result: .success(["a": 1]))
    ),
    (
      #"{"jsonrpc":"2.0","id":2,"error":{"code":-5,"message":"no","data":[1]}}"#,
      .response(
        id: .integer(2), result: .failure(ResponseError(code: -5, message: "no", data: [1])))
    ),
    (
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}"#,
      .response(id: nil, result: .failure(.parseError()))
    ),
  ]

  @Test(arguments: messages)
  func readsAndWrites(text: String, message: Message) throws {
    #expect(try Message(decoding: Array(text.utf8)) == message)
    #expect(String(decoding: message.serialized(), as: UTF8.self) == text)
  }

  @Test(arguments: [
    (
      #"{"id":1.0,"method":"a","params":null,"more":1,"jsonrpc":"2.0"}"#,
      Message.request(id: .integer(1), method: "a", params: nil)
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"result":5,"error":null}"#,
      .response(id: .integer(1), result: .success(5))
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"error":"no"}"#,
      .response(
        id: .integer(1), result: .failure(ResponseError(code: -32603, message: "")))
    ),
    (#"{"jsonrpc":"2.0","id":{},"result":5}"#, .response(id: nil, result: .success(5))),
  ])
  func isLenient(text: String, message: Message) throws {
    #expect(try Message(decoding: Array(text.utf8)) == message)
  }

  @Test(
    arguments: [
      ("", -32700, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"a""#, -32700, nil),
      ("1", -32600, nil),
      (#""a""#, -32600, nil),
      ("[]", -32600, nil),
      (#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, -32600, nil),
      ("{}", -32600, nil),
      (#"{"id":1,"method":"a"}"#, -32600, .integer(1)),
      (#"{"jsonrpc":"1.0","id":"x","method":"a"}"#, -32600, .string("x")),
      (#"{"jsonrpc":2.0,"id":"x","method":"a"}"#, -32600, .string("x")),
      (#"{"jsonrpc":"2.0","id":1}"#, -32600, .integer(1)),
      (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600, .integer(1)),
      (#"{"jsonrpc":"2.0","id":1,"method":null,"result":1}"#, -32600, .integer(1)),
      (#"{"jsonrpc":"2.0","id":1,"error":null}"#, -32600, .integer(1)),
      (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, -32600, nil),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, -32600, nil),
      (#"{"jsonrpc":"2.0","id":true,"method":"a"}"#, -32600, nil),
      (#"{"jsonrpc":"2.0","id":[1],"method":"a"}"#, -32600, nil),
      (#"{"jsonrpc":"2.0","id":1e30,"method":"a"}"#, -32600, nil),
    ] as [(String, Int, RequestID?)])
  func refuses(text: String, code: Int, id: RequestID?) {
    let error = #expect(throws: MessageDecodingError.self) {
      try Message(decoding: Array(text.utf8))
    }
    #expect(error?.error.code == code)
    #expect(error?.id == id)
    #expect(error?.response == error.map { .response(id: id, result: .failure($0.error)) })
  }

  @Test func anErrorQuotesNothing() {
    let secret = "secret"
    for text in [#"{"\#(secret)"#, #"["\#(secret)"]"#, #"{"jsonrpc":"\#(secret)"}"#] {
      let error = #expect(throws: MessageDecodingError.self) {
        try Message(decoding: Array(text.utf8))
      }
      #expect(error?.error.message.contains(secret) == false)
    }
  }

  @Test func idsOfEqualTextAreTwo() {
    #expect(RequestID.integer(1) != .string("1"))
    #expect(Set([RequestID.integer(1), .string("1"), .integer(1)]).count == 2)
  }

  @Test(arguments: [
    (ResponseError.parseError(), -32700), (.invalidRequest(), -32600),
    (.methodNotFound("a"), -32601), (.invalidParams("a"), -32602), (.internalError(), -32603),
    (.serverNotInitialized(), -32002), (.requestCancelled(), -32800),
    (.contentModified(), -32801), (.serverCancelled(), -32802), (.requestFailed("a"), -32803),
  ])
  func errorsHaveTheProtocolsCodes(error: ResponseError, code: Int) {
    #expect(error.code == code)
    #expect(!error.message.isEmpty)
  }
}
