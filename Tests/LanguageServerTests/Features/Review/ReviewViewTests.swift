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
  private static let notes = ["# Body\n\nThe ?[organ](heart) has four chambers.\n"]
  private static let uri = "commonplace-view://Test-Notes/review"

  /// A client of LSP 3.18, without code actions.
  private static let lensesOnly: JSONValue = [
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

  private func command(_ server: ServerFixture, _ command: JSONValue?) throws {
    _ = try server.client.request(
      "workspace/executeCommand",
      ["command": command?["command"], "arguments": command?["arguments"]])
  }

  /// What is above the view's third line.
  private func lenses(_ server: ServerFixture, _ uri: String) throws -> [JSONValue] {
    let lenses = try server.client.request(
      "textDocument/codeLens", ["textDocument": ["uri": uri.json]])
    for lens in lenses.array ?? [] {
      #expect(lens["range"]?["start"] == ["line": 2, "character": 0])
    }
    return (lenses.array ?? []).compactMap { $0["command"] }
  }

  private func title(_ command: JSONValue) -> String { command["title"]?.string ?? "" }

  @Test func isDrivenByLensesAlone() throws {
    let server = try ServerFixture(notes: Self.notes, capabilities: Self.lensesOnly)
    var version = 0
    /// The text as the client loads it, when it is asked to.
    func load(isAsked: Bool = true) throws -> String {
      if isAsked {
        let asked = try server.client.serverRequest("workspace/textDocumentContent/refresh")
        #expect(asked["uri"]?.string == Self.uri)
      }
      let text = try #require(
        try server.client.request("workspace/textDocumentContent", ["uri": Self.uri.json])[
          "text"]?.string)
      version += 1
      if version == 1 {
        server.client.open(Self.uri, text)
      } else {
        server.client.change(Self.uri, version: version, text)
      }
      return text
    }
    func press(_ name: String) throws {
      let lens = try #require(
        try lenses(server, Self.uri).first { title($0).hasPrefix(name) }, "no lens \(name)")
      try command(server, lens)
    }

    #expect(
      try load(isAsked: false)
        == "# Review\n\n0 of 1 card done.\n\nFILL IN THE BLANK\n\nThe [organ] has four chambers.\n")
    #expect(
      try lenses(server, Self.uri).map(title) == ["Show answer", "Skip", "Suspend", "Stop"])
    try press("Show")
    let back = try load()
    #expect(back.contains("\n---\n\nThe **heart** has four chambers.\n\n—"))
    #expect(back.hasSuffix("\nNot reviewed yet. The note: Body\n"))
    #expect(try lenses(server, Self.uri).map(title).first?.hasPrefix("Wrong (") == true)
    try press("Wrong")
    #expect(try load().contains("\n0 of 1 card done.\n"))
    try press("Show")
    _ = try load()
    try press("Undo")
    #expect(try load().contains("**heart**"))
    try press("Right")
    #expect(try load() == "# Review\n\nDone: 1 answer, 1 right, 0 wrong.\n")
    #expect(try lenses(server, Self.uri).map(title) == ["Start again", "Undo"])
    try press("Start")
    #expect(try load() == "# Review\n\nNothing is due.\n")
    let answers = try ReviewFixture(server).counts()["answeredToday"]
    #expect(answers == 1)
    // What loads documents anew closes and opens them.
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": Self.uri.json]])
    version = 0
    #expect(try load(isAsked: false) == "# Review\n\nNothing is due.\n")
  }

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
        actions.array?.first { title($0).hasPrefix(name) }, "no action \(name)")
      try command(server, action)
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

  /// The number above a note begins a review where the client can show one.
  @Test func theLensOfANoteBeginsOne() throws {
    let lens: JSONValue = ["command": "", "title": "1 prompt due"]
    let plain = try ServerFixture(notes: Self.notes)
    let uri = try plain.uri(titled: "Body")
    plain.client.open(uri, Self.notes[0])
    func first(_ server: ServerFixture, _ uri: String) throws -> JSONValue? {
      try server.client.request("textDocument/codeLens", ["textDocument": ["uri": uri.json]])
        .array?.first?["command"]
    }
    #expect(try first(plain, uri) == lens)
    let able = try ServerFixture(notes: Self.notes, capabilities: Self.lensesOnly)
    let name = try able.uri(titled: "Body")
    able.client.open(name, Self.notes[0])
    let command = try #require(try first(able, name))
    #expect(command["command"] == "commonplace.review.start")
    #expect(command["arguments"] == [["uri": name.json]])
    let shown = try able.client.request(
      "workspace/executeCommand",
      ["command": command["command"], "arguments": command["arguments"]])
    #expect(shown["uri"]?.string?.contains("/review?note=") == true)
    #expect(shown["text"]?.string?.contains("[organ]") == true)
    _ = try ReviewFixture(able).call("start", ["uri": name.json])
  }
}
