import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookIndex
import TestSupport
import Testing

@testable import LanguageServer

/// The names of notes for clients of a mirror: as files, unless they know better.
@Suite struct NoteNamesTests {
  static let notes = [
    "# A\n\n#tag first\n\nQ: Same?\nA: yes\n", "# B\n\n#tag second\n\nQ: Same?\nA: no\n\n?[x](y\n",
    "# tag\n\nwhat it means\n", "# C d\n\n#tag/inner third\n",
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    var method: String
    /// In JSON; the position of `#tag` in the open note when empty.
    var params: String
    /// The notes that the answer names, by their titles.
    var titles: Set<String>

    init(_ method: String, _ params: String, _ titles: Set<String>) {
      (self.method, self.params, self.titles) = (method, params, titles)
    }

    var testDescription: String { "\(method) \(params)" }
  }

  static let cases = [
    Case("textDocument/references", "", ["A", "B", "C d"]),
    Case("textDocument/definition", "", ["tag"]),
    Case("workspace/symbol", #"{"query": "second"}"#, ["B"]),
    Case("workspace/symbol", ##"{"query": "#tag"}"##, ["A", "B", "C d"]),
    Case("workspace/symbol", #"{"query": "same"}"#, ["A", "B"]),
    Case("workspace/symbol", #"{"query": ""}"#, ["A", "B", "C d", "tag"]),
    Case("commonplace/search", #"{"query": "third"}"#, ["C d"]),
    Case("commonplace/listNotes", "{}", ["A", "B", "C d", "tag"]),
    Case("textDocument/diagnostic", "", ["B"]),
    Case("workspace/diagnostic", #"{"previousResultIds": []}"#, ["A", "B"]),
    Case("typeHierarchy/subtypes", "", ["C d"]),
    Case(
      "workspace/executeCommand",
      #"{"command": "commonplace.openByTitle", "arguments": [{"title": "B"}]}"#, ["B"]),
    Case(
      "workspace/executeCommand",
      #"{"command": "commonplace.newNote", "arguments": [{"title": "New"}]}"#, ["New"]),
    Case("commonplace/createNote", ##"{"text": "# Also new"}"##, ["Also new"]),
  ]

  /// The kinds of clients, and whether notes are files to them.
  enum Kind: String, CaseIterable, Sendable {
    case plain, linked, own, opening
    var usesFiles: Bool { self == .plain || self == .linked }
  }

  private static func fixture(_ kind: Kind) throws -> MirrorServerFixture {
    guard var capabilities = MirroredFeatureTests.capabilities.object else {
      throw CocoaError(.coderInvalidValue)
    }
    if kind != .own { capabilities["experimental"] = nil }
    return try MirrorServerFixture(notes: notes, capabilities: .object(capabilities))
  }

  @Test(arguments: Kind.allCases)
  func notesAreNamed(_ kind: Kind) throws {
    let fixture = try Self.fixture(kind)
    let client = fixture.client
    var folder = fixture.folder
    if kind == .linked {
      // The client knows the folder by another path, which it shows.
      folder = fixture.server.folder.path("link")
      try FileManager.default.createSymbolicLink(
        atPath: folder, withDestinationPath: fixture.folder)
    }
    _ = try fixture.open("A.md")
    var uri = fixture.uri("A.md")
    if kind == .linked {
      client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
      uri = URL(filePath: folder + "/A.md").absoluteString
      client.open(uri, fixture.text("A.md") ?? "")
    }
    if kind == .opening { client.open("commonplace://x/ABC/x.md", "# X\n") }
    for test in Self.cases {
      let position: JSONValue = [
        "textDocument": ["uri": .string(uri)], "position": ["line": 2, "character": 2],
        "context": ["includeDeclaration": true],
      ]
      var params = test.params.isEmpty ? position : try JSONValue(parsing: Array(test.params.utf8))
      if test.method == "typeHierarchy/subtypes" {
        let items = try client.request("textDocument/prepareTypeHierarchy", position)
        params = ["item": items.array?.first ?? .null]
      }
      var names: Set<String> = []
      let isRight = try client.eventually {
        let answer = try client.request(test.method, params)
        names = Set(Self.uris(answer).filter { $0 != "commonplace://x/ABC/x.md" })
        return names.count >= test.titles.count
      }
      #expect(isRight, "\(test)")
      // An open note has the client's own name.
      let others = names.subtracting([uri])
      #expect(others.allSatisfy { $0.hasPrefix(kind.usesFiles ? "file:" : "commonplace:") })
      guard kind.usesFiles else { continue }
      let expected = test.titles.map { folder + "/\($0).md" }
      #expect(Set(names.compactMap { DocumentURI($0).filePath }) == Set(expected), "\(test)")
      #expect(expected.allSatisfy { FileManager.default.fileExists(atPath: $0) }, "\(test)")
    }
  }

  /// All names of documents in an answer.
  private static func uris(_ json: JSONValue) -> [String] {
    if let array = json.array { return array.flatMap(uris) }
    guard let object = json.object else { return [] }
    return object.keys.flatMap { key -> [String] in
      if ["uri", "targetUri"].contains(key) { return [object[key]?.string ?? ""] }
      return object[key].map(uris) ?? []
    }
  }

  /// An open note is renamed in the client's text alone; every other one in the notebook, and so in the
  /// files.
  @Test func hashtagsAreRenamedOnce() throws {
    let fixture = try Self.fixture(.plain)
    let client = fixture.client
    let file = try fixture.open("A.md")
    client.change(file, version: 2, "# A\n\n#tag unsaved\n")
    let edit = try client.request(
      "textDocument/rename",
      [
        "textDocument": ["uri": .string(file)], "position": ["line": 2, "character": 2],
        "newName": "label",
      ])
    #expect(Self.uris(edit) == [file])
    #expect(edit["documentChanges"]?.array?.first?["edits"]?.array?.count == 1)
    #expect(
      client.eventually {
        fixture.text("B.md")?.contains("#label second") == true
          && fixture.text("C d.md")?.contains("#label/inner third") == true
      })
    // The file that is open waits for its editor.
    #expect(fixture.text("A.md") == Self.notes[0])
    try fixture.save("# A\n\n#label unsaved\n", "A.md", version: 3)
    #expect(try client.read(file).text == "# A\n\n#label unsaved\n")
    let notebook = try fixture.notebook()
    #expect(try notebook.conflicts.all().isEmpty)
    #expect(fixture.files == ["A.md", "B.md", "C d.md", "tag.md"])
    // Each was written once.
    for title in ["B", "C d"] {
      guard case .one(let note) = try notebook.titles.find(title) else { continue }
      #expect(try notebook.history.of(note.id).texts.count == 2, "\(title)")
    }
  }
}
