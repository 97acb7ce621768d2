import Base
import Books
import ForeignFormats
import Foundation
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import KeyValueStore
@testable import Maintenance
@testable import Notebook
@testable import NotebookFile

/// Markdown files of other programs.
@Suite struct ImportMarkdownTests {
  /// A file, and the note that it becomes: title, tags and text.
  static let examples: [(String, title: String, tags: [String], text: String)] = [
    ("# Walden\n\ntext #pond\n", "Walden", ["#pond"], "# Walden\n\ntext #pond\n"),
    ("no heading", "note", [], "# note\n\nno heading"),
    ("# A\r\nline\r\n", "A", [], "# A\nline\n"),
    ("\u{FEFF}# A\n", "A", [], "# A\n"),
    ("---\ntitle: Walden\n---\ntext\n", "Walden", [], "# Walden\n\ntext\n"),
    ("---\ntitle: Walden\n---\n# Walden\n", "Walden", [], "# Walden\n"),
    ("---\ntitle: 1984\n---\n", "1984", [], "# 1984\n"),
    (
      "---\ntitle: W\ntags: [a, b/c, \"#d\", e f]\n---\ntext #a\n", "W",
      ["#a", "#b/c", "#d", "#e-f"], "# W\n\ntext #a\n\n#b/c #d #e-f\n"
    ),
    ("---\ntags: a, b\n---\n# T\n", "T", ["#a", "#b"], "# T\n\n#a #b\n"),
    (
      "---\nA rule, then prose\n\n---\n", "note", [],
      "# note\n\n---\nA rule, then prose\n\n---\n"
    ),
    ("---\nnever: closed\n", "note", [], "# note\n\n---\nnever: closed\n"),
  ]

  @Test(arguments: examples)
  func becomesANote(_ file: String, title: String, tags: [String], text: String) throws {
    let fixture = try ExchangeFixture()
    try fixture.write(file, to: "note.md")
    #expect(try fixture.take(isDryRun: true).outcome == ImportReport(new: 1))
    #expect(try fixture.take().outcome == ImportReport(new: 1))
    let note = try fixture.note()
    #expect(note.text == text)
    #expect(note.summary.title == title)
    #expect(note.summary.tags == tags)
    let content = try fixture.content()
    #expect(try fixture.take().outcome == ImportReport(unchanged: 1))
    #expect(try fixture.take([fixture.path("note.md")]).outcome == ImportReport(unchanged: 1))
    // Nor by another name, unless that is the title; nor after it was changed here.
    if title != "note" {
      try fixture.write(file, to: "again.md")
      #expect(try fixture.take().outcome == ImportReport(unchanged: 2))
    }
    #expect(try fixture.content() == content)
    try fixture.save("# Changed\n", to: note.summary.id)
    #expect(try fixture.take().new == 0)
    #expect(try fixture.note().text == "# Changed\n")
    // The source is in the export, as far as the text does not hold it.
    try fixture.save(text, to: note.summary.id)
    let other = try ExchangeFixture()
    _ = try fixture.device.open().exchange.export(to: other.folder)
    #expect(try other.take().outcome == ImportReport(new: 1))
    #expect(try other.content() == fixture.content())
  }

  /// A part that is not understood takes nothing else with it, stays byte for byte, and is reported.
  @Test func saysWhatIsNotUnderstood() throws {
    let fixture = try ExchangeFixture()
    let unknown = ["aliases:  ['a', b] # two", "created: 2021-02-30", "cssclass: &x wide"]
    let lines = ["title : Emma # a novel", "tags:", "\t- 'a b' # one", "\t- no"] + unknown
    try fixture.write("---\n\(lines.joined(separator: "\n"))\n---\ntext\n", to: "note.md")
    let report = try fixture.take()
    #expect(report.new == 1)
    #expect(
      report.remarks.map(\.text).sorted() == [
        "has an invalid value in “created”, which is kept as written",
        "has “cssclass” in its front matter, kept as written: it has a YAML anchor (“&”)",
      ])
    let note = try fixture.note()
    #expect(note.summary.title == "Emma" && note.summary.tags == ["#a-b", "#no"])
    let other = try ExchangeFixture()
    _ = try fixture.device.open().exchange.export(to: other.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: other.folder)
    let name = try #require(names.first { $0.hasSuffix(".md") })
    let exported = try String(contentsOfFile: other.path(name), encoding: .utf8)
    // Links by the file's name would not find the title.
    // The note has a time of its own, so that the export has the key once.
    let kept = unknown.map { $0.hasPrefix("created") ? "# \($0)" : $0 } + ["file: \"note\""]
    #expect(exported.contains("\n" + kept.joined(separator: "\n") + "\n---\n"))
    #expect(exported.split(separator: "\n").count { $0.hasPrefix("created:") } == 1)
    // Of what an export has there is nothing more to say.
    #expect(try other.take().outcome == ImportReport(new: 1))
    #expect(try other.content() == fixture.content())
  }

  /// The record of a note's source is not taken for prompts.
  @Test func isFoundToBeWhole() throws {
    let fixture = try ExchangeFixture()
    try fixture.write("# Walden\n\n> a quote\n", to: "note.md")
    #expect(try fixture.take().outcome == ImportReport(new: 1))
    let id = try fixture.note().summary.id
    let record = EntryKey(scope: EntryKey.ourScope, key: "\(id);imported")
    #expect(record.promptKey(note: id) == nil)
    let checkup = try Checkup.run(at: fixture.device.path, state: fixture.device.state)
    #expect(checkup.findings.isEmpty)
  }

  /// Deleting for good is a decision that importing the same again does not undo; a changed file is
  /// another matter.
  @Test func deletedNotesStayDeleted() throws {
    let fixture = try ExchangeFixture()
    try fixture.write("---\ntags: [a]\n---\n# Walden\n", to: "note.md")
    try fixture.write("---\nid: 0123456789abcdef0123456789abcdef\n---\n# Emma\n", to: "id.md")
    #expect(try fixture.take().outcome == ImportReport(new: 2))
    let ids = try [fixture.note("Walden"), fixture.note("Emma")].map(\.summary.id)
    let notebook = try fixture.device.open()
    for id in ids {
      try notebook.delete(id)
      #expect(throws: NotebookError.self) { try notebook.delete(id) }
    }
    try notebook.close()
    let content = try fixture.content()
    for isDryRun in [true, false] {
      let report = try fixture.take(isDryRun: isDryRun)
      #expect(report.deleted == 2 && report.new == 0 && report.unchanged == 0)
      #expect(report.remarks.map(\.file) == ["id.md", "note.md"].map { fixture.path($0) })
      #expect(report.remarks.allSatisfy { $0.text.contains("was deleted after") })
    }
    #expect(try fixture.content() == content)
    // Nothing of it is taken for a fault, or exported.
    let checkup = try Checkup.run(at: fixture.device.path, state: fixture.device.state)
    #expect(checkup.findings.isEmpty)
    try fixture.edit("id.md") { $0 + "more\n" }
    #expect(try fixture.take().new == 1)
    #expect(try fixture.note().text == "# Emma\nmore\n")
  }

  @Test func findsTheSameText() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\ntext\n"])
    try fixture.write("# Walden\r\ntext\r\n", to: "note.md")
    #expect(try fixture.take().outcome == ImportReport(unchanged: 1))
    #expect(try fixture.note().text == "# Walden\ntext\n")
  }

  /// A name that was made of the text's first line says nothing more.
  @Test(arguments: [("its-been-my.md", "> It's been my"), ("A: b.md", "A: b c\nd"), ("x.txt", "X")])
  func isNotNamedTwice(_ name: String, _ text: String) throws {
    let fixture = try ExchangeFixture()
    try fixture.write(text, to: name)
    #expect(try fixture.take([fixture.path(name)]).new == 1)
    #expect(try fixture.note().text == text)
  }

  @Test func keepsWhatItDoesNotKnow() throws {
    let fixture = try ExchangeFixture()
    let lines = "aliases: [Pond, Lake]\ncssclass: |\n  wide\nid: 202101011200\n# a comment\nx: &y z"
    try fixture.write("---\ntitle: Walden\n\(lines)\n---\n# Walden\n", to: "walden.md")
    let report = try fixture.take()
    #expect(report.new == 1 && report.remarks.count == 1)
    #expect(try fixture.note().text == "# Walden\n")
    let other = try ExchangeFixture()
    _ = try fixture.device.open().exchange.export(to: other.folder)
    let exported = try other.text("walden.md")
    for line in ["aliases: [Pond, Lake]", "cssclass: |\n  wide", "# a comment", "x: &y z"] {
      #expect(exported.contains("\n\(line)\n"), "\(line)")
    }
    #expect(try other.take().outcome == ImportReport(new: 1))
    #expect(try other.take().outcome == ImportReport(unchanged: 1))
    #expect(try other.content() == fixture.content())
  }

  /// A file of the app's own export (section 9 of the format's description).
  @Test func readsTheAppsExport() throws {
    let fixture = try ExchangeFixture()
    try fixture.write("jpeg", to: "emma-jane-austen/coverImage.jpeg")
    try fixture.write(
      """
      ---
      title: Emma: a novel
      authors:
        - Jane Austen
      year-published: 1815
      rating: 4
      reading-history:
        - finish: 2021-09-20
        - start: 2022
      ---
      ![Book cover](emma-jane-austen/coverImage.jpeg)

      > Silly things do cease to be silly.

      """, to: "emma-jane-austen.md")
    #expect(try fixture.take().outcome == ImportReport(new: 1))
    let note = try fixture.note()
    #expect(note.text == "> Silly things do cease to be silly.\n")
    #expect(note.summary.book?.title == "Emma: a novel")
    #expect(note.summary.book?.authors == ["Jane Austen"])
    #expect(note.summary.book?.yearPublished == 1815)
    #expect(note.summary.book?.rating == 4)
    let values = try fixture.content().values
    let scope = note.summary.id
    #expect(
      values[EntryKey(scope: scope, key: ".coverImage")] == [
        "blob image/jpeg " + Array("jpeg".utf8).hexadecimal
      ])
    #expect(
      values[EntryKey(scope: scope, key: ".bookIndex")] == [
        "text " + Array("Emma: a novel Jane Austen".utf8).hexadecimal
      ])
    #expect(values.keys.count { $0.key.hasPrefix("prompt=quote") } == 1)
    #expect(try fixture.take().outcome == ImportReport(unchanged: 1))
  }

  /// A file that a user wrote after the example of an export, without an id.
  @Test func readsABookAsExportsWriteIt() throws {
    let fixture = try ExchangeFixture()
    try fixture.write(
      """
      ---
      book:
        title: Walden
        rating: many
        reading-history:
          - start: 2021-09-20
      ---
      # Walden

      """, to: "walden.md")
    let report = try fixture.take()
    #expect(report.new == 1)
    let book = try #require(try fixture.note().summary.book)
    #expect(book.title == "Walden" && book.authors.isEmpty && book.rating == nil)
    #expect(book.readings.count == 1)
  }

  @Test func takesImages() throws {
    let fixture = try ExchangeFixture()
    try fixture.write("png", to: "notes/images/pond.png")
    try fixture.write("secret", to: "../secret.png")
    try fixture.write("text", to: "notes/text.txt")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path("notes/link.png"), withDestinationPath: "../../secret.png")
    let others = [
      "../../secret.png", "/etc/passwd", "missing.png", "link.png", "text.txt",
      "https://example.org/a.png", "images/../../../secret.png", "images", "",
    ]
    let text = others.map { "![x](\($0))\n" }.joined()
    try fixture.write(
      "# A\n![p](images/pond.png)\n\(text)![p](./images/pond.png)\n", to: "notes/a.md")
    #expect(try fixture.take().outcome == ImportReport(new: 1))
    let name = SHA1.digest(Array("png".utf8)).hexadecimal + ".png"
    let link = "![p](assets/\(name))\n"
    #expect(try fixture.note().text == "# A\n\(link)\(text)\(link)")
    let assets = try fixture.content().values.filter { $0.key.key.hasPrefix("assets/") }
    #expect(assets.map(\.key.key) == ["assets/\(name)"])
    #expect(try fixture.take().outcome == ImportReport(unchanged: 1))
  }

  /// Files that are not taken in, or not as they are.
  @Test func saysWhatItCannotTake() throws {
    let fixture = try ExchangeFixture()
    try fixture.write(Data([0xFF, 0xFE, 0x41, 0x00]), to: "utf16.md")
    try fixture.write("", to: "empty.md")
    try fixture.write(Data(Array("# A \u{1}".utf8) + [0xC3, 0x28]), to: "latin.md")
    try fixture.write("# Linked\n", to: "../linked.md")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path("link.md"), withDestinationPath: "../linked.md")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path("loop"), withDestinationPath: ".")
    try #require(mkfifo(fixture.path("pipe.md"), 0o600) == 0)
    try fixture.write("# Hidden\n", to: ".hidden/a.md")
    try fixture.write("x", to: "other.libnotes")
    try fixture.write(Data(count: SandboxedFolder.largestMarkdown + 1), to: "large.md")
    try fixture.write("# Named\n", to: "deep/er/and deeper/a.md")
    let report = try fixture.take()
    let names = report.skipped.map { ($0.file as NSString).lastPathComponent }.sorted()
    #expect(
      names == ["large.md", "link.md", "loop", "pipe.md", "utf16.md"])
    #expect(report.leftOut.map(\.part) == ["empty notes", "the folders of the notes"])
    #expect(report.new == 2)
    #expect(
      report.remarks.map(\.text) == [
        "has characters that are not UTF-8, replaced by “\u{FFFD}”",
        "is a notebook in a folder: to import it, name the file itself",
      ])
    #expect(try fixture.note("A \u{1}\u{FFFD}(").text == "# A \u{1}\u{FFFD}(")
    // A link that a user names is meant.
    #expect(try fixture.take([fixture.path("link.md")]).outcome == ImportReport(new: 1))
    #expect(try fixture.take(["/nowhere/at/all.md"]).skipped.count == 1)
    #expect(try fixture.take([fixture.path("../linked.md")]).outcome == ImportReport(unchanged: 1))
  }

  /// Front matter and values that try to do what they should not.
  @Test func isNotLedAstray() throws {
    let fixture = try ExchangeFixture(notes: ["# Mine\n"])
    let mine = try fixture.note().summary.id
    let id = "11111111-2222-4333-8444-555555555555"
    let text = "---\nid: \(id)\n---\n# Theirs\n"
    let value =
      #""author":"01010101010101010101010101010101","usn":1,"time":"2024-01-01 00:00:00.000""#
    let metadata =
      #"{"title":"T","tags":[],"creationTimestamp":"2024-01-01T00:00:00Z","#
      + #""modifiedTimestamp":"2024-01-01T00:00:00Z"}"#
    try fixture.write(text, to: "theirs.md")
    try fixture.write(
      """
      {"id":"\(id)","values":[
      {"key":".metadata",\(value),"json":\(metadata)},
      {"key":".noteText",\(value),"markdown":"0000000000000000"},
      {"scope":"\(mine)","key":".noteText",\(value),"text":"overwritten"},
      {"scope":".commonplace","key":"\(mine);x",\(value),"text":"overwritten"},
      {"key":"assets/a.png",\(value),"file":"../../etc/passwd","type":"image/png"},
      {"key":"assets/b.png",\(value),"file":"/etc/passwd","type":"image/png"},
      {"key":"late",\(value.replacingOccurrences(of: "2024", with: "9999")),"text":"x"},
      {"key":"wrong","author":"01","usn":1,"time":"now","text":"x"},
      {"key":"nul\\u0000",\(value),"text":"x"}, 7, null, {"key":5}
      ]}
      """, to: "commonplace-data/notes/\(id).json")
    let report = try fixture.take()
    #expect(report.new == 1 && report.updated == 0)
    #expect(try fixture.device.open().note(id: mine).text == "# Mine\n")
    #expect(try fixture.device.open().note(id: id).text == "# Theirs\n")
    let keys = try fixture.content().values.keys
    #expect(!keys.contains { $0.key.hasPrefix("assets/") || $0.key == "\(mine);x" })
    let late = try fixture.device.open().read { db in
      try EntryVersion.fetch(db, EntryKey(scope: id, key: "late")).first?.timestamp
    }
    #expect(late?.hasPrefix("9999") == false)
    #expect(try fixture.take().unchanged == 1)
  }

  @Test(
    arguments: [
      ".studyLog", "", "..", "a", "../../x", "11111111-2222-4333-8444-55555555555", "\\u0000",
      "😀", "11111111-2222-4333-8444-55555555555g",
    ])
  func takesNoForeignIDs(_ id: String) throws {
    let fixture = try ExchangeFixture()
    try fixture.write("---\nid: \"\(id)\"\n---\n# A\n", to: "a.md")
    #expect(try fixture.take().outcome == ImportReport(new: 1))
    #expect(try fixture.note().summary.id.wholeMatch(of: #/[0-9A-F-]{36}/#) != nil)
  }

  /// Any files do no harm: what is imported is imported, and twice is once.
  @Test func takesAnything() throws {
    for seed in UInt64(0)..<15 {
      let fixture = try ExchangeFixture()
      var random = RandomEdits(seed: seed)
      for index in 0..<20 {
        let fields = (0..<random.number(0...4)).map { _ in
          let names = ["id", "title", "book", "tags", "authors", "created", "x", "folder", "cover"]
          return "\(names[random.number(0...8)]): \(random.text(0...4))\n"
        }
        try fixture.write("---\n\(fields.joined())---\n\(random.text(0...20))", to: "\(index).md")
      }
      let dry = try fixture.take(isDryRun: true)
      let first = try fixture.take()
      #expect(first == dry && first.updated == 0 && first.conflicts == 0, "seed \(seed)")
      let content = try fixture.content()
      let second = try fixture.take()
      #expect(second.new == 0 && second.updated == 0, "seed \(seed): \(second)")
      #expect(try fixture.content() == content, "seed \(seed)")
      // The app would find each of them.
      #expect(try fixture.device.open().notes.all(includingTrash: true).count == first.new)
    }
  }
}
