import Base
import Books
import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import ForeignFormats
@testable import FrontMatter
@testable import ImportExport
@testable import KeyValueStore
@testable import Notebook

/// `Programs/`: folders as other programs write them, and beside each the notes that become of it and
/// the list of the rest.
///
/// With `COMMONPLACE_REWRITE_EXAMPLES` set, the results are written again, to be read before they are
/// committed.
@Suite struct ProgramsTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Programs")

  /// The time of all files.
  private static let time = Date(timeIntervalSince1970: 1_577_934_245)

  /// A copy of the folder of `program`.
  private func fixture(_ program: String) throws -> ExchangeFixture {
    let fixture = try ExchangeFixture()
    try FileManager.default.copyItem(
      atPath: Self.folder.appending(path: program).path(percentEncoded: false),
      toPath: fixture.folder)
    for name in try FileManager.default.subpathsOfDirectory(atPath: fixture.folder) {
      try FileManager.default.setAttributes(
        [.modificationDate: Self.time], ofItemAtPath: fixture.path(name))
    }
    return fixture
  }

  private func take(
    _ fixture: ExchangeFixture, isDryRun: Bool = false, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    let notebook = try fixture.device.open()
    defer { try? notebook.close() }
    var options = options
    options.zone = .gmt
    return try notebook.exchange.importNotes(
      from: [fixture.folder], isDryRun: isDryRun, options: options, now: fixture.tick())
  }

  private func words(_ report: ImportReport, _ fixture: ExchangeFixture) -> String {
    let lines =
      report.readings.map(\.text)
      + report.remarks.map { "note: \($0.file) \($0.text)" }
      + report.skipped.map { "skipped: \($0.file) \($0.text)" }
      + report.kept.sorted { $0.key < $1.key }.map { "kept: \($0.key) of \($0.value)" }
      + report.leftOut.map { "not imported: \($0.line)" }
    return lines.joined(separator: "\n").replacing(fixture.folder, with: "FOLDER")
  }

  private func words(of book: Book) -> String {
    "\(book.title), \(book.authors.joined(separator: " and ")), isbn \(book.isbn ?? "")"
  }

  private func notes(_ fixture: ExchangeFixture) throws -> [(note: StoredNote, rest: [String])] {
    let notebook = try fixture.device.open()
    return try notebook.notes.all(includingTrash: true).map { summary in
      let stored = try notebook.read { try PortableNote.fetch($0, summary.id) }
      return (try notebook.note(id: summary.id), stored.frontMatterRest)
    }.sorted { ($0.note.summary.title, $0.note.text) < ($1.note.summary.title, $1.note.text) }
  }

  @Test(arguments: ["obsidian", "logseq", "org-roam"])
  func becomesNotes(_ program: String) throws {
    let fixture = try fixture(program)
    let preview = try take(fixture, isDryRun: true)
    let report = try take(fixture)
    #expect(report == preview)
    #expect(report.skipped == [])
    var result = words(report, fixture) + "\n"
    for (note, rest) in try notes(fixture) {
      let summary = note.summary
      let times = [summary.created, summary.modified].map { Timestamps.json($0) }
      result += "\n======== \(summary.title)\n"
      if let book = summary.book { result += "book: \(words(of: book))\n" }
      result += "tags: \(summary.tags.joined(separator: " "))\n"
      result += "created \(times[0]), modified \(times[1])\n"
      result += rest.map { "beside: \($0)\n" }.joined() + "--------\n" + note.text
    }
    let expected = Self.folder.appending(path: program + ".txt")
    if ProcessInfo.processInfo.environment["COMMONPLACE_REWRITE_EXAMPLES"] != nil {
      try result.write(to: expected, atomically: true, encoding: .utf8)
    } else {
      #expect(try String(contentsOf: expected, encoding: .utf8) == result)
    }
    // Twice is once.
    let again = try take(fixture)
    #expect(again.new == 0 && again.updated == 0 && again.unchanged == report.new)
    #expect(again.leftOut == report.leftOut)
  }

  /// Each word of each file is in a note, beside it, or on the list.
  @Test(arguments: ["obsidian", "logseq", "org-roam"])
  func losesNothing(_ program: String) throws {
    let fixture = try fixture(program)
    let report = try take(fixture)
    let taken = try notes(fixture).flatMap { note, rest in
      let summary = note.summary
      let times = [summary.created, summary.modified].map { Timestamps.json($0) }
      return [note.text, summary.book.map(words(of:)) ?? ""] + rest + summary.tags + times
    }.joined(separator: "\n")
    let known = words(in: taken).union(words(in: words(report, fixture)))
    let folders = ForeignFormat.all.first { $0.id == program }?.folder?.leftOut ?? [:]
    for name in try fixture.files {
      if folders.keys.contains(where: { name.hasPrefix($0 + "/") }) { continue }
      guard ForeignFormat.inFolder(name) != nil else {
        let isTaken = report.leftOut.contains { $0.part == name } || name.hasSuffix(".png")
        #expect(isTaken, "\(name)")
        continue
      }
      let lost = words(in: try fixture.text(name)).subtracting(known).subtracting(Self.marks)
      #expect(lost == [], "\(name)")
    }
  }

  /// Words that say how the program marks something, or a fact in another spelling.
  private static let marks: Set = [
    "begin", "end", "title", "tags", "created", "updated", "cloze", "properties", "filetags", "at",
    "date", "20", "mon", "08", "00", "1620037200000", "results", "tag",
    "quote", "src", "img", "20map", "old",
    // On the list by their names.
    "true", "4", "2", "5", "3", "608f1c5e", "0000", "4000", "8000", "000000000003", "a", "comment",
  ]

  private func words(in text: String) -> Set<String> {
    Set(
      text.replacing(#/(\d)T(\d)/#) { "\($0.output.1) \($0.output.2)" }.lowercased().split {
        !$0.isLetter && !$0.isNumber
      }.map(
        String.init))
  }

  @Test func sortsUnderAHashtag() throws {
    for (program, expected) in [
      (
        "obsidian",
        [
          "#mine", "#mine/Cards", "#mine/Clippings", "#mine/Daily", "#mine/Projects",
          "#mine/Projects/Deep-work",
        ]
      ),
      ("logseq", ["#mine"]), ("org-roam", ["#mine", "#mine/daily"]),
    ] {
      let fixture = try fixture(program)
      let options = ImportOptions(under: "mine")
      let report = try take(fixture, options)
      #expect(!report.leftOut.contains { $0.part.contains("folders") })
      let tags = Set(try notes(fixture).flatMap(\.note.summary.tags))
      #expect(tags.filter { $0.hasPrefix("#mine") }.sorted() == expected)
      #expect(try take(fixture, options).new == 0)
    }
  }

  /// A form that the user names counts, whatever the folder seems to be.
  @Test func isReadAsSaid() throws {
    let fixture = try fixture("obsidian")
    let plain = try take(fixture, isDryRun: true, ImportOptions(form: .folder))
    #expect(plain.readings == [] && !plain.leftOut.contains { $0.part.hasPrefix(".") })
    let logseq = try take(fixture, isDryRun: true, ImportOptions(form: .logseq))
    #expect(logseq.readings.map(\.text) == ["is read as a Logseq graph"])
  }

  /// Names that lead out of the folder show nothing, and images of any size or none do no harm.
  @Test func isNotLedOut() throws {
    let fixture = try ExchangeFixture()
    try fixture.write("secret", to: "../secret.png")
    try fixture.write("", to: ".obsidian/app.json")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path("link.png"), withDestinationPath: "../secret.png")
    let text = "![[../secret.png]] ![[/etc/passwd]] ![[link.png]] ![x](../secret.png) ![[]] ![[a|b"
    try fixture.write(text, to: "a.md")
    #expect(try take(fixture).new == 1)
    #expect(try fixture.note().text == "# a\n\n" + text)
    #expect(try !fixture.content().values.keys.contains { $0.key.hasPrefix("assets/") })
  }

  /// Any lines are read, and what is read is at most a few times as long.
  @Test func readsAnything() throws {
    let pieces = [
      "- ", "\t", "> ", "#+begin_quote", "#+end_quote", "#+BEGIN_QUOTE", "#+END_QUOTE", ":a:",
      ":END:",
      "* ", "*", "/", "=", "[[", "]]", "][", "![[", "a", " ", "\n", "\n", "\n", "::", "title:: x",
      "#", "#[[", "```", "#flashcards ", "?", ":::", "==", "<!--SR:", "-->",
      "{{cloze ", "}}", "é", "🤝", "#+title: ", "- # ", "|", "%41", "id:: 1",
    ]
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      let text = (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      for read: (inout ForeignNote) -> Void in [
        { Logseq.read(&$0) }, { OrgRoam.read(&$0) }, { Obsidian.read(&$0, in: nil) },
        { ObsidianCards.read(&$0, areConverted: true) },
      ] {
        var note = ForeignNote(text: text, frontMatter: FrontMatter(), name: "n", folder: [])
        read(&note)
        #expect(note.text.utf8.count <= 4 * text.utf8.count + 100, "seed \(seed)")
      }
    }
  }
}
