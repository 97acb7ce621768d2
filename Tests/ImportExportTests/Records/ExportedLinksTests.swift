import Foundation
import JSON
import MiniMarkdown
import NotebookIndex
import NotebookTestSupport
import PackratParsing
import Testing

@testable import FrontMatter
@testable import ImportExport
@testable import Notebook
@testable import NotebookFile

/// Other programs follow the links of an export to the exported files, and an import gives the note's own links.
@Suite struct ExportedLinksTests {
  private static let notes = [
    "# Walden\n\n[[Walden Pond]] [[walden pond|there]] [[Sapiens: A Brief History]] [[what's new?]]\n"
      + "[[日本語の本]] [[#Ponds]] [[Nothing]] `[[Walden Pond]]`\n\n## Ponds\n",
    "# Walden Pond\n\n![[Walden]] and [[Walden#Ponds]] [[WALDEN#Ponds|deep]], [[Twins]].\n"
      + "| [[Walden]] | [[Sapiens: A Brief History\\|it]] |\n",
    "# Sapiens: A Brief History\n\n[x](Walden.md) [](../a/Walden%20Pond.md#Depth) [x](<Walden Pond.md>)\n"
      + "[x](Walden.md \"t\") [[walden]] [[Walden]] [[walden|x]] [[Walden|x]]\n",
    "# What's new?\n\n[[Life in the Woods]]\n", "# Twins\n\n1\n", "# Twins\n\n2\n",
    "# 日本語の本\n", "# C# [and] more\n", "---\naliases: [Life in the Woods]\n---\n# Thoreau\n",
  ]

  private func fixture() throws -> ExchangeFixture {
    let fixture = try ExchangeFixture(notes: Self.notes)
    let (walden, sharp) = (
      try fixture.note("Walden").summary.id, try fixture.note("C# [and] more").summary.id
    )
    try fixture.save(
      "---\naliases: [Life in the Woods]\n---\n# Thoreau\n\n<commonplace://n/\(walden)/walden.md> commonplace://n/\(sharp) [[\(sharp)|C]] "
        + "[x](commonplace://n/\(walden)/walden.md#ponds) [[\(walden)]]\n"
        + "[](commonplace://n/\(walden))\n", to: try fixture.note("Thoreau").summary.id)
    return fixture
  }

  /// The ways in which other programs find the file of a link.
  enum Program: CaseIterable {
    case obsidian, zk, marksman, markdownOxide, iwe

    /// The ids of the notes to whose files `target` may lead; `files` has them by name without ending.
    func notes(_ target: String, among files: [String: String]) -> [String] {
      let target = (target.removingPercentEncoding ?? target).replacing(".md", with: "")
      let names: [String] =
        switch self {
        // The name of a file in any case.
        case .obsidian, .markdownOxide:
          files.keys.filter { $0.lowercased() == target.lowercased() }
        // The beginning of the name; the shortest name counts.
        case .zk:
          Array(files.keys.filter { $0.hasPrefix(target) }.sorted { $0.count < $1.count }.prefix(1))
        // The name; titles are asked for, too, but are not needed.
        case .marksman, .iwe: files.keys.filter { $0 == target }
        }
      return names.compactMap { files[$0] }
    }
  }

  @Test func otherProgramsFollowThem() throws {
    let fixture = try fixture()
    try fixture.export()
    var (files, texts): ([String: String], [String: String]) = ([:], [:])
    for file in try fixture.markdown {
      let (fields, text) = FrontMatter.split(try fixture.text(file))
      let id = try #require(fields?.fields["id"]?.string)
      (files[String(file.dropLast(3))], texts[id]) = (id, text)
    }
    let notebook = try fixture.device.open()
    defer { try? notebook.close() }
    var count = 0
    for (id, text) in texts {
      let own = MiniMarkdownDocument(try notebook.note(id: id).text).snapshot
      let written = MiniMarkdownDocument(text).snapshot
      #expect(own.noteLinks.count == written.noteLinks.count, "\(text)")
      for (link, new) in zip(own.noteLinks, written.noteLinks) where !link.names.isEmpty {
        let meant = try notebook.links.notes(called: link.names)
        let target = written.text(in: new.target)
        guard meant.count == 1 else {
          #expect(own.text(in: link.range) == written.text(in: new.range))
          continue
        }
        // Of links that differ in case alone, the third stays.
        if own.text(in: link.range) == "[[Walden|x]]" { continue }
        count += 1
        for program in Program.allCases {
          #expect(program.notes(target, among: files) == meant, "\(program): \(target) in \(text)")
        }
      }
    }
    #expect(count == 24)
  }

  @Test func wordsAndHeadingsStay() throws {
    let fixture = try fixture()
    try fixture.export()
    #expect(
      try fixture.text("walden-pond.md").hasSuffix(
        "# Walden Pond\n\n![[walden|Walden]] and [[walden#Ponds|Walden › Ponds]] [[walden#Ponds|deep]], "
          + "[[Twins]].\n"
          + "| [[walden\\|Walden]] | [[sapiens-a-brief-history\\|it]] |\n"))
    #expect(
      try fixture.text("thoreau.md").hasSuffix(
        "[[walden|Walden]] [[c-and-more|C# and more]] [[c-and-more|C]] [x](walden.md#ponds) [Walden](walden.md)\n"
          + "[](walden.md)\n"))
    #expect(try fixture.text("walden.md").contains("[[#Ponds]] [[Nothing]] `[[Walden Pond]]`"))
  }

  @Test func anImportGivesTheFormerTexts() throws {
    let fixture = try fixture()
    try fixture.export()
    let other = try ExchangeFixture()
    try other.take([fixture.folder])
    #expect(try other.texts == fixture.texts)
    #expect(try fixture.take().new == 0)
    #expect(try fixture.export() == ExportReport(unchanged: 9))
  }

  @Test func anEditedFileGivesItsEditAlone() throws {
    let fixture = try fixture()
    try fixture.export()
    let note = try fixture.note("Walden")
    try fixture.edit("walden.md") { $0 + "and [[thoreau]], [[walden-pond|Walden Pond]]\n" }
    #expect(try fixture.take().updated == 1)
    #expect(
      try fixture.note("Walden").text == note.text + "and [[thoreau]], [[Walden Pond]]\n")
    #expect(try fixture.export().skipped.isEmpty)
    #expect(try fixture.export() == ExportReport(unchanged: 9))
  }

  /// A link is written in a way that no other one is: else it could not be read back.
  @Test(arguments: [
    ("[[walden|Walden]] [[Walden]]", "[[w|Walden]] [Walden](w.md)"),
    ("[[Walden]] [[WALDEN]]", "[[w|Walden]] [[w|WALDEN]]"),
    ("[[Walden|x]] [[WALDEN|x]]", "[[w|x]] [x](w.md)"),
    ("[[Walden|x]] [[WALDEN|x]] [[walden|x]]", "[[w|x]] [x](w.md) [[walden|x]]"),
    ("[[Walden|x]] [[Walden|x]]", "[[w|x]] [[w|x]]"), ("![[A|x]] ![[B|x]]", "![[w|x]] ![[B|x]]"),
    ("[[w]] [x](w.md)", "[[w]] [x](w.md)"),
    ("[[w|Walden]] [[Walden]]", "[[w|Walden]] [Walden](w.md)"), ("`[[Walden]]`", "`[[Walden]]`"),
  ])
  func eachLinkCanBeReadBack(text: String, expected: String) {
    let file = ExportedFile(name: "w.md", title: "Walden")
    let exported = LinkedText(text).exported { _ in file }
    #expect(exported.text == expected)
    #expect(ExportedLinks.restored(exported.text, exported.former) == text)
  }
}

extension ExchangeFixture {
  /// The texts of the notes, sorted.
  fileprivate var texts: [String] {
    get throws {
      let notebook = try device.open()
      defer { try? notebook.close() }
      return try notebook.texts.of(notebook.notes.all().map(\.id)).map(\.text).sorted()
    }
  }
}
