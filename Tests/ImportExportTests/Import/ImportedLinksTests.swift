import MiniMarkdown
import NotebookTestSupport
import Testing

@testable import ImportExport
@testable import Notebook
@testable import NotebookIndex

/// Links of imported folders lead to the notes that they led to.
@Suite struct ImportedLinksTests {
  /// A file of a folder.
  struct File: Sendable {
    var name: String
    var text: String
  }

  /// A folder: the file `to` has another title than its name; each line of `from` is a link to it.
  struct Folder: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var to: File
    var from: [String]
    var name = "from.md"
    var others: [File] = []
  }

  static let folders = [
    Folder(
      testDescription: "Obsidian",
      to: File(name: "Notes/Some pond.md", text: "---\naliases: [Kettle hole]\n---\n# Walden\n"),
      from: [
        "[[Some pond]]", "[[some pond|words]]", "[[Notes/Some pond#A heading]]", "[[Some pond.md]]",
        "[words](Notes/Some%20pond.md)", "[words](<Notes/Some pond.md>)", "[[Kettle hole]]",
        "![[Some pond]]", "[[Walden]]",
      ], others: [File(name: ".obsidian/app.json", text: "{}")]),
    Folder(
      testDescription: "Logseq",
      to: File(name: "pages/books___Some%3A pond.md", text: "- # The beginning\n- text\n"),
      from: [
        "- [[books/Some: pond]]", "- [words]([[books/Some: pond]])",
        "- a {{embed [[books/Some: pond]]}}",
      ], name: "pages/from.md", others: [File(name: "logseq/config.edn", text: "{}")]),
    Folder(
      testDescription: "zk",
      to: File(name: "ab12-some-pond.md", text: "# Walden\n"),
      from: [
        "[[ab12]]", "[[ab12|words]]", "[words](ab12-some-pond.md)", "[words](ab12-some-pond)",
        "[[ab12-some-pond]]", "[words](ab12-some-pond#heading)",
      ]),
    Folder(
      testDescription: "a Zettelkasten",
      to: File(name: "202105031020 Some pond.md", text: "# Walden\n"),
      from: ["[[202105031020]]", "[[202105031020 Some pond]]"]),
    Folder(
      testDescription: "org-roam",
      to: File(
        name: "20210503102030-some_pond.org",
        text: """
          :PROPERTIES:
          :ID: 608f1c5e-0000-4000-8000-000000000001
          :ROAM_ALIASES: "Kettle hole" Lake
          :END:
          #+title: Walden
          """),
      from: [
        "[[id:608f1c5e-0000-4000-8000-000000000001][words]]",
        "[[id:608F1C5E-0000-4000-8000-000000000001]]",
        "[[file:20210503102030-some_pond.org][words]]",
        "[[file:20210503102030-some_pond.org]]", "[[Kettle hole]]", "[[Lake]]",
      ], name: "from.org"),
  ]

  @Test(arguments: folders)
  func linksKeepWorking(_ folder: Folder) throws {
    let fixture = try ExchangeFixture()
    let lines = folder.from.map { $0 + "\n" }.joined(separator: "\n")
    let isOrg = folder.name.hasSuffix(".org")
    try fixture.write((isOrg ? "#+title: From\n" : "") + lines, to: folder.name)
    for file in folder.others + [folder.to] { try fixture.write(file.text, to: file.name) }
    try fixture.take()
    let notebook = try fixture.device.open()
    defer { try? notebook.close() }
    let notes = try notebook.notes.all()
    let from = try #require(notes.first { $0.title.lowercased() == "from" })
    let to = try #require(notes.first { $0.id != from.id })
    let found = try notebook.links.surroundings(of: from.id)
    #expect(found.missing.map(\.name) == [])
    #expect(found.pointedAt.map(\.note.id) == [to.id])
    #expect(found.pointedAt.first?.positions.count == folder.from.count, "\(found)")
  }

  /// Words, images, clozes and addresses stay as they are.
  @Test func otherTextStays() throws {
    let fixture = try ExchangeFixture()
    let text = "# A\n\n?[x](pond) ![x](pond) [x](nothing) [x](https://pond) (pond) [x](pond)\n"
    try fixture.write(text, to: "a.md")
    try fixture.write("# Pond\n", to: "pond.md")
    try fixture.take()
    #expect(try fixture.note("A").text == text.replacing(" [x](pond)", with: " [x](pond.md)"))
  }

  /// A copy of an imported file is the same note, by its first name.
  @Test func aNameIsKept() throws {
    let fixture = try ExchangeFixture()
    try fixture.write("# Walden\n", to: "pond.md")
    try fixture.take()
    let notebook = try fixture.device.open()
    let id = try #require(notebook.notes.all().first?.id)
    func notes(_ title: String) throws -> [String] {
      try notebook.links.notes(called: [LinkName(title: title)].compactMap { $0 })
    }
    #expect(try notes("pond") == [id])
    try fixture.write("# Walden\n", to: "lake.md")
    #expect(try fixture.take() == ImportReport(unchanged: 2))
    #expect(try notes("pond") == [id] && notes("lake") == [])
    try notebook.close()
  }
}
