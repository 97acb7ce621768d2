import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// A hashtag is renamed by the client: in what is open by an edit, in what is stored by the server.
@Suite struct RenameTests {
  private static let everything: JSONObject = [
    "workspaceEdit": ["documentChanges": true, "changeAnnotationSupport": [:]]
  ]

  private func rename(
    _ fixture: HashtagFixture, _ params: JSONObject, to name: String
  ) throws -> JSONValue {
    var params = params
    params["newName"] = name.json
    return try fixture.ask("textDocument/rename", params)
  }

  /// The cursor is at the mark; the text, and the note that is stored, after the rename.
  @Test(arguments: [
    ("#bo«»ok/a #books", "read", "#read/a #books", "#read/2021"),
    ("#bo«»ok/a #BOOK", "#read", "#read/a #read", "#read/2021"),
    ("#book/20«»21 #book", "22", "#book/22 #book", "#book/22"),
    ("#book/20«»21 #book", "#22", "#22 #book", "#22"),
    ("#book/20«»21", "read/22", "#book/read/22", "#book/read/22"),
    ("#book/2021«»", "b/c", "#book/b/c", "#book/b/c"), ("«»#book/x", "é", "#é/x", "#é/2021"),
    ("`#book` #bo«»ok", "Book", "`#book` #Book", "#Book/2021"),
  ])
  func renames(_ marked: String, to name: String, open: String, stored: String) throws {
    let fixture = try HashtagFixture(notes: ["# A\n\n#book/2021 `#book`\n"])
    let params = try fixture.open("file:///a.md", marked)
    let edit = try rename(fixture, params, to: name)
    #expect(try fixture.edited(MarkedText(marked).text, "file:///a.md", by: edit) == open)
    #expect(try fixture.storedTexts == ["# A\n\n\(stored) `#book`\n"])
  }

  @Test(arguments: ["", "#", "a b", "a//b", "/a", "a/", " ", "a\n", "#a b", "**\u{0}"])
  func noNames(_ name: String) throws {
    let fixture = try HashtagFixture(notes: ["# A\n\n#book\n"])
    let params = try fixture.open("file:///a.md", "#bo«»ok")
    let error = #expect(throws: ResponseError.self) { try rename(fixture, params, to: name) }
    #expect(error?.code == -32602 && error?.message.contains("without spaces") == true)
    #expect(try fixture.storedTexts == ["# A\n\n#book\n"])
  }

  @Test func offAHashtagThereIsNothingToRename() throws {
    let fixture = try HashtagFixture(notes: nil)
    let params = try fixture.open("file:///a.md", "no«»ne #book")
    let error = #expect(throws: ResponseError.self) { try rename(fixture, params, to: "a") }
    #expect(error?.code == -32803)
    let same = try fixture.position("file:///a.md", of: MarkedText("none #bo«»ok"))
    #expect(try rename(fixture, same, to: "#book") == .null)
    // Without a notebook there are still open documents.
    #expect(
      try fixture.edited("none #book", "file:///a.md", by: rename(fixture, same, to: "b"))
        == "none #b")
  }

  @Test(arguments: [true, false])
  func isAnnouncedAsTheClientKnowsIt(hasPreparation: Bool) throws {
    let fixture = try HashtagFixture(
      capabilities: HashtagFixture.capabilities(
        textDocument: ["rename": ["prepareSupport": hasPreparation.json]]))
    let provider = fixture.server.initializeResult["capabilities"]?["renameProvider"]
    #expect(hasPreparation ? provider?["prepareProvider"] == true : provider == true)
    let params = try fixture.open("file:///a.md", "a #books/20«»21/x")
    #expect(
      try fixture.ask("textDocument/prepareRename", params) == [
        "range": [
          "start": ["line": 0, "character": 9], "end": ["line": 0, "character": 13],
        ], "placeholder": "2021",
      ])
  }

  @Test func openNotesAreEditedAndTheirStoredTextsStay() throws {
    let fixture = try HashtagFixture(
      notes: ["# Open\n\n#book\n", "# Closed\n\n#book/x\n", "# Trash\n\n#book\n"],
      capabilities: HashtagFixture.capabilities(workspace: Self.everything))
    let open = try fixture.server.uri(titled: "Open")
    let trash = try fixture.server.uri(titled: "Trash")
    _ = try fixture.client.request("commonplace/deleteNote", ["uri": trash.json])
    let text = "# Open\n\n#book unsaved #book/y\n"
    fixture.client.open(open, text, version: 7)
    fixture.client.open(trash, "# Trash\n\n#book\n")
    let params = try fixture.open("untitled:a", "#bo«»ok")
    let edit = try rename(fixture, params, to: "read")
    #expect(try fixture.edited(text, open, by: edit) == "# Open\n\n#read unsaved #read/y\n")
    #expect(try fixture.edited("#book", "untitled:a", by: edit) == "#read")
    let changes = edit["documentChanges"]?.array ?? []
    #expect(changes.count == 2 && edit["changeAnnotations"] == nil)
    #expect(
      changes.first { $0["textDocument"]?["uri"]?.string == open }?["textDocument"]?["version"] == 7
    )
    #expect(try fixture.storedTexts == ["# Closed\n\n#read/x\n", "# Open\n\n#book\n"])
    #expect(try fixture.client.read(trash).text == "# Trash\n\n#book\n")
    // The user reads what was done, on one line.
    let reported = try fixture.client.notification("window/showMessage")["message"]?.string
    #expect(reported == "#book is now #read in 1 stored note. Save the 2 changed documents, too.")
    // Saved, the note is what was stored with the client's edit: no conflict.
    fixture.client.save(open, "# Open\n\n#read unsaved #read/y\n")
    #expect(try fixture.client.read(open).text == "# Open\n\n#read unsaved #read/y\n")
  }

  /// user-demands 32: a rename of a hashtag is one of the whole notebook, hierarchy included, and a
  /// merge with another one is warned of.
  @Test(arguments: [("Rename", true), ("Cancel", false), (nil, false)])
  func demand32RenameInTheWholeNotebookWithAWarningWhenItMerges(
    answer: String?, isRenamed: Bool
  ) throws {
    let notes = ["# A\n\n#book/2021\n", "# B\n\n#Read\n"]
    let fixture = try HashtagFixture(
      notes: notes,
      capabilities: HashtagFixture.capabilities(
        workspace: Self.everything, window: ["showMessage": [:]]))
    var params = try fixture.open("file:///a.md", "#bo«»ok/x")
    params["newName"] = "read"
    let id = fixture.client.send(request: "textDocument/rename", .object(params))
    let question = try fixture.client.serverRequest(
      "window/showMessageRequest", answer: answer.map { ["title": $0.json] } ?? .null)
    #expect(question["message"]?.string?.contains("#Read already exists") == true)
    #expect(question["actions"] == [["title": "Rename"], ["title": "Cancel"]])
    let edit = try? fixture.client.response(to: id)
    if isRenamed, let edit {
      #expect(try fixture.edited("#book/x", "file:///a.md", by: edit) == "#read/x")
      let annotation = edit["changeAnnotations"]?["merge"]
      #expect(annotation?["needsConfirmation"] == true)
      let edits = edit["documentChanges"]?.array?.first?["edits"]?.array ?? []
      #expect(!edits.isEmpty && edits.allSatisfy { $0["annotationId"] == "merge" })
      #expect(try fixture.storedTexts == ["# A\n\n#read/2021\n", "# B\n\n#Read\n"])
    } else {
      #expect(edit == nil || edit == .null)
      #expect(try fixture.storedTexts == notes)
    }
  }

  @Test func aClientThatCannotBeAskedLearnsFromTheEditAlone() throws {
    let fixture = try HashtagFixture(
      notes: ["# A\n\n#read\n"],
      capabilities: HashtagFixture.capabilities(workspace: Self.everything))
    let params = try fixture.open("file:///a.md", "#bo«»ok")
    let edit = try rename(fixture, params, to: "read")
    #expect(edit["changeAnnotations"]?["merge"]?["needsConfirmation"] == true)
  }

  /// A question without an answer keeps neither a cancellation nor a shutdown waiting.
  @Test(arguments: ["$/cancelRequest", "shutdown", "exit"])
  func aQuestionIsGivenUp(_ method: String) throws {
    let notes = ["# A\n\n#book\n", "# B\n\n#read\n"]
    let fixture = try HashtagFixture(
      notes: notes, capabilities: HashtagFixture.capabilities(window: ["showMessage": [:]]))
    var params = try fixture.open("file:///a.md", "#bo«»ok")
    params["newName"] = "read"
    let id = fixture.client.send(request: "textDocument/rename", .object(params))
    _ = try fixture.client.serverRequest("window/showMessageRequest", answer: nil)
    switch method {
    case "shutdown": #expect(try fixture.client.shutDown() == 0)
    case "exit": #expect(fixture.client.closeInput() == 1)
    default:
      fixture.client.notify(method, ["id": id.json])
      let error = #expect(throws: ResponseError.self) { try fixture.client.response(to: id) }
      #expect(error?.code == -32800)
      #expect(try fixture.storedTexts == notes)
    }
  }

  /// While the user thinks about the question, the document goes on being edited: its edit would be
  /// refused, so that nothing may be written either.
  @Test func aDocumentThatChangedMeanwhileStopsIt() throws {
    let notes = ["# A\n\n#book\n", "# B\n\n#read\n"]
    let fixture = try HashtagFixture(
      notes: notes, capabilities: HashtagFixture.capabilities(window: ["showMessage": [:]]))
    var params = try fixture.open("file:///a.md", "#bo«»ok")
    params["newName"] = "read"
    let id = fixture.client.send(request: "textDocument/rename", .object(params))
    fixture.client.change("file:///a.md", version: 2, "words before #book")
    _ = try fixture.client.serverRequest(
      "window/showMessageRequest", answer: ["title": "Rename"])
    let error = #expect(throws: ResponseError.self) { try fixture.client.response(to: id) }
    #expect(error?.code == -32803)
    #expect(try fixture.storedTexts == notes)
  }

  /// While the user thinks, the notebook goes on being written: what the hashtag would meet by then is
  /// asked for, too, and what was written is renamed with the rest.
  @Test func aChangeMeanwhileIsAskedAgain() throws {
    let fixture = try HashtagFixture(
      notes: ["# A\n\n#book\n", "# B\n\n#Read\n"],
      capabilities: HashtagFixture.capabilities(window: ["showMessage": [:]]))
    var params = try fixture.open("file:///a.md", "#bo«»ok")
    params["newName"] = "read"
    let id = fixture.client.send(request: "textDocument/rename", .object(params))
    try fixture.client.waitForRequest("window/showMessageRequest")
    for text in ["# C\n\n#book/new\n", "# D\n\n#READ/new\n"] {
      _ = try fixture.ask("commonplace/createNote", ["text": text.json])
    }
    let agreed: JSONValue = ["title": "Rename"]
    let first = try fixture.client.serverRequest("window/showMessageRequest", answer: agreed)
    let second = try fixture.client.serverRequest("window/showMessageRequest", answer: agreed)
    #expect(first["message"] != second["message"])
    _ = try fixture.client.response(to: id)
    #expect(
      try fixture.storedTexts == [
        "# A\n\n#read\n", "# B\n\n#Read\n", "# C\n\n#read/new\n", "# D\n\n#READ/new\n",
      ])
  }

  @Test func aNameThatWouldBeMisreadChangesNothing() throws {
    let notes = ["# A\n\n*open #book text\n"]
    let fixture = try HashtagFixture(notes: notes)
    let params = try fixture.open("file:///a.md", "#bo«»ok")
    let error = #expect(throws: ResponseError.self) { try rename(fixture, params, to: "re*d") }
    #expect(error?.code == -32803 && error?.message.contains("Nothing was renamed") == true)
    #expect(try fixture.storedTexts == notes)
    let open = try fixture.open("file:///b.md", "*a #pl«»ain")
    #expect(throws: ResponseError.self) { try rename(fixture, open, to: "pl*in") }
  }

  @Test(arguments: PositionEncoding.everyOne)
  func theTextOfEditsIsTheSameInEveryEncoding(_ encoding: PositionEncoding) throws {
    let fixture = try HashtagFixture(notes: ["# 😀\n\n中 #é😀/x\n"], encoding: encoding)
    let marked = "👨‍👩‍👧 e\u{301} #é«»😀/x #é😀\r\n中 #É😀/y"
    let params = try fixture.open("untitled:a", marked)
    let edit = try rename(fixture, params, to: "🇩🇪")
    #expect(
      try fixture.edited(MarkedText(marked).text, "untitled:a", by: edit)
        == "👨‍👩‍👧 e\u{301} #🇩🇪/x #🇩🇪\r\n中 #🇩🇪/y")
    #expect(try fixture.storedTexts == ["# 😀\n\n中 #🇩🇪/x\n"])
  }
}
