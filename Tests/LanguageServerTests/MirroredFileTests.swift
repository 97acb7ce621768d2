import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// A file of a mirror is its note, whatever it is called.
@Suite struct MirroredFileTests {
  /// A server, and a mirror of its notebook that it keeps up to date.
  private struct Fixture {
    let server: ServerFixture
    let folder: String
    var client: LanguageClient { server.client }

    init(_ server: ServerFixture) throws {
      self.server = server
      folder = server.folder.path("mirror")
      let notebook = try notebook()
      _ = try NoteMirror.open(at: folder, of: notebook).sync()
      try notebook.close()
    }

    init(notes: [String]) throws { try self.init(ServerFixture(notes: notes)) }

    func path(_ name: String) -> String { folder + "/" + name }
    /// The notebook, as another program of the same person has it.
    func notebook() throws -> Notebook {
      let home = server.folder.url.path(percentEncoded: false)
      return try Notebook.open(
        at: server.notebookPath, state: StateFolder(environment: ["HOME": home]))
    }
    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
    func uri(_ name: String) -> String { URL(filePath: path(name)).absoluteString }
    func text(_ name: String) -> String? {
      try? String(contentsOfFile: path(name), encoding: .utf8)
    }

    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    /// Opens a file, once the server knows that it is a note.
    func open(_ name: String) throws -> String {
      let uri = uri(name)
      #expect(client.eventually(within: 10) { (try? client.read(uri)) != nil })
      client.open(uri, text(name) ?? "")
      return uri
    }

    /// Saves as an editor does: the file, and then a word about it.
    func save(_ text: String, _ name: String, version: Int) throws {
      client.change(uri(name), version: version, text)
      try write(text, name)
      client.save(uri(name), text)
    }
  }

  /// Requests about a whole document, a place and a range in it.
  static let requests = [
    "textDocument/hover", "textDocument/codeLens", "textDocument/inlayHint",
    "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/documentLink",
    "textDocument/completion", "textDocument/codeAction", "textDocument/semanticTokens/full",
    "textDocument/documentHighlight", "textDocument/definition",
    "textDocument/prepareRename", "textDocument/prepareTypeHierarchy",
    "commonplace/readNote",
  ]

  @Test func featuresAreThoseOfTheNote() throws {
    let reviewed = try ReviewedNotebook()
    let fixture = try Fixture(ServerFixture(notebookPath: reviewed.path))
    let file = try fixture.open("Walden.md")
    let note = try fixture.server.uri(titled: "Walden")
    for method in Self.requests {
      for (line, character) in [(2, 4), (4, 8), (7, 3), (9, 12), (11, 3)] {
        func answer(_ uri: String) throws -> String {
          let place: JSONValue = [
            "line": .integer(Int64(line)), "character": .integer(Int64(character)),
          ]
          let range: JSONValue = ["start": place, "end": place]
          let whole: JSONValue = [
            "start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0],
          ]
          let answer = try? fixture.client.request(
            method,
            [
              "textDocument": ["uri": .string(uri)], "uri": .string(uri), "position": place,
              "range": method.hasSuffix("inlayHint") ? whole : range,
              "context": ["diagnostics": [], "includeDeclaration": true],
            ])
          let text = String(decoding: (answer ?? .null).serialized(), as: UTF8.self)
          return text.replacing(uri, with: "URI").replacing(#/"resultId":"[^"]*"/#, with: "")
        }
        fixture.client.open(note, fixture.text("Walden.md") ?? "")
        let expected = try answer(note)
        fixture.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(note)]])
        #expect(try answer(file) == expected, "\(method) at \(line):\(character)")
      }
    }
    // Something is said that only a note has.
    let hover = try fixture.client.request(
      "textDocument/hover",
      ["textDocument": ["uri": .string(file)], "position": ["line": 9, "character": 12]])
    #expect(hover["contents"]?["value"]?.string?.contains("640") == true)
  }

  @Test func savedFilesAreSavedNotes() throws {
    let fixture = try Fixture(notes: ["# Walden\n", "# Emma\n"])
    let file = try fixture.open("Walden.md")
    for number in 1...3 {
      let text = "# Walden\n\n\(number)\n"
      try fixture.save(text, "Walden.md", version: number + 1)
      #expect(try fixture.client.read(file).text == text)
    }
    #expect(fixture.client.notificationsSoFar("window/showMessage") == [])
    let note = try fixture.server.uri(titled: "Walden")
    #expect(
      try fixture.client.eventually(within: 10) {
        try fixture.server.publishedText(of: note) == "# Walden\n\n3\n"
      })
  }

  @Test func bothSidesFollowEachOther() throws {
    let fixture = try Fixture(notes: ["# Walden\n", "# Emma\n"])
    _ = try fixture.open("Walden.md")
    let emma = try fixture.server.uri(titled: "Emma")
    _ = try fixture.client.write(emma, "# Emma\n\nfrom the note\n")
    #expect(
      fixture.client.eventually(within: 10) {
        fixture.text("Emma.md") == "# Emma\n\nfrom the note\n"
      })
    try fixture.write("# Emma\n\nfrom the file\n", "Emma.md")
    try fixture.write("# New\n", "New.md")
    #expect(
      try fixture.client.eventually(within: 10) {
        try fixture.client.read(emma).text == "# Emma\n\nfrom the file\n"
          && (try? fixture.client.read(fixture.uri("New.md")).text) == "# New\n"
      })
    #expect(fixture.client.notificationsSoFar("window/showMessage") == [])
  }

  /// What another device wrote while the file had unsaved changes.
  @Test func conflictsAreChosenInTheFile() throws {
    let fixture = try Fixture(notes: ["# Walden\n", "# Emma\n"])
    let file = try fixture.open("Walden.md")
    fixture.client.change(file, version: 2, "# Mine\n")
    let note = try fixture.server.uri(titled: "Walden")
    let other = try fixture.notebook()
    _ = try other.save(text: "# Theirs\n", note: try #require(NoteURI(note)?.id))
    try fixture.save("# Mine\n", "Walden.md", version: 3)
    _ = try fixture.client.notification("textDocument/publishDiagnostics") {
      $0["uri"] == .string(file)
        && $0["diagnostics"]?.array?.contains { $0["code"] == "conflict" } == true
    }
    #expect(
      fixture.client.eventually(within: 10) {
        (try? FileManager.default.contentsOfDirectory(atPath: fixture.folder))?
          .contains { fixture.text($0) == "# Theirs\n" } == true
      })
    _ = try fixture.client.request(
      "workspace/executeCommand",
      [
        "command": "commonplace.resolveConflict",
        "arguments": [["uri": .string(file), "keep": "mine"]],
      ])
    #expect(try fixture.client.read(note).text == "# Mine\n")
    _ = fixture.client.eventually(within: 5) { fixture.files.count == 2 }
    #expect(fixture.files == ["Emma.md", "Walden.md"])
  }

  /// An editor that loaded what the notebook wrote into the file goes on from there.
  @Test func aReloadedFileIsBasedOnTheNote() throws {
    let fixture = try Fixture(notes: ["# Walden\n", "# Emma\n"])
    let file = try fixture.open("Walden.md")
    let note = try fixture.server.uri(titled: "Walden")
    for number in 0..<2 {
      let theirs = "# Walden\n\ntheirs \(number)\n"
      _ = try fixture.client.write(note, theirs)
      #expect(fixture.client.eventually(within: 10) { fixture.text("Walden.md") == theirs })
      fixture.client.change(file, version: number * 2 + 2, theirs)
      let mine = theirs + "mine\n"
      try fixture.save(mine, "Walden.md", version: number * 2 + 3)
      #expect(try fixture.client.read(note).text == mine)
    }
    #expect(fixture.client.notificationsSoFar("window/showMessage") == [])
  }

  @Test func aFolderThatIsGoneIsToldOnce() throws {
    let fixture = try Fixture(notes: ["# Walden\n", "# Emma\n"])
    _ = try fixture.open("Walden.md")
    try FileManager.default.removeItem(atPath: fixture.folder)
    let told = try fixture.client.notification("window/showMessage") {
      $0["message"]?.string?.contains("is gone") == true
    }
    #expect(told["type"] == 2)
    #expect(
      try fixture.client.request("commonplace/listNotes", [:])["notes"]?.array?.count == 2)
  }
}
