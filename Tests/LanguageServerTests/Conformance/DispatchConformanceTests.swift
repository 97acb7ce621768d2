import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import NoteGenerator
import TestSupport
import Testing

@testable import LanguageServer

/// The answers to messages, and their order.
@Suite struct DispatchConformanceTests {
  private static let uri = "file:///a.md"
  private static let document: JSONValue = ["textDocument": ["uri": .string(uri)]]

  @Test("27 Unknown requests: -32601; unknown notifications: nothing") func unknown() throws {
    let server = try ServerFixture()
    for method in ["textDocument/unheardOf", "$/unheardOf", "unheardOf", ""] {
      #expect(try server.client.errorCode(method, [:]) == -32601, "\(method)")
      server.client.notify(method)
    }
    #expect(try server.client.outline(of: Self.uri) == [])
  }

  @Test("28 Wrong parameters: -32602, for every feature, and on it goes") func parameters() throws {
    let server = try ServerFixture(notes: ["# a"], capabilities: ClientProfiles.everything)
    server.client.open(Self.uri, "# a")
    for method in Feature.all.map(\.method) {
      // These are listed without any.
      let isAsked = ![
        "commonplace/listTags", "commonplace/listTemplates", "commonplace/listTrash",
      ].contains(method)
      #expect(try server.client.errorCode(method, [1]) == (isAsked ? -32602 : nil), "\(method)")
      let code = try server.client.errorCode(
        method, ["textDocument": 1, "uri": 1, "query": 1, "command": 1, "text": 1, "item": 1])
      // A method without required parameters accepts any.
      #expect(code == nil || code == -32602, "\(method)")
      if method.hasPrefix("textDocument/") { #expect(code == -32602, "\(method)") }
    }
    server.client.notify("textDocument/didChange", ["textDocument": "a"])
    server.client.notify("textDocument/didOpen", .array([1]))
    #expect(try server.client.outline(of: Self.uri) == ["a"])
  }

  @Test("29 A canceled request has one answer; others are not concerned") func cancel() throws {
    let server = try ServerFixture()
    server.client.open(Self.uri, "# a")
    for number in 0..<200 {
      let id: RequestID = number % 2 == 0 ? .integer(10_000 + Int64(number)) : .string("\(number)")
      server.client.send(
        .request(id: id, method: "textDocument/documentSymbol", params: Self.document))
      server.client.notify("$/cancelRequest", ["id": id.json])
      let code = try server.client.errorCode(of: id)
      #expect(code == nil || code == -32800)
      // Finished, and never heard of: nothing.
      server.client.notify("$/cancelRequest", ["id": id.json])
    }
    server.client.notify("$/cancelRequest", ["id": "never"])
    server.client.notify("$/cancelRequest", [:])
    #expect(try server.client.outline(of: Self.uri) == ["a"])
  }

  /// Requests that wait after long work are canceled by then: their cancellation comes with them and
  /// is read at once.
  @Test("30 A cancellation is read while a long request runs") func cancelDuringWork() throws {
    let server = try ServerFixture()
    let text = GeneratedNotes.text(seed: 30, byteCount: 150_000)
    server.client.open(Self.uri, text)
    try server.client.settle()
    let (long, waiting) = (RequestID.string("long"), RequestID.string("waiting"))
    let messages: [Message] = [
      .request(id: long, method: "textDocument/semanticTokens/full", params: Self.document),
      .request(id: waiting, method: "textDocument/documentSymbol", params: Self.document),
      .notification(method: "$/cancelRequest", params: ["id": waiting.json]),
    ]
    server.client.send(bytes: messages.flatMap { MessageFramer.frame($0.serialized()) })
    #expect(try server.client.errorCode(of: waiting) == -32800)
    #expect(try server.client.errorCode(of: long) == nil)
  }

  @Test("31 1,000 requests in a row all have one answer") func pipeline() throws {
    let server = try ServerFixture()
    server.client.open(Self.uri, "# a\n#tag")
    let ids = (0..<1000).map { number in
      server.client.send(
        request: [
          "textDocument/documentSymbol", "textDocument/semanticTokens/full", "workspace/symbol",
        ][
          number % 3],
        number % 3 == 2 ? ["query": "tag"] : Self.document)
    }
    for id in ids { #expect(try server.client.errorCode(of: id) == nil) }
  }

  /// A handler cannot crash without the whole server; where it fails, it says so.
  @Test("32 A handler that fails has an error for an answer, and the next request none")
  func failures() throws {
    let server = try ServerFixture(notes: nil)
    let missing: JSONValue = ["uri": "commonplace://notebook/none/none.md"]
    for _ in 0..<3 {
      #expect(try server.client.errorCode("commonplace/readNote", missing) != nil)
      server.client.open(Self.uri, "# a")
      #expect(try server.client.outline(of: Self.uri) == ["a"])
    }
  }

  @Test("33 A request sees the changes sent before it and none sent after it") func order() throws {
    let server = try ServerFixture()
    server.client.open(Self.uri, "# 1")
    var ids: [RequestID] = []
    for version in 2..<60 {
      ids.append(server.client.send(request: "textDocument/documentSymbol", Self.document))
      server.client.change(Self.uri, version: version, "# \(version)")
    }
    for (index, id) in ids.enumerated() {
      let name = try server.client.response(to: id).array?.first?["name"]
      #expect(name == .string("\(index + 1)"))
    }
  }

  /// The inspector, which every test has, records the two errors that ask for another try where the
  /// client has not said that it tries again. Here is one that does not, and much to cancel.
  @Test("34 No ContentModified and no ServerCancelled to a client that does not try again")
  func retries() throws {
    let server = try ServerFixture()
    server.client.open(Self.uri, "# 1")
    for version in 2..<60 {
      let ids = ["documentSymbol", "semanticTokens/full", "completion"].map {
        server.client.send(
          request: "textDocument/\($0)",
          ["textDocument": ["uri": .string(Self.uri)], "position": .position(0, 1)])
      }
      server.client.change(Self.uri, version: version, "# \(version) #tag")
      for id in ids { #expect(try server.client.errorCode(of: id) == nil) }
    }
  }

  @Test(
    "35 $/setTrace is honored by $/logTrace",
    .enabled(if: Offered.method("$/logTrace"), "this server does not trace"))
  func trace() throws {
    let server = try ServerFixture()
    try server.client.settle()
    #expect(server.client.notificationsSoFar("$/logTrace") == [])
    server.client.notify("$/setTrace", ["value": "messages"])
    try server.client.settle()
    let reported = try server.client.notification("$/logTrace")
    #expect(reported["message"]?.string?.isEmpty == false && reported["verbose"] == nil)
    server.client.notify("$/setTrace", ["value": "verbose"])
    try server.client.settle()
    server.client.notify("$/setTrace", ["value": "off"])
    try server.client.settle()
    // From here on the inspector records everything that comes.
    try server.client.settle()
  }
}
