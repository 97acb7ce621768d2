import Base
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// The inspector finds what it is there to find.
@Suite struct ProtocolInspectorTests {
  /// The inspector's findings in one message that the server sends.
  private func violations(
    of message: JSONValue, after sent: [Message] = [], capabilities: JSONValue = [:]
  ) -> [String] {
    let found = Mutex<[String]>([])
    let inspector = ProtocolInspector { violation in found.withLock { $0.append(violation) } }
    let start: [Message] = [
      .request(id: .integer(0), method: "initialize", params: ["capabilities": capabilities]),
      .notification(method: "initialized", params: [:]),
    ]
    inspector.inspect(.sent(start[0]))
    inspector.inspect(
      .received(
        (["jsonrpc": "2.0", "id": 0, "result": ["capabilities": [:]]] as JSONValue).serialized()))
    for message in start.dropFirst() + sent { inspector.inspect(.sent(message)) }
    inspector.inspect(.received(message.serialized()))
    return found.withLock { $0 }
  }

  private func answer(_ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": 1, "result": result]
  }

  private func request(_ method: String) -> [Message] {
    [.request(id: .integer(1), method: method, params: nil)]
  }

  private static let range: JSONValue = [
    "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 1],
  ]

  @Test(
    arguments: [
      ("textDocument/hover", ["contents": ["kind": "markdown", "value": "a"], "range": range]),
      ("textDocument/hover", .null),
      ("textDocument/completion", ["isIncomplete": false, "items": [["label": "a", "kind": 1]]]),
      (
        "textDocument/codeAction",
        [["title": "a", "command": "b"], ["title": "a", "kind": "own.kind"]]
      ),
      ("textDocument/foldingRange", [["startLine": 0, "endLine": 1, "kind": "region"]]),
      ("textDocument/semanticTokens/full", ["data": [0, 1, 2]]),
      ("workspace/executeCommand", ["anything": [1]]),
      ("shutdown", .null),
      ("commonplace/search", ["own": true]),
    ] as [(String, JSONValue)])
  func rightAnswers(method: String, result: JSONValue) {
    #expect(violations(of: answer(result), after: request(method)) == [])
  }

  @Test(
    arguments: [
      ("textDocument/hover", ["contents": ["kind": "html", "value": "a"]]),
      ("textDocument/hover", ["contents": "a", "color": "red"]),
      ("textDocument/hover", ["range": range]),
      ("textDocument/completion", ["isIncomplete": false, "items": [["label": 1]]]),
      ("textDocument/completion", ["items": []]),
      ("textDocument/completion", [["label": "a", "kind": 99]]),
      ("textDocument/foldingRange", [["startLine": -1, "endLine": 1]]),
      ("textDocument/foldingRange", [["startLine": 1.5, "endLine": 2]]),
      ("textDocument/documentLink", [["range": range, "target": "no uri"]]),
      ("textDocument/semanticTokens/full", ["data": [0, 4_294_967_295]]),
      ("textDocument/documentSymbol", .bool(true)),
      ("shutdown", 1),
    ] as [(String, JSONValue)])
  func wrongAnswers(method: String, result: JSONValue) {
    #expect(violations(of: answer(result), after: request(method)).count > 0)
  }

  @Test func aPathIsNamed() {
    let found = violations(
      of: answer(["isIncomplete": false, "items": [["label": "a"], ["label": "b", "kind": "x"]]]),
      after: request("textDocument/completion"))
    #expect(found.first?.contains("result.items[1].kind") == true)
  }

  @Test(
    arguments: [
      ["jsonrpc": "2.0", "id": 7, "result": .null],
      ["jsonrpc": "2.0", "id": 1, "result": .null, "error": ["code": 1, "message": ""]],
      ["jsonrpc": "2.0", "id": 1, "error": ["code": "1", "message": ""]],
      ["jsonrpc": "2.0", "id": 1, "result": .null, "more": 1],
      ["jsonrpc": "1.0", "id": 1, "result": .null],
      ["jsonrpc": "2.0", "method": "textDocument/didOpen", "params": [:]],
      ["jsonrpc": "2.0", "method": "unheard/of"],
      ["jsonrpc": "2.0", "method": "window/logMessage", "params": ["type": 9, "message": ""]],
      ["jsonrpc": "2.0", "method": "$/logTrace", "params": ["message": ""]],
      [
        "jsonrpc": "2.0", "method": "$/progress",
        "params": ["token": "x", "value": ["kind": "begin", "title": ""]],
      ],
      [
        "jsonrpc": "2.0", "id": "s", "method": "workspace/configuration",
        "params": ["items": [["section": "commonplace"]]],
      ],
      [
        "jsonrpc": "2.0", "id": "s", "method": "client/registerCapability",
        "params": ["registrations": [["id": "1", "method": "textDocument/hover"]]],
      ],
    ] as [JSONValue])
  func wrongMessages(message: JSONValue) {
    #expect(violations(of: message, after: request("textDocument/hover")).count > 0)
  }

  @Test func capabilitiesOfTheClientAreAllowed() {
    let asked: JSONValue = [
      "jsonrpc": "2.0", "id": "s", "method": "workspace/configuration",
      "params": ["items": [["section": "commonplace"]]],
    ]
    #expect(violations(of: asked, capabilities: ["workspace": ["configuration": true]]) == [])
  }

  @Test func bytesThatAreNoMessage() {
    let count = Mutex(0)
    let inspector = ProtocolInspector { _ in count.withLock { $0 += 1 } }
    inspector.inspect(.garbage("a line for people"))
    inspector.inspect(.received(Array("a line".utf8)))
    #expect(count.withLock { $0 } == 2)
  }
}
