import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The commands of a review, as lenses have them.
@Suite struct ReviewCommandsTests {
  /// The number above a note begins a review where the client can show one.
  @Test func theLensOfANoteBeginsOne() throws {
    let lens: JSONValue = ["command": "", "title": "1 prompt due"]
    let plain = try ServerFixture(notes: ReviewViewTests.notes)
    let uri = try plain.uri(titled: "Body")
    plain.client.open(uri, ReviewViewTests.notes[0])
    func first(_ server: ServerFixture, _ uri: String) throws -> JSONValue? {
      try server.client.request("textDocument/codeLens", ["textDocument": ["uri": uri.json]])
        .array?.first?["command"]
    }
    #expect(try first(plain, uri) == lens)
    let able = try ServerFixture(
      notes: ReviewViewTests.notes, capabilities: ReviewViewTests.lensesOnly)
    let name = try able.uri(titled: "Body")
    able.client.open(name, ReviewViewTests.notes[0])
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

  @Test func isDrivenByLensesAlone() throws {
    let server = try ServerFixture(
      notes: ReviewViewTests.notes, capabilities: ReviewViewTests.lensesOnly)
    var version = 0
    /// The text as the client loads it, when it is asked to.
    func load(isAsked: Bool = true) throws -> String {
      if isAsked {
        let asked = try server.client.serverRequest("workspace/textDocumentContent/refresh")
        #expect(asked["uri"]?.string == ReviewViewTests.uri)
      }
      let text = try #require(
        try server.client.request(
          "workspace/textDocumentContent", ["uri": ReviewViewTests.uri.json])[
            "text"]?.string)
      version += 1
      if version == 1 {
        server.client.open(ReviewViewTests.uri, text)
      } else {
        server.client.change(ReviewViewTests.uri, version: version, text)
      }
      return text
    }
    func press(_ name: String) throws {
      let lens = try #require(
        try ReviewViewTests.lenses(server, ReviewViewTests.uri).first {
          ReviewViewTests.title($0).hasPrefix(name)
        }, "no lens \(name)")
      try ReviewViewTests.command(server, lens)
    }

    #expect(
      try load(isAsked: false)
        == "# Review\n\n0 of 1 card done.\n\nFILL IN THE BLANK\n\nThe [organ] has four chambers.\n")
    #expect(
      try ReviewViewTests.lenses(server, ReviewViewTests.uri).map(ReviewViewTests.title) == [
        "Show answer", "Skip", "Suspend", "Stop",
      ])
    try press("Show")
    let back = try load()
    #expect(back.contains("\n---\n\nThe **heart** has four chambers.\n\n—"))
    #expect(back.hasSuffix("\nNot reviewed yet. Note: Body\n"))
    #expect(
      try ReviewViewTests.lenses(server, ReviewViewTests.uri).map(ReviewViewTests.title).first?
        .hasPrefix("Wrong (") == true)
    try press("Wrong")
    #expect(try load().contains("\n0 of 1 card done.\n"))
    try press("Show")
    _ = try load()
    try press("Undo")
    #expect(try load().contains("**heart**"))
    try press("Right")
    #expect(try load() == "# Review\n\nDone: 1 answer, 1 right, 0 wrong.\n")
    #expect(
      try ReviewViewTests.lenses(server, ReviewViewTests.uri).map(ReviewViewTests.title) == [
        "Start again", "Undo",
      ])
    try press("Start")
    #expect(try load() == "# Review\n\nNo cards to review.\n")
    let answers = try ReviewFixture(server).counts()["answeredToday"]
    #expect(answers == 1)
    // A client that loads documents again closes and opens them.
    server.client.notify(
      "textDocument/didClose", ["textDocument": ["uri": ReviewViewTests.uri.json]])
    version = 0
    #expect(try load(isAsked: false) == "# Review\n\nNo cards to review.\n")
  }
}
