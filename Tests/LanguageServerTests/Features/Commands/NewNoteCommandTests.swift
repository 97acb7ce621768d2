import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing
import UserSettings

@testable import LanguageServer

/// New notes from a template.
@Suite struct NewNoteCommandTests {
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
    let filled = NoteTemplate(template).filled(title: title, tags: tags, day: NoteDay(date))
    #expect(filled.text == text)
    #expect(filled.cursor == nil)
  }

  @Test func aNewNoteHasTheHashtagOneLooksAt() throws {
    let server = try ServerFixture(notes: [])
    server.client.open("untitled:1", "see #books/2021 here")
    let made = try ExecuteCommandTests.run(
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
    let made = try ExecuteCommandTests.run(server, "commonplace.newNote", ["template": "x"])
    #expect(made["text"] == "x")
    let shown = try server.client.serverRequest("window/showDocument")
    #expect(shown["uri"] == made["uri"])
  }
}
