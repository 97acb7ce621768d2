import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// A file of a mirror is its note, whatever it is called.
@Suite struct MirrorsTests {
  @Test func savedFilesAreSavedNotes() throws {
    let fixture = try MirrorServerFixture(notes: ["# Walden\n", "# Emma\n"])
    let file = try fixture.open("Walden.md")
    for number in 1...3 {
      let text = "# Walden\n\n\(number)\n"
      try fixture.save(text, "Walden.md", version: number + 1)
      #expect(try fixture.client.read(file).text == text)
    }
    #expect(fixture.client.notificationsSoFar("window/showMessage") == [])
    let note = try fixture.server.uri(titled: "Walden")
    #expect(
      try fixture.client.eventually {
        try fixture.server.publishedText(of: note) == "# Walden\n\n3\n"
      })
  }

  @Test func bothSidesFollowEachOther() throws {
    let fixture = try MirrorServerFixture(notes: ["# Walden\n", "# Emma\n"])
    _ = try fixture.open("Walden.md")
    let emma = try fixture.server.uri(titled: "Emma")
    _ = try fixture.client.write(emma, "# Emma\n\nfrom the note\n")
    #expect(
      fixture.client.eventually {
        fixture.text("Emma.md") == "# Emma\n\nfrom the note\n"
      })
    try fixture.write("# Emma\n\nfrom the file\n", "Emma.md")
    try fixture.write("# New\n", "New.md")
    #expect(
      try fixture.client.eventually {
        try fixture.client.read(emma).text == "# Emma\n\nfrom the file\n"
          && (try? fixture.client.read(fixture.uri("New.md")).text) == "# New\n"
      })
    #expect(fixture.client.notificationsSoFar("window/showMessage") == [])
  }

  /// Another device's text, written while the file had unsaved changes.
  @Test func conflictsAreChosenInTheFile() throws {
    let fixture = try MirrorServerFixture(notes: ["# Walden\n", "# Emma\n"])
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
      fixture.client.eventually {
        (try? FileManager.default.contentsOfDirectory(atPath: fixture.folder))?
          .contains { fixture.text($0) == "# Theirs\n" } == true
      })
    let listed = try fixture.client.request("commonplace/listConflicts", ["uri": .string(file)])
    let sides = listed["conflicts"]?.array?.first?["sides"]?.array ?? []
    _ = try fixture.client.request(
      "workspace/executeCommand",
      [
        "command": "commonplace.resolveConflict",
        "arguments": [
          [
            "uri": .string(file), "keep": "shown",
            "versions": .array(sides.compactMap { $0["version"] }),
          ]
        ],
      ])
    #expect(try fixture.client.read(note).text == "# Mine\n")
    _ = fixture.client.eventually { fixture.files.count == 2 }
    #expect(fixture.files == ["Emma.md", "Walden.md"])
  }

  /// An editor that loaded what the notebook wrote into the file goes on from there.
  @Test func aReloadedFileIsBasedOnTheNote() throws {
    let fixture = try MirrorServerFixture(notes: ["# Walden\n", "# Emma\n"])
    let file = try fixture.open("Walden.md")
    let note = try fixture.server.uri(titled: "Walden")
    for number in 0..<2 {
      let theirs = "# Walden\n\ntheirs \(number)\n"
      _ = try fixture.client.write(note, theirs)
      #expect(fixture.client.eventually { fixture.text("Walden.md") == theirs })
      fixture.client.change(file, version: number * 2 + 2, theirs)
      let mine = theirs + "mine\n"
      try fixture.save(mine, "Walden.md", version: number * 2 + 3)
      #expect(try fixture.client.read(note).text == mine)
    }
    #expect(fixture.client.notificationsSoFar("window/showMessage") == [])
  }

  @Test func aFolderThatIsGoneIsReportedOnce() throws {
    let fixture = try MirrorServerFixture(notes: ["# Walden\n", "# Emma\n"])
    _ = try fixture.open("Walden.md")
    try FileManager.default.removeItem(atPath: fixture.folder)
    let reported = try fixture.client.notification("window/showMessage") {
      $0["message"]?.string?.contains("is gone") == true
    }
    #expect(reported["type"] == 2)
    #expect(
      try fixture.client.request("commonplace/listNotes", [:])["notes"]?.array?.count == 2)
  }
}
