import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// The commands that clients can have done by name.
@Suite struct ExecuteCommandTests {
  private func run(_ server: ServerFixture, _ command: String, _ argument: JSONValue? = nil) throws
    -> JSONValue
  {
    try server.client.request(
      "workspace/executeCommand",
      ["command": command.json, "arguments": argument.map { [$0] }])
  }

  @Test(arguments: [
    ("# {title}\n\n{tags}\n", "A", ["#b", "c"], "# A\n\n#b #c\n"),
    ("# {title}\n\n{tags}\n", "A", [], "# A\n"),
    ("# {title}\r\n\r\n{tags}\r\n", "A", [], "# A\n"),
    ("# {title}\n\n{tags}\n", "", [], "# \n"),
    ("{date}: {title}{title} {", "{date}", [], "2026-11-21: {date}{date} {"),
    ("{title", "A", [], "{title"), ("", "A", ["b"], ""), ("# {title}", "a\nb", [], "# a b"),
  ])
  func templates(template: String, title: String, tags: [String], text: String) throws {
    let date = try #require(
      Calendar.current.date(from: DateComponents(year: 2026, month: 11, day: 21, hour: 12)))
    #expect(NoteTemplate(template).filled(title: title, tags: tags, date: date) == text)
  }

  @Test func aNewNoteHasTheHashtagOneLooksAt() throws {
    let server = try ServerFixture(notes: [])
    server.client.open("untitled:1", "see #books/2021 here")
    let made = try run(
      server, "commonplace.newNote",
      [
        "title": "On walking", "uri": "untitled:1",
        "position": ["line": 0, "character": 15],
      ])
    #expect(made["text"] == "# On walking\n\n#books/2021\n")
    let uri = try #require(made["uri"]?.string)
    #expect(try server.client.read(uri).text == "# On walking\n\n#books/2021\n")
  }

  @Test func aNewNoteIsShown() throws {
    let server = try ServerFixture(
      notes: [], capabilities: ["window": ["showDocument": ["support": true]]])
    let made = try run(server, "commonplace.newNote", ["template": "x"])
    #expect(made["text"] == "x")
    let shown = try server.client.serverRequest("window/showDocument")
    #expect(shown["uri"] == made["uri"])
  }

  @Test(arguments: [
    ("walden", ["Walden"]), ("WALDEN", ["Walden"]), ("wal", ["Walden", "Waldo"]),
    ("pond walden", ["Notes on Walden Pond"]), ("waldén pond", ["Notes on Walden Pond"]),
  ])
  func opensByTitle(title: String, expected: [String]) throws {
    let server = try ServerFixture(notes: ["# Walden", "# Notes on Walden Pond", "# Waldo"])
    let notes = try run(server, "commonplace.openByTitle", ["title": title.json])["notes"]
    #expect(notes?.array?.compactMap { $0["title"]?.string }.sorted() == expected)
  }

  @Test func whatIsMissingIsSaid() throws {
    let server = try ServerFixture(notes: [])
    for (command, argument) in [
      ("commonplace.openByTitle", ["title": "none"] as JSONValue), ("commonplace.openByTitle", [:]),
      ("commonplace.else", [:]), ("commonplace.newNote", ["title": 1]),
      ("commonplace.randomQuotes", ["count": "x"]),
    ] {
      #expect(throws: ResponseError.self) { try run(server, command, argument) }
    }
  }

  /// Every command that is advertised is one that is carried out.
  @Test func allAreAdvertised() throws {
    let server = try ServerFixture(notes: [])
    let advertised = server.initializeResult["capabilities"]?["executeCommandProvider"]?["commands"]
    #expect(advertised == ServerCommand.all.map(\.name).json)
  }
}
