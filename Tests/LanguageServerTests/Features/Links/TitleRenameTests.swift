import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A title is renamed with the links that name it.
@Suite struct TitleRenameTests {
  static let notes = [
    "# Walden\n\n[[Walden]] itself.\n",
    "# A\n\n[[Walden]], [[walden#Ponds|it]], [x](walden.md), [y](<books/Walden.md>)\n",
    "---\naliases: [Woods]\n---\n# B\n\n`[[Walden]]` [[Woods]] [[Emma]]\n",
  ]

  private func rename(
    _ fixture: HashtagFixture, _ params: JSONObject, to name: String
  ) throws -> JSONValue {
    var params = params
    params["newName"] = name.json
    return try fixture.ask("textDocument/rename", params)
  }

  @Test(arguments: [
    (
      "Walden Pond",
      "[[Walden Pond]], [[Walden Pond#Ponds|it]], [x](walden-pond.md), [y](<books/Walden Pond.md>)"
    ),
    ("Émile", "[[Émile]], [[Émile#Ponds|it]], [x](emile.md), [y](<books/Émile.md>)"),
  ])
  func aLinkRenamesTheNote(to name: String, links: String) throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let params = try fixture.open("file:///t.md", "see [[Wal«»den]]")
    // Of a file the server does not know whether it belongs to the notes.
    let error = #expect(throws: ResponseError.self) { try rename(fixture, params, to: name) }
    #expect(
      error?.message
        == "Cannot rename: put the cursor on a hashtag, on the title of a note, or on a link with "
        + "the title of exactly one note.")
    let uri = try fixture.server.uri(titled: "Walden")
    let title = try fixture.open(uri, "# Wald«»en\n\n[[Walden]] itself.\n")
    let edit = try rename(fixture, title, to: name)
    let text = try fixture.edited("# Walden\n\n[[Walden]] itself.\n", uri, by: edit)
    #expect(text == "# \(name)\n\n[[\(name)]] itself.\n")
    let stored = try fixture.storedTexts
    #expect(stored.contains("# A\n\n\(links)\n"))
    #expect(stored.contains(Self.notes[2]))
    // The stored text of an open note follows when the client saves it.
    #expect(stored.contains(Self.notes[0]))
  }

  @Test func prepare() throws {
    let fixture = try HashtagFixture(
      notes: Self.notes,
      capabilities: HashtagFixture.capabilities(textDocument: ["rename": ["prepareSupport": true]]))
    let a = try fixture.server.uri(titled: "A")
    let params = try fixture.open(a, "# A\n\n[[Wal«»den]]\n")
    let answer = try fixture.ask("textDocument/prepareRename", params)
    #expect(answer["placeholder"] == "Walden")
    let other = try fixture.position(a, of: MarkedText("# A«»\n\n[[Walden]]\n"))
    #expect(try fixture.ask("textDocument/prepareRename", other)["placeholder"] == "A")
  }

  @Test func aTitleThatCannotStandInBracketsIsLinkedByItsID() throws {
    let fixture = try HashtagFixture(notes: ["# Walden\n", "# A\n\n[[Walden]]\n"])
    let uri = try fixture.server.uri(titled: "Walden")
    let id = try #require(NoteURI(uri)?.id)
    let params = try fixture.open(uri, "# Wal«»den\n")
    _ = try rename(fixture, params, to: "C# [1]")
    #expect(try fixture.storedTexts.contains("# A\n\n[[\(id)|C# 1]]\n"))
  }

  /// Titles with the same letters share a file's name, but are not the same title.
  @Test func aLinkToAnotherTitleStays() throws {
    let fixture = try HashtagFixture(notes: [
      "# C\n", "# C++\n", "# A\n\n[[C++]] [[C]] [x](c.md)\n",
    ])
    let uri = try fixture.server.uri(titled: "C")
    _ = try rename(fixture, try fixture.open(uri, "# «»C\n"), to: "D")
    #expect(try fixture.storedTexts.contains("# A\n\n[[C++]] [[D]] [x](c.md)\n"))
  }

  /// A link to one of two notes does not say which is meant.
  @Test func anAmbiguousTitleKeepsItsLinks() throws {
    let fixture = try HashtagFixture(notes: [
      "# Twins\n", "# Twins\n\nTwo.\n", "# A\n\n[[Twins]]\n",
    ])
    let uri = try fixture.server.uri(titled: "Twins")
    let text = try fixture.client.read(uri).text
    let params = try fixture.open(uri, text.replacing("# Tw", with: "# Tw«»"))
    let edit = try rename(fixture, params, to: "Castor")
    #expect(try fixture.edited(text, uri, by: edit).hasPrefix("# Castor\n"))
    #expect(try fixture.storedTexts.contains("# A\n\n[[Twins]]\n"))
  }

  /// A text that is saved with another title has its links asked about.
  @Test(arguments: [true, false])
  func aSaveWithAnotherTitleAsks(isWanted: Bool) throws {
    let fixture = try HashtagFixture(
      notes: ["# Walden\n", "# A\n\n[[Walden]]\n"],
      capabilities: HashtagFixture.capabilities(window: ["showMessage": [:]]))
    let uri = try fixture.server.uri(titled: "Walden")
    // Links are looked up by now.
    _ = try fixture.client.request("commonplace/listLinks", ["uri": uri.json])
    _ = try fixture.client.write(uri, "# Pond\n")
    let text = isWanted ? "# A\n\n[[Pond]]\n" : "# A\n\n[[Walden]]\n"
    let question = try fixture.client.serverRequest(
      "window/showMessageRequest",
      answer: ["title": isWanted ? "Update links" : "Keep links"])
    #expect(question["message"] == "1 note links to the previous title of “Pond”.")
    #expect(try fixture.client.eventually { try fixture.storedTexts.contains(text) })
  }

  /// A title that cannot be written in a way is written in another one.
  @Test func aLinkIsWrittenSoThatItLeadsThere() throws {
    let fixture = try HashtagFixture(notes: [
      "# Habit\n", "# A\n\n[[Habit]] [x](<Habit.md>) [y](Habit.md#a)\n",
    ])
    let uri = try fixture.server.uri(titled: "Habit")
    let id = try #require(NoteURI(uri)?.id)
    let file = "see [[Habit]] and `[[Habit]]`"
    _ = try fixture.open("file:///t.md", "«»" + file)
    let edit = try rename(fixture, try fixture.open(uri, "# Hab«»it\n"), to: "Habit: #3")
    let links = "[[\(id)|Habit 3]] [x](<Habit%3A%20%233.md>) [y](Habit%3A%20%233.md#a)"
    #expect(try fixture.storedTexts.contains("# A\n\n\(links)\n"))
    #expect(
      try fixture.edited(file, "file:///t.md", by: edit)
        == "see [[\(id)|Habit 3]] and `[[Habit]]`")
  }

  /// A link that would mean the renamed note keeps its own.
  @Test func linksOfOthersAreNotTaken() throws {
    let fixture = try HashtagFixture(notes: [
      "# DC\n", "# AC/DC\n", "# A\n\n[[AC/DC]] [[DC]]\n", "# Pond\n", "# B\n\n[[Pond]]\n",
    ])
    let pond = try #require(NoteURI(try fixture.server.uri(titled: "Pond"))?.id)
    let uri = try fixture.server.uri(titled: "DC")
    _ = try rename(fixture, try fixture.open(uri, "# «»DC\n"), to: "Pond")
    let dc = try #require(NoteURI(uri)?.id)
    #expect(try fixture.storedTexts.contains("# A\n\n[[AC/DC]] [[\(dc)|Pond]]\n"))
    #expect(try fixture.storedTexts.contains("# B\n\n[[\(pond)|Pond]]\n"))
  }

  /// The links get the title of the moment of the answer, not that of the first save.
  @Test func aLateAnswerWritesTheTitleOfNow() throws {
    let fixture = try HashtagFixture(
      notes: ["# Walden\n", "# A\n\n[[Walden]]\n"],
      capabilities: HashtagFixture.capabilities(window: ["showMessage": [:]]))
    let uri = try fixture.server.uri(titled: "Walden")
    _ = try fixture.client.request("commonplace/listLinks", ["uri": uri.json])
    _ = try fixture.client.write(uri, "# Pond\n")
    _ = try fixture.client.write(uri, "# Lake\n")
    _ = try fixture.client.serverRequest(
      "window/showMessageRequest", answer: ["title": "Update links"])
    #expect(
      try fixture.client.eventually { try fixture.storedTexts.contains("# A\n\n[[Lake]]\n") })
  }
}
