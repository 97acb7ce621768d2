import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// Messages about more than one document: edits, progress, settings, commands, names.
@Suite struct WorkspaceConformanceTests {
  private static let uri = "file:///a.md"
  private static let document: JSONValue = ["uri": .string(uri)]
  private static let renames = Offered.request("textDocument/rename")

  private func rename(
    _ server: ServerFixture, to name: String, _ column: Int = 2
  ) throws -> JSONValue {
    try server.client.request(
      "textDocument/rename",
      [
        "textDocument": Self.document, "position": .position(1, column), "newName": .string(name),
      ])
  }

  private func tagged(_ capabilities: JSONValue) throws -> ServerFixture {
    let server = try ServerFixture(notes: ["# a\n#tag/x"], capabilities: capabilities)
    server.client.open(Self.uri, "# Title #tag\n#tag #tag/x and #tag\n#other")
    return server
  }

  // MARK: Edits

  @Test(
    "57 An edit names versions where the client knows them; it is sorted and does not overlap",
    .enabled(if: renames, "there is no rename"))
  func workspaceEdit() throws {
    let versioned = try rename(tagged(ClientProfiles.everything), to: "#new")
    let change = versioned["documentChanges"]?.array?
      .first { $0["textDocument"]?["uri"] == .string(Self.uri) }
    #expect(change?["textDocument"]?["version"] == 1 && versioned["changes"] == nil)
    let plain = try rename(tagged(ServerFixture.capabilities), to: "#new")
    #expect(plain["documentChanges"] == nil)
    for edits in [change?["edits"]?.array, plain["changes"]?[Self.uri]?.array] {
      let ranges = (edits ?? []).compactMap { edit -> (Int, Int, Int)? in
        guard let start = edit["range"]?["start"], let end = edit["range"]?["end"],
          let line = start["line"]?.int, let first = start["character"]?.int,
          let last = end["character"]?.int
        else { return nil }
        return (line, first, last)
      }
      #expect(ranges.count == 4)
      for (left, right) in zip(ranges, ranges.dropFirst()) {
        #expect(left.0 < right.0 || (left.0 == right.0 && left.2 <= right.1))
      }
    }
  }

  @Test(
    "57 A name that is none has an error that says so; off a symbol there is nothing to rename",
    .enabled(if: renames, "there is no rename"))
  func invalidNames() throws {
    let server = try tagged(ClientProfiles.everything)
    for name in ["", "#", "a b", "#a b", " ", "#/"] {
      let id = server.client.send(
        request: "textDocument/rename",
        [
          "textDocument": Self.document, "position": .position(1, 2), "newName": .string(name),
        ])
      do {
        let answer = try server.client.response(to: id)
        Issue.record("“\(name)” is a name: \(answer)")
      } catch let error as ResponseError {
        #expect(error.message.count > 5 && [-32602, -32803].contains(error.code))
      }
    }
    for (column, isSymbol) in [(2, true), (12, false)] {
      let prepared = try server.client.request(
        "textDocument/prepareRename",
        ["textDocument": Self.document, "position": .position(1, column)])
      #expect((prepared != .null) == isSymbol)
    }
  }

  /// A server that is asked to make a note of a part of a document, which edits that.
  private func extracting(_ capabilities: JSONValue) throws -> (ServerFixture, RequestID) {
    let server = try ServerFixture(notes: ["# b\n"], capabilities: capabilities)
    _ = try server.uri(titled: "b")
    server.client.open(Self.uri, "# a\n\nA part.\n")
    let id = server.client.send(
      request: "workspace/executeCommand",
      [
        "command": "commonplace.extractNote",
        "arguments": [["uri": .string(Self.uri), "version": 1, "range": .range(2, 0, 3, 0)]],
      ])
    return (server, id)
  }

  @Test("58 applyEdit only for clients that have it; a refusal is reported") func applyEdit() throws
  {
    let (server, id) = try extracting(ClientProfiles.everything)
    _ = try server.client.serverRequest(
      "workspace/applyEdit",
      answer: ["applied": false, "failureReason": "the buffer is read-only"])
    let reported = try server.client.notification("window/showMessage") {
      $0["message"]?.string?.contains("read-only") == true
    }
    #expect(reported["type"] == 1)
    #expect(try server.client.errorCode(of: id) == nil)
    // A client without it: that it is not asked the inspector sees, too.
    let (bare, bareId) = try extracting(ServerFixture.capabilities)
    #expect(try bare.client.errorCode(of: bareId) == -32803)
    try bare.client.settle()
    #expect(bare.client.requestsSoFar("workspace/applyEdit") == 0)
  }

  // MARK: Progress

  /// That it begins and ends, and rises, the inspector sees in every test.
  @Test(
    "59 Progress with the client's token begins and ends, also when it is canceled",
    .enabled(if: Offered.request("workspace/diagnostic"), "nothing takes long enough"))
  func progress() throws {
    let notes = (0..<50).map { "# Note \($0)\n?[open" }
    let server = try ServerFixture(notes: notes, capabilities: ClientProfiles.everything)
    for (token, isCancelled) in [("whole", false), ("stopped", true)] {
      let id = server.client.send(
        request: "workspace/diagnostic",
        ["previousResultIds": [], "workDoneToken": .string(token)])
      if isCancelled {
        server.client.notify("window/workDoneProgress/cancel", ["token": .string(token)])
      }
      let code = try server.client.errorCode(of: id)
      #expect(code == nil || (isCancelled && code == -32800))
      let values = server.client.notificationsSoFar("$/progress")
        .filter { $0["token"] == .string(token) }.compactMap { $0["value"]?["kind"]?.string }
      #expect(values.isEmpty && isCancelled || values.first == "begin" && values.last == "end")
    }
  }

  @Test("60 A request with a partialResultToken has its whole result in one place or the other")
  func partialResults() throws {
    let server = try ServerFixture(
      notes: ["# a\n#tag ?[open", "# b\n#tag"], capabilities: ClientProfiles.everything)
    server.client.open(Self.uri, "# a\n#tag ?[open](x)\nQ: a\nA: b")
    for method in RequestTable.methods where !RequestTable.isWriting(method) {
      guard method.hasPrefix("textDocument/") || method.hasPrefix("workspace/") else { continue }
      var params =
        RequestTable.params(method, uri: Self.uri, range: .range(1, 1, 1, 3)).object ?? [:]
      guard let whole = try? server.client.request(method, .object(params)) else { continue }
      params["partialResultToken"] = .string(method)
      let rest = try server.client.request(method, .object(params))
      let parts = server.client.notificationsSoFar("$/progress").filter {
        $0["token"] == .string(method)
      }
      if parts.isEmpty {
        #expect(Self.size(rest) == Self.size(whole), "\(method)")
      } else {
        #expect(Self.size(rest) == 0, "\(method)")
        #expect(parts.map { Self.size($0["value"] ?? .null) }.reduce(0, +) == Self.size(whole))
      }
    }
  }

  /// The number of things that a result lists.
  private static func size(_ result: JSONValue) -> Int {
    (result.array ?? result["items"]?.array ?? result["data"]?.array)?.count ?? 0
  }

  // MARK: Settings

  @Test(
    "61 Settings are asked of a client that has them; missing ones are the defaults",
    .enabled(
      if: Offered.method("workspace/configuration"), "this server does not ask for settings"),
    arguments: [
      .success([.null]), .success([["surprise": 1]]), .success([]), .success(.null),
      .failure(ResponseError(.internalError, "no settings")),
    ] as [Result<JSONValue, ResponseError>])
  func configuration(answer: Result<JSONValue, ResponseError>) throws {
    let server = try ServerFixture(capabilities: ClientProfiles.everything)
    try server.client.serverRequest("workspace/configuration", answering: answer)
    server.client.open(Self.uri, "# a")
    #expect(try server.outline(of: Self.uri) == ["a"])
  }

  @Test("61 didChangeConfiguration with anything, for any client") func changedConfiguration()
    throws
  {
    for capabilities in [ServerFixture.capabilities, ClientProfiles.everything] {
      let server = try ServerFixture(capabilities: capabilities)
      server.client.open(Self.uri, "# a")
      for settings: JSONValue in [.null, [:], [1], ["commonplace": 1], ["commonplace": [:]]] {
        server.client.notify("workspace/didChangeConfiguration", ["settings": settings])
      }
      server.client.notify("workspace/didChangeConfiguration")
      #expect(try server.outline(of: Self.uri) == ["a"])
    }
  }

  /// To those that have not said that they refresh, the inspector records it.
  @Test("62 Clients are asked to refresh only if they do") func refreshes() throws {
    for capabilities in [ServerFixture.capabilities, ClientProfiles.everything] {
      let server = try ServerFixture(notes: ["# a\n"], capabilities: capabilities)
      let uri = try server.uri(titled: "a")
      server.client.open(uri, try server.client.read(uri).text)
      let other = try server.anotherClient()
      _ = try other.write(uri, "# a\n\nOther. #new\n")
      server.client.notify(
        "workspace/didChangeConfiguration", ["settings": ["commonplace": ["inlayHints": true]]])
      server.client.notify("workspace/didChangeWatchedFiles", ["changes": []])
      usleep(200_000)
      try server.client.settle()
    }
  }

  // MARK: Commands and names

  @Test("63 Every command that is advertised is there; an unknown one: -32602") func commands()
    throws
  {
    let server = try ServerFixture(notes: ["# a"], capabilities: ClientProfiles.everything)
    let advertised =
      server.initializeResult.at(["capabilities", "executeCommandProvider", "commands"])?.array
      ?? []
    #expect(advertised.compactMap(\.string) == ServerCommand.all.map(\.name))
    #expect(Set(advertised.compactMap(\.string)).count == advertised.count)
    for name in advertised {
      for arguments: JSONValue? in [nil, [], [1], [["uri": 1]]] {
        let id = server.client.send(
          request: "workspace/executeCommand", ["command": name, "arguments": arguments])
        do {
          _ = try server.client.response(to: id)
        } catch let error as ResponseError {
          #expect([-32602, -32803].contains(error.code))
          #expect(!error.message.contains("expected one of"), "\(name) is not known")
        }
      }
    }
    for name: JSONValue in ["unheard.of", "", 1, .null] {
      #expect(try server.client.errorCode("workspace/executeCommand", ["command": name]) == -32602)
    }
  }

  @Test(
    "64 Names are compared as what they stand for; answers use the client's spelling",
    arguments: [
      ("file:///a%20b.md", "file:///a b.md"), ("file:///c%3A/a.md", "file:///c:/a.md"),
      ("file:///c%3a/a.md", "file:///c%3A/a.md"), ("file:///%C3%A9+.md", "file:///é+.md"),
      ("untitled:a%20b", "untitled:a b"),
    ])
  func spellings(one: String, other: String) throws {
    for (opened, asked) in [(one, other), (other, one)] {
      let server = try ServerFixture()
      server.client.open(opened, "# a ?[open")
      #expect(try server.outline(of: asked) == ["a ?[open"])
      server.client.change(asked, version: 2, [["text": "# b ?[open"]])
      #expect(try server.outline(of: opened) == ["b ?[open"])
      let published = try server.client.notification("textDocument/publishDiagnostics")
      #expect(published["uri"] == .string(opened))
    }
    let server = try ServerFixture()
    server.client.open("file:///e\u{301}.md", "# decomposed")
    #expect(try server.outline(of: "file:///é.md") == [])
    #expect(try server.outline(of: "file:///a%2Bb.md") == [])
  }

  @Test("65 A client without registration has every feature that one with it has")
  func staticClient() throws {
    func advertised(_ capabilities: JSONValue) throws -> [String] {
      let server = try ServerFixture(notes: ["# a"], capabilities: capabilities)
      let profile = ClientProfile(try InitializeParams(json: ["capabilities": capabilities]))
      let result = server.initializeResult["capabilities"]
      return Feature.all.filter { feature in
        feature.capability(profile).map { result?.at($0.path) != nil } ?? false
      }.map(\.method)
    }
    let dynamic = try advertised(ClientProfiles.everything)
    #expect(try advertised(ClientProfiles.static) == dynamic)
    #expect(dynamic.contains("textDocument/completion") && dynamic.count > 10)
  }
}
