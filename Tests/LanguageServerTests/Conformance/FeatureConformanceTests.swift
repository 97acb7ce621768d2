import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// The results of features, beyond the rules of the meta model: tokens, diagnostics, completion.
@Suite struct FeatureConformanceTests {
  private static let uri = "file:///a.md"
  private static let document: JSONValue = ["uri": .string(uri)]
  private static let text = """
    # Title #tag/x
    > quote *over
    two lines* and **more**
    Q: question ?[hint](answer)
    A: `code` ![image](a.png)
    tl;dr: short ?[open
    1. one
    """

  private func server(
    _ text: String = text, capabilities: JSONValue = ClientProfiles.everything
  ) throws -> ServerFixture {
    let server = try ServerFixture(notes: ["# a\n#tag/x"], capabilities: capabilities, options: [:])
    server.client.open(Self.uri, text)
    return server
  }

  private func ask(_ server: ServerFixture, _ method: String, _ more: JSONObject = [:]) throws
    -> JSONValue
  {
    var params = more
    params["textDocument"] = Self.document
    return try server.client.request("textDocument/" + method, .object(params))
  }

  // MARK: Tokens

  @Test("52 Tokens are sorted, on one line each, never overlap, and have types the client knows")
  func tokens() throws {
    let types = ["comment", "string", "keyword", "type", "function"]
    let few: JSONValue = [
      "textDocument": ["semanticTokens": ["requests": ["full": true], "tokenTypes": types.json]]
    ]
    for capabilities in [ClientProfiles.everything, few] {
      let server = try server(capabilities: capabilities)
      let legend = server.initializeResult.at([
        "capabilities", "semanticTokensProvider", "legend", "tokenTypes",
      ])?.array?.compactMap(\.string)
      let known = capabilities.at(["textDocument", "semanticTokens", "tokenTypes"])?.array?
        .compactMap(\.string)
      let used = try #require(legend)
      #expect(Set(used).isSubset(of: Set(known ?? [])))
      let data = try ask(server, "semanticTokens/full")["data"]?.array?.compactMap(\.int) ?? []
      #expect(data.count % 5 == 0 && !data.isEmpty)
      let lengths = ClientText(Self.text).text.split(
        separator: "\n", omittingEmptySubsequences: false
      )
      .map(\.utf16.count)
      var (line, end) = (0, 0)
      for index in stride(from: 0, to: data.count, by: 5) {
        let start = data[index] == 0 ? end + data[index + 1] : data[index + 1]
        #expect(data[index] > 0 || data[index + 1] >= 0)
        line += data[index]
        // Counted from the last start; an overlap would begin before the last end.
        let lastLength = index > 0 && data[index] == 0 ? data[index - 3] : 0
        #expect(data[index] > 0 || data[index + 1] >= lastLength, "an overlap on line \(line)")
        #expect(data[index + 2] > 0 && start + data[index + 2] <= lengths[line], "line \(line)")
        #expect(used.indices.contains(data[index + 3]) && data[index + 4] == 0)
        end = start
      }
    }
  }

  @Test(
    "53 A delta for an unknown result is the whole; applied, it is the whole; a range is a part")
  func deltas() throws {
    let server = try server()
    var held = try ask(server, "semanticTokens/full")
    let unknown = try ask(server, "semanticTokens/full/delta", ["previousResultId": "unheard of"])
    #expect(unknown["data"] == held["data"])
    var random = RandomEdits(seed: 53)
    var text = ClientText(Self.text)
    for version in 2..<30 {
      let (range, new) = random.change(of: text.bytes)
      server.client.change(
        Self.uri, version: version, [["range": text.range(range), "text": .string(new)]])
      text.replace(range, with: new)
      let delta = try ask(
        server, "semanticTokens/full/delta", ["previousResultId": held["resultId"]])
      let full = try ask(server, "semanticTokens/full")
      var data = held["data"]?.array ?? []
      for edit in (delta["edits"]?.array ?? []).reversed() {
        guard let start = edit["start"]?.int, let count = edit["deleteCount"]?.int else { continue }
        data.replaceSubrange(start..<start + count, with: edit["data"]?.array ?? [])
      }
      #expect((delta["data"]?.array ?? data) == full["data"]?.array, "version \(version)")
      held = full
    }
    let lines = text.lineStarts.count
    let part = try ask(server, "semanticTokens/range", ["range": .range(0, 0, lines / 2, 0)])
    let whole = try ask(server, "semanticTokens/range", ["range": .range(0, 0, lines, 0)])
    #expect(whole["data"] == held["data"])
    let (some, all) = (part["data"]?.array ?? [], whole["data"]?.array ?? [])
    #expect(some.count <= all.count && some == Array(all.prefix(some.count)))
  }

  // MARK: Diagnostics

  @Test("54 Pushed diagnostics have their version, and none is older than the last")
  func pushed() throws {
    let server = try server("", capabilities: ServerFixture.capabilities)
    for version in 2..<40 {
      server.client.change(Self.uri, version: version, [["text": .string("?[open \(version)")]])
    }
    let published = "textDocument/publishDiagnostics"
    var last = 0
    while last < 39 {
      let version = try server.client.notification(published)["version"]?.int ?? -1
      #expect(version >= last)
      last = version
    }
    #expect(
      try server.client.errorCode("textDocument/diagnostic", ["textDocument": Self.document])
        != -32603)
    #expect(server.initializeResult["capabilities"]?["diagnosticProvider"] == nil)
  }

  @Test("54 A client that asks for diagnostics is sent none") func pulled() throws {
    let server = try server()
    let report = try ask(server, "diagnostic")
    #expect(report["kind"] == "full" && report["items"]?.array?.isEmpty == false)
    server.client.change(Self.uri, version: 2, [["text": "?[more"]])
    try server.client.settle()
    server.client.close(Self.uri)
    try server.client.settle()
    let pushed = server.client.notificationsSoFar("textDocument/publishDiagnostics")
    #expect(pushed.allSatisfy { $0["diagnostics"] == [] })
  }

  private static let hasResultIds: Bool = {
    guard let server = try? ServerFixture(capabilities: ClientProfiles.everything) else {
      return true
    }
    server.client.open(uri, "?[a")
    let report = try? server.client.request("textDocument/diagnostic", ["textDocument": document])
    return report?["resultId"] != nil
  }()

  @Test(
    "54 What has not changed is said to be unchanged",
    .enabled(if: hasResultIds, "this server gives no ids to its reports"))
  func unchanged() throws {
    let server = try server()
    let id = try ask(server, "diagnostic")["resultId"]
    #expect(try ask(server, "diagnostic", ["previousResultId": id])["kind"] == "unchanged")
    server.client.change(Self.uri, version: 2, [["text": "?[more"]])
    let changed = try ask(server, "diagnostic", ["previousResultId": id])
    #expect(changed["kind"] == "full" && changed["resultId"] != id)
    #expect(try ask(server, "diagnostic", ["previousResultId": "unheard of"])["kind"] == "full")
  }

  @Test(
    "55 workspace/diagnostic comes in parts, and can be canceled",
    .enabled(if: Offered.request("workspace/diagnostic"), "there is no workspace/diagnostic"))
  func workspaceDiagnostics() throws {
    let notes = (0..<60).map { "# Note \($0)\n?[open \($0)" }
    let server = try ServerFixture(notes: notes, capabilities: ClientProfiles.everything)
    let method = "workspace/diagnostic"
    let whole = try server.client.request(method, ["previousResultIds": []])
    #expect(whole["items"]?.array?.count ?? 0 >= 60)
    let parts = try server.client.request(
      method, ["previousResultIds": [], "partialResultToken": "parts"])
    #expect(parts["items"] == [])
    let sent = server.client.notificationsSoFar("$/progress").filter { $0["token"] == "parts" }
    #expect(
      sent.flatMap { $0["value"]?["items"]?.array ?? [] }.count == whole["items"]?.array?.count)
    let id = server.client.send(request: method, ["previousResultIds": []])
    server.client.notify("$/cancelRequest", ["id": id.json])
    let code = try server.client.errorCode(of: id)
    #expect(code == nil || code == -32800)
    #expect(try server.client.outline(of: Self.uri) == [])
  }

  // MARK: Completion

  @Test("56 Completion edits one line, around the cursor, in forms that the client knows")
  func completion() throws {
    let bare: JSONValue = ["general": ["positionEncodings": ["utf-16"]]]
    let texts = [
      "#ta", "see #tag/ more", "Q: a\nA", "Q", "?", "?[", ":sm", "![](", "# ", "- a", "1",
    ]
    for (index, capabilities) in [bare, ClientProfiles.everything].enumerated() {
      for text in texts {
        let server = try server(text, capabilities: capabilities)
        let held = ClientText(text)
        for column in 0...text.utf16.count {
          let line = text.prefix(column).count(where: { $0 == "\n" })
          guard line == 0 || column > 5 else { continue }
          let position = held.position(column)
          let list = try ask(server, "completion", ["position": position])
          for item in list["items"]?.array ?? list.array ?? [] {
            expectForm(of: item, at: position, isBare: index == 0)
          }
        }
      }
    }
  }

  private func expectForm(of item: JSONValue, at position: JSONValue, isBare: Bool) {
    let edit = item["textEdit"]
    let isPair = edit?["insert"] != nil
    #expect(!(isBare && isPair), "an insertReplace edit")
    #expect(!(isBare && item["insertTextFormat"] == 2), "a snippet")
    #expect(edit != nil && item["additionalTextEdits"] == nil, "\(item["label"] ?? "")")
    let ranges = isPair ? [edit?["insert"], edit?["replace"]] : [edit?["range"]]
    for range in ranges {
      let (start, end) = (range?["start"], range?["end"])
      let line = position["line"]
      #expect(start?["line"] == line && end?["line"] == line, "one line")
      let column = position["character"]?.int ?? 0
      #expect((start?["character"]?.int ?? 1 << 20) <= column)
      #expect((end?["character"]?.int ?? -1) >= column)
    }
  }

  @Test("56 isIncomplete is found again each time") func incomplete() throws {
    let stored = (0..<1100).map { "#t\($0)" }.joined(separator: " ")
    let server = try ServerFixture(notes: [stored])
    server.client.open(Self.uri, "#")
    let first = try ask(server, "completion", ["position": .position(0, 1)])
    #expect(first["isIncomplete"] == true)
    #expect(try ask(server, "completion", ["position": .position(0, 0)])["isIncomplete"] == false)
    #expect(try ask(server, "completion", ["position": .position(0, 1)]) == first)
  }
}
