import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// Notes of the day, and notes of the user's templates.
@Suite struct DayNoteCommandTests {
  private static func write(_ text: String, _ name: String, _ server: ServerFixture) throws {
    let folder = server.folder.path(".config/commonplace/templates")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).md"))
  }

  private static let shows: JSONValue = ["window": ["showDocument": ["support": true]]]

  @Test func theNoteOfADayIsMadeOnceAndShown() throws {
    let server = try ServerFixture(notes: [], capabilities: Self.shows)
    let wish: JSONValue = ["date": "2026-03-04"]
    let made = try ExecuteCommandTests.run(server, "commonplace.dayNote", wish)
    #expect(made["text"] == "# 2026-03-04\n#journal\n\n")
    #expect(made["created"] == true)
    #expect(made["position"] == nil)
    let shown = try server.client.serverRequest("window/showDocument")
    #expect(shown["uri"] == made["uri"])
    let again = try ExecuteCommandTests.run(
      server, "commonplace.dayNote", ["date": "2026-03-04", "show": false])
    #expect(again["created"] == false)
    #expect(again["uri"] == made["uri"])
    #expect(again["version"] == made["version"])
  }

  @Test func daysWithANoteAreListed() throws {
    let server = try ServerFixture(notes: ["# 2026-03-05\n", "# On 2026-03-06\n"])
    let made = try ExecuteCommandTests.run(
      server, "commonplace.dayNote", ["date": "2026-03-04", "show": false])
    let dates: JSONValue = ["2026-03-06", "2026-03-05", "2026-03-04", "2026-02-30", "x"]
    let days = try server.client.request("commonplace/listDays", ["dates": dates])["days"]?.array
    #expect(days?.map { $0["date"] } == ["2026-03-04", "2026-03-05"])
    #expect(days?.first?["uri"] == made["uri"])
    try Self.write("# On {{date}}\n", "day", server)
    let others = try server.client.request("commonplace/listDays", ["dates": dates])["days"]?.array
    #expect(others?.map { $0["date"] } == ["2026-03-06"])
  }

  @Test func theUsersTemplateAndItsCursor() throws {
    let server = try ServerFixture(notes: [], capabilities: Self.shows)
    try Self.write("# Day {{date}}\n\n😀 {{cursor}}\n\n[[Plans]]\n", "day", server)
    let made = try ExecuteCommandTests.run(
      server, "commonplace.dayNote", ["date": "2026-03-04"])
    #expect(made["text"] == "# Day 2026-03-04\n\n😀 \n\n[[Plans]]\n")
    #expect(made["position"] == ["line": 2, "character": 3])
    let shown = try server.client.serverRequest("window/showDocument")
    #expect(shown["selection"]?["start"]?["line"] == 2)
  }

  @Test func faultsAreTold() throws {
    let server = try ServerFixture(notes: [])
    func ask(_ command: String, _ argument: JSONValue) throws -> String? {
      do {
        _ = try ExecuteCommandTests.run(server, command, argument)
        return nil
      } catch let error as ResponseError { return error.message }
    }
    #expect(
      try ask("commonplace.dayNote", ["date": "2026-02-30"])
        == "date: expected today, yesterday, tomorrow or a date such as 2026-11-21")
    try Self.write("# Every day\n", "day", server)
    #expect(
      try ask("commonplace.dayNote", [:])
        == "The template “day” needs the date in its title: start it with “# {{date}}”.")
    for name in ["person", "../config", ""] {
      let message = try ask("commonplace.newNote", ["kind": .string(name)])
      #expect(message?.hasPrefix("There is no template “\(name)”:") == true)
    }
    try Self.write(String(repeating: "a", count: 70_000), "person", server)
    #expect(
      try ask("commonplace.newNote", ["kind": "person"])
        == "The template “person” has more than 64 KB: make it shorter.")
  }

  @Test func notesOfTemplates() throws {
    let server = try ServerFixture(notes: [])
    #expect(try server.client.request("commonplace/listTemplates", [:]) == ["templates": []])
    try Self.write("# {{title}}\n\nBorn: {{cursor}}\n\n{{tags}}\n", "person", server)
    try Self.write("# {{title}}\n", "book", server)
    #expect(
      try server.client.request("commonplace/listTemplates", [:])
        == ["templates": ["book", "person"]])
    let made = try ExecuteCommandTests.run(
      server, "commonplace.newNote", ["kind": "person", "title": "Ann", "tags": ["people"]])
    #expect(made["text"] == "# Ann\n\nBorn: \n\n#people\n")
    #expect(made["position"] == ["line": 2, "character": 6])
  }
}
