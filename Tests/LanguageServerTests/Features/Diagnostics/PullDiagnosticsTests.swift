import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Diagnostics that a client requests.
@Suite struct PullDiagnosticsTests {
  @Test func clientsThatAskAreNotSent() throws {
    let server = try ServerFixture(capabilities: DiagnosticsTests.pulling)
    let provider = server.initializeResult["capabilities"]?["diagnosticProvider"]
    #expect(provider?["interFileDependencies"] == false)
    #expect(provider?["workspaceDiagnostics"] == true)
    server.client.open(DiagnosticsTests.uri, "{{c1::a}}")
    let report = try DiagnosticsTests.pull(server)
    #expect(report["kind"] == "full")
    #expect(DiagnosticsTests.codes(report["items"]) == ["anki-cloze"])
    #expect(server.client.notificationsSoFar("textDocument/publishDiagnostics") == [])
  }

  @Test func knownReportsAreNotSentAgain() throws {
    let server = try ServerFixture(notes: nil, capabilities: DiagnosticsTests.pulling)
    server.client.open(DiagnosticsTests.uri, "{{c1::a}}")
    let first = try DiagnosticsTests.pull(server)["resultId"]
    #expect(first != nil)
    #expect(
      try DiagnosticsTests.pull(server, previous: first) == [
        "kind": "unchanged", "resultId": first,
      ])
    #expect(try DiagnosticsTests.pull(server, previous: "another")["kind"] == "full")
    server.client.change(DiagnosticsTests.uri, version: 2, "{{c1::a}}")
    let second = try DiagnosticsTests.pull(server, previous: first)
    #expect(second["kind"] == "full" && second["resultId"] != first)
    // Opened again, the client counts from 1, and the text is another one.
    server.client.notify(
      "textDocument/didClose", ["textDocument": ["uri": .string(DiagnosticsTests.uri)]])
    server.client.open(DiagnosticsTests.uri, "?[a](b")
    let third = try DiagnosticsTests.pull(server, previous: first)
    #expect(DiagnosticsTests.codes(third["items"]) == ["unterminated-cloze"])
    // A save with another text than was sent changes it without a version.
    server.client.save(DiagnosticsTests.uri, "fine")
    #expect(
      DiagnosticsTests.codes(
        try DiagnosticsTests.pull(server, previous: third["resultId"])["items"]) == [])
  }

  @Test func emptyAndUnknownDocuments() throws {
    let server = try ServerFixture(capabilities: DiagnosticsTests.pulling)
    server.client.open(DiagnosticsTests.uri, "")
    #expect(try DiagnosticsTests.pull(server)["items"] == [])
    let unknown = try DiagnosticsTests.pull(server, "untitled:nothing", previous: "x")
    #expect(unknown == ["kind": "full", "items": []])
  }

  /// Columns lead to the same text in every encoding.
  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func everyEncodingMeansTheSameText(encoding: String) throws {
    var capabilities = DiagnosticsTests.pulling.object ?? [:]
    capabilities["general"] = ["positionEncodings": [encoding.json]]
    let server = try ServerFixture(capabilities: .object(capabilities))
    let text = "# 😀é\r\n\r\n😀 ?[é](f(a))) and {{c1::日本。}}\n"
    server.client.open(DiagnosticsTests.uri, text)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let found = try [Diagnostic](json: try DiagnosticsTests.pull(server)["items"] ?? .null).map {
      diagnostic in
      let line = lines[Int(diagnostic.range.start.line)]
      let columns = Int(diagnostic.range.start.character)..<Int(diagnostic.range.end.character)
      return switch encoding {
      case "utf-8": String(decoding: Array(line.utf8)[columns], as: UTF8.self)
      case "utf-16": String(decoding: Array(line.utf16)[columns], as: UTF16.self)
      default: String(String.UnicodeScalarView(Array(line.unicodeScalars)[columns]))
      }
    }
    #expect(found == ["?[é](f(a))", "{{c1::日本。}}"])
  }

  /// Clients that ask are asked to ask again, and then get more.
  @Test func clientsThatAskAreAskedToAskAgain() throws {
    let server = try ServerFixture(
      notes: [NotebookDiagnosticsTests.walden], capabilities: DiagnosticsTests.pulling)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, NotebookDiagnosticsTests.walden + "\n![](assets/none.png)\n")
    func pull() throws -> [JSONValue] {
      try server.client.request("textDocument/diagnostic", ["textDocument": ["uri": .string(uri)]])[
        "items"]?.array?.compactMap { $0["code"] } ?? []
    }
    let isKnown = try server.client.eventually {
      if try pull() == ["missing-image"] { return true }
      _ = try server.client.serverRequest("workspace/diagnostic/refresh")
      return false
    }
    #expect(isKnown)
    #expect(server.client.notificationsSoFar("textDocument/publishDiagnostics") == [])
  }
}
