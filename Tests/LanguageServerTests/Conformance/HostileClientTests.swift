import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

/// Frames, names and sizes that have killed language servers: each is followed by a question, which
/// is answered.
@Suite struct HostileClientTests {
  struct Probe: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, raw: String) {
      self.name = name
      bytes = Array(raw.utf8)
    }

    init(_ name: String, body: [UInt8]) {
      self.name = name
      bytes = MessageFramer.frame(body)
    }

    init(_ name: String, body: String) { self.init(name, body: Array(body.utf8)) }
  }

  private static let body = #"{"jsonrpc":"2.0","method":"x"}"#
  private static let length = "Content-Length: \(body.utf8.count)\r\n"
  private static let deep = String(repeating: "[", count: 100_000)

  private static func change(_ range: String, _ text: String) -> String {
    #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":"#
      + #"{"uri":"file:///a.md","version":2},"contentChanges":[{"range":\#(range),"text":"\#(text)"}]}}"#
  }

  private static func range(_ start: String, _ end: String) -> String {
    #"{"start":{"line":0,"character":\#(start)},"end":{"line":0,"character":\#(end)}}"#
  }

  static let probes = [
    Probe("a length of 20 digits", raw: "Content-Length: 12345678901234567890\r\n\r\n" + body),
    Probe("a negative length", raw: "Content-Length: -5\r\n\r\n" + body),
    Probe("no length", raw: "Content-Type: x\r\n\r\n" + body),
    Probe("a name in lower case", raw: length.lowercased() + "\r\n" + body),
    Probe("a length of 9e18", raw: "Content-Length: 9000000000000000000\r\n\r\n" + body),
    Probe("two lengths that differ", raw: length + "Content-Length: 7\r\n\r\n" + body),
    Probe("lines that end in LF", raw: "Content-Length: 30\n\n" + body),
    Probe("a line without a colon", raw: "Content-Length 30\r\n\r\n" + body),
    Probe("a length of zero", raw: "Content-Length: 0\r\n\r\n"),
    Probe(
      "a header of 17 fields",
      raw: String(repeating: "X: y\r\n", count: 16) + length + "\r\n" + body),
    Probe(
      "a header of 8 KiB",
      raw: "X: " + String(repeating: "y", count: 8192) + "\r\n" + length + "\r\n" + body),
    Probe("bytes that are no UTF-8", body: [0x22, 0xFF, 0xC3, 0x28, 0x22]),
    Probe("no JSON", body: "not json"),
    Probe("an id that is an object", body: #"{"jsonrpc":"2.0","id":{"a":1},"method":"shutdown"}"#),
    Probe("an answer to nothing", body: #"{"jsonrpc":"2.0","id":99999,"result":null}"#),
    Probe("100,000 open brackets", body: deep),
    Probe("a batch", body: "[\(body),\(body)]"),
    Probe("neither method nor id", body: #"{"jsonrpc":"2.0"}"#),
    Probe("a negative position", body: change(range("-1", "-1"), "")),
    Probe("a lone surrogate", body: change(range("2", "2"), #"\ud800"#)),
    Probe("a reversed range", body: change(range("3", "0"), "# ")),
    Probe(
      "a position beyond all numbers", body: change(range("1e300", "99999999999999999999"), "")),
    Probe("a method that is a number", body: #"{"jsonrpc":"2.0","id":1,"method":1}"#),
    Probe(
      "keys that come twice", body: #"{"jsonrpc":"2.0","jsonrpc":"2.0","method":"x","method":"y"}"#),
  ]

  @Test("Hostile frames", arguments: probes)
  func hostileFrame(probe: Probe) throws {
    let server = try ServerFixture()
    server.client.open("file:///a.md", "# a")
    server.client.send(bytes: probe.bytes)
    server.client.open("file:///b.md", "# b")
    #expect(try server.outline(of: "file:///b.md") == ["b"])
    #expect(try server.outline(of: "file:///a.md").count == 1)
    #expect(try server.client.shutDown() == 0)
  }

  @Test("The end of input within a frame", arguments: ["Content-Le", length, length + "\r\n{"])
  func endWithin(frame: String) throws {
    let server = try ServerFixture()
    server.client.send(bytes: Array(frame.utf8))
    #expect(server.client.closeInput() == 1)
  }

  // MARK: Limits

  @Test("A body over 64 MiB is passed over") func overlong() throws {
    let server = try ServerFixture()
    let count = (64 << 20) + 1
    server.client.send(bytes: Array("Content-Length: \(count)\r\n\r\n".utf8))
    // A client that means it would send it all; one that does not is found by its next header.
    server.client.send(bytes: [UInt8](repeating: UInt8(ascii: " "), count: count))
    #expect(try server.outline(of: "file:///a.md") == [])
  }

  @Test("JSON may be 128 levels deep", arguments: [120, 128, 129, 5000]) func depth(levels: Int)
    throws
  {
    let server = try ServerFixture()
    // The message and its parameters are two of them.
    let inner = levels - 2
    let nested = String(repeating: "[", count: inner) + String(repeating: "]", count: inner)
    server.client.send(
      body: #"{"jsonrpc":"2.0","id":"n","method":"unheard/of","params":{"a":\#(nested)}}"#)
    let isRead = levels <= 128
    #expect(
      try server.client.errorCode(of: isRead ? .string("n") : nil) == (isRead ? -32601 : -32700))
    #expect(try server.outline(of: "file:///a.md") == [])
  }

  @Test("Lists are as long as anybody reads") func longLists() throws {
    let tags = (0..<1200).map { "#t\($0)" }.joined(separator: " ")
    let broken = (0..<1500).map { "?[open \($0)" }.joined(separator: "\n\n")
    let server = try ServerFixture(notes: [tags], capabilities: ClientProfiles.everything)
    server.client.open("file:///a.md", "#\n\n" + broken)
    let document: JSONValue = ["uri": "file:///a.md"]
    let list = try server.client.request(
      "textDocument/completion", ["textDocument": document, "position": .position(0, 1)])
    #expect(list["isIncomplete"] == true && list["items"]?.array?.count ?? 0 <= 1000)
    let report = try server.client.request("textDocument/diagnostic", ["textDocument": document])
    #expect(report["items"]?.array?.count ?? 9999 <= 1001)
  }

  // MARK: Names

  static let names = [
    "file:///a/%2e%2e/%2e%2e/etc/passwd", "file:///a%00b", "file:///%ff",
    "file://evil.host/etc/passwd",
    "file:etc/passwd", "file://", "file:///", "file:////etc//passwd", "untitled:/etc/passwd",
    "vscode-notebook-cell:/etc/passwd#W0", "commonplace://notebook/../../etc/passwd/a.md",
    "commonplace://", "commonplace:///", "commonplace://notebook/%00/%2f..%2f.md",
    "file:///dev/zero", "file:///proc/self/mem", "%%%",
    "file:///" + String(repeating: "a/", count: 5000),
  ]

  /// A document is what the client sent, whatever its name; nothing is read for the name's sake.
  @Test("Hostile names of documents", arguments: names)
  func hostileName(uri: String) throws {
    let server = try ServerFixture(notes: ["# stored"], capabilities: ClientProfiles.everything)
    #expect(try server.outline(of: uri) == [])
    for method in RequestTable.methods where !RequestTable.isWriting(method) {
      let params = RequestTable.params(method, uri: uri, range: .range(0, 0, 0, 1))
      #expect(try server.client.errorCode(method, params) != -32603, "\(method)")
    }
    server.client.open(uri, "# sent")
    #expect(try server.outline(of: uri) == ["sent"])
    server.client.save(uri, "# saved")
    #expect(try server.outline(of: uri) == ["saved"])
  }

  @Test("Hostile names of the folder one works in", arguments: names)
  func hostileFolder(uri: String) throws {
    let folder = try TemporaryFolder()
    let client = try ServerFixture.start(in: folder)
    _ = try client.request(
      "initialize",
      [
        "processId": .null, "rootUri": .string(uri), "capabilities": ClientProfiles.everything,
        "workspaceFolders": [["uri": .string(uri), "name": "hostile"]],
      ])
    client.notify("initialized", [:])
    #expect(try client.errorCode("commonplace/listNotes", [:]) != nil)
    client.open("file:///a.md", "# a")
    #expect(try client.outline(of: "file:///a.md") == ["a"])
  }

  /// The server does not wait for a file that is no notebook.
  @Test(
    "Things that are no notebook",
    arguments: ["fifo", "/dev/zero", "folder", "loop", "a\0b", "long"])
  func noNotebook(kind: String) throws {
    let folder = try TemporaryFolder()
    var path = folder.path(kind)
    switch kind {
    case "fifo": mkfifo(path, 0o600)
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "loop": symlink(path, path)
    case "long": path = folder.path(String(repeating: "a/", count: 4000))
    default: path = kind
    }
    let client = try ServerFixture.start(in: folder)
    try client.initialize(options: ["notebook": .string(path)])
    #expect(try client.errorCode("commonplace/listNotes", [:]) != nil)
    client.open("file:///a.md", "# a")
    #expect(try client.outline(of: "file:///a.md") == ["a"])
  }
}
