import Books
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookReview
import SpacedRepetition
import TestSupport
import Testing

@testable import LanguageServer

/// Review in a document that the server makes, by those who have nothing of ours.
@Suite struct ReviewViewTests {
  static let notes = ["# Body\n\nThe ?[organ](heart) has four chambers.\n"]
  static let uri = "commonplace-view://Test-Notes/review"

  /// A client of LSP 3.18, without code actions.
  static let lensesOnly: JSONValue = [
    "workspace": ["textDocumentContent": [:], "codeLens": ["refreshSupport": true]],
    "textDocument": ["codeLens": [:]],
  ]

  @Test(
    arguments: [
      ("review", ReviewSelection()), ("review?tag=%23a%2Fb", ReviewSelection(scope: .tag("#a/b"))),
      ("review?note=x%26y", ReviewSelection(scope: .note("x&y"))),
      ("review?section=read", ReviewSelection(scope: .section(.read))),
      ("review?section=other&limit=5", ReviewSelection(scope: .section(nil), limit: 5)),
      ("review?q=a%20b&cram=true", ReviewSelection(scope: .search("a b"), isCram: true)),
      ("review?section=x&limit=&cram=1", ReviewSelection()),
    ])
  func names(path: String, selection: ReviewSelection) {
    #expect(ViewURI("commonplace-view://n/" + path)?.content == .review(selection))
    let written = ViewURI(.review(selection), notebookPath: "/a/N.libnotes").text
    #expect(ViewURI(written)?.content == .review(selection))
  }

  static func command(_ server: ServerFixture, _ command: JSONValue?) throws {
    _ = try server.client.request(
      "workspace/executeCommand",
      ["command": command?["command"], "arguments": command?["arguments"]])
  }

  /// The text above the view's third line.
  static func lenses(_ server: ServerFixture, _ uri: String) throws -> [JSONValue] {
    let lenses = try server.client.request(
      "textDocument/codeLens", ["textDocument": ["uri": uri.json]])
    for lens in lenses.array ?? [] {
      #expect(lens["range"]?["start"] == ["line": 2, "character": 0])
    }
    return (lenses.array ?? []).compactMap { $0["command"] }
  }

  static func title(_ command: JSONValue) -> String { command["title"]?.string ?? "" }

  /// A client that has commands for code actions, and views by our request.
  @Test func isDrivenByActionsAlone() throws {
    let server = try ServerFixture(
      notes: Self.notes,
      capabilities: [
        "textDocument": ["codeAction": [:]], "experimental": ["commonplace": ["views": true]],
      ])
    func text() throws -> String {
      try #require(
        try server.client.request("commonplace/readView", ["uri": Self.uri.json])["text"]?.string)
    }
    server.client.open(Self.uri, try text())
    func choose(_ name: String) throws {
      let actions = try server.client.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": Self.uri.json], "range": .range(6, 0, 6, 0),
          "context": ["diagnostics": []],
        ])
      let action = try #require(
        actions.array?.first { Self.title($0).hasPrefix(name) }, "no action \(name)")
      try Self.command(server, action)
      let changed = try server.client.notification("commonplace/viewChanged")
      #expect(changed["uri"]?.string == Self.uri)
    }
    try choose("Show")
    #expect(try text().contains("**heart**"))
    try choose("Right")
    try choose("Undo")
    try choose("Stop")
    #expect(try text() == "# Review\n\nStopped: 0 answers, 0 right, 0 wrong.\n")
    try choose("Start")
    #expect(try text().contains("[organ]"))
    try choose("Suspend")
    #expect(try text() == "# Review\n\nDone: 0 answers, 0 right, 0 wrong.\n")
  }

  @Test func aSavedEditIsSeen() throws {
    let server = try ServerFixture(notes: Self.notes, capabilities: Self.lensesOnly)
    let text = try server.client.request("workspace/textDocumentContent", ["uri": Self.uri.json])
    server.client.open(Self.uri, text["text"]?.string ?? "")
    _ = try server.client.write(server.uri(titled: "Body"), "The ?[](liver) has none.\n")
    _ = try server.client.serverRequest("workspace/textDocumentContent/refresh")
    let new = try server.client.request("workspace/textDocumentContent", ["uri": Self.uri.json])
    #expect(new["text"]?.string?.contains("The _____ has none.") == true, "\(new)")
  }
}
