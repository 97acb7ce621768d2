import Base
import Books
import Foundation
import GRDB
import JSON
import MiniMarkdown
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook

/// A hashtag is renamed in all notes at once.
@Suite struct RenameTagTests {
  /// A separate notebook, with the questions that the tests ask.
  private struct Fixture {
    let device: Device
    let notebook: Notebook

    init(_ notes: [String]) throws {
      device = try Device(notes: notes)
      notebook = try device.open()
    }

    /// A notebook with a note `N` about a book.
    init(text: String?, bookTags: [String], folder: String? = nil) throws {
      device = try Device(notes: [])
      notebook = try device.open()
      let json = try metadata(
        title: "T", tags: text.map { NoteContent(text: $0).hashtags } ?? [],
        book: ("Emma", "Jane Austen", bookTags), folder: folder)
      try notebook.write { author, db in
        var values: [(EntryKey, EntryValue)] = [
          (EntryKey(scope: "N", key: ".metadata"), .json(try JSONValue(stored: json)))
        ]
        if let text { values.append((EntryKey(scope: "N", key: ".noteText"), .text(text))) }
        try author.write(values, at: Date(), superseding: .winners, in: db)
      }
    }

    /// Texts of the notes outside the trash, sorted.
    var texts: [String] {
      get throws { try notebook.notes.all().map { try notebook.note(id: $0.id).text }.sorted() }
    }

    var tags: [String] { get throws { try notebook.tags.all().map(\.tag) } }

    @discardableResult
    func rename(
      _ old: String, _ new: String, except open: Set<String> = []
    ) throws -> TagRenameReport {
      try notebook.tags.rename(try #require(TagRename(old, to: new)), except: open)
    }
  }

  @Test(arguments: [
    ("# A\n\n#book and #book/2021, not #books\n", "# A\n\n#read and #read/2021, not #books\n"),
    ("#book\n- #Book/x\n> #BOOK\n1. a #book\n", "#read\n- #read/x\n> #read\n1. a #read\n"),
    ("`#book` **#book** ?[#book](#book) x#book (#book)\n", nil),
    ("Q: a #book\nA: b #book\n", "Q: a #read\nA: b #read\n"),
    ("# A title #book\n", "# A title #read\n"), ("#book", "#read"),
    ("e\u{301} #book/e\u{301}", "e\u{301} #read/e\u{301}"),
  ])
  func hashtagsThatAreRenamed(_ text: String, to expected: String?) throws {
    let fixture = try Fixture([text, "# Other\n\n#other\n"])
    let report = try fixture.rename("book", "read")
    let texts = try fixture.texts.map { Array($0.utf8) }
    #expect(texts.contains(Array((expected ?? text).utf8)))
    #expect(texts.contains(Array("# Other\n\n#other\n".utf8)))
    #expect(report.changed.count == (expected == nil ? 0 : 1) && !report.isRefused)
  }

  /// user-demands 31: `#thesis/secondary` belongs to `thesis`, and not to `secondary`.
  @Test func demand31PrefixesAreWholeSegmentsAndNotTheTailAlone() throws {
    let fixture = try Fixture(["#thesis/secondary\n", "#secondary\n", "#thesis2\n"])
    #expect(try fixture.notebook.notes.all(tag: "thesis").map(\.title) == ["#thesis/secondary"])
    #expect(try fixture.notebook.notes.all(tag: "secondary").map(\.title) == ["#secondary"])
    try fixture.rename("thesis", "work")
    #expect(try fixture.texts == ["#secondary\n", "#thesis2\n", "#work/secondary\n"])
  }

  /// user-demands 33: renaming a parent renames every descendant.
  @Test func demand33RenamingAParentRenamesEveryDescendant() throws {
    let fixture = try Fixture(["a #p/c1\n", "b #p/c1/g #p/c2\n", "c #p\n", "d #pp/c1\n"])
    let report = try fixture.rename("p", "q/r")
    #expect(
      try fixture.texts == ["a #q/r/c1\n", "b #q/r/c1/g #q/r/c2\n", "c #q/r\n", "d #pp/c1\n"])
    #expect(report.occurrenceCount == 4 && report.changed.count == 3)
    #expect(
      try fixture.tags
        == ["#pp", "#pp/c1", "#q", "#q/r", "#q/r/c1", "#q/r/c1/g", "#q/r/c2"])
  }

  @Test func itIsASaveOfEachNote() throws {
    let old = "# Tags\n\n?[how](so) #book\n"
    let fixture = try Fixture([old])
    let note = try #require(try fixture.notebook.notes.all().first)
    let now = note.modified.addingTimeInterval(60)
    _ = try fixture.notebook.tags.rename(try #require(TagRename("book", to: "read")), now: now)
    let stored = try fixture.notebook.note(id: note.id)
    #expect(stored.text == "# Tags\n\n?[how](so) #read\n" && stored.summary.tags == ["#read"])
    #expect(stored.summary.modified > note.modified)
    #expect(try fixture.notebook.history.of(note.id).texts.map(\.text) == [stored.text, old])
    // The prompt's text is another, and so is what the notebook holds of it.
    let prompts = try fixture.notebook.read { db in
      try String.fetchAll(
        db, sql: "SELECT json FROM entry WHERE key LIKE 'prompt=%' AND json IS NOT NULL")
    }
    #expect(prompts.count == 1 && prompts[0].contains("#read"))
    #expect(try fixture.notebook.conflicts.all().isEmpty)
  }

  @Test func theTrashIsLeftAlone() throws {
    let fixture = try Fixture(["# A\n#book\n", "# B\n#book\n"])
    let id = try #require(try fixture.notebook.notes.all().first { $0.title == "B" }?.id)
    try fixture.notebook.trash(id)
    #expect(try fixture.rename("book", "read").changed.map(\.title) == ["A"])
    #expect(try fixture.notebook.note(id: id).text == "# B\n#book\n")
    #expect(try fixture.rename("book", "read") == TagRenameReport())
  }

  @Test(arguments: [
    (["book", "Poetry"], ["read", "Poetry"]), (["#book/a", "books"], ["#read/a", "books"]),
    (["Book", "read"], ["read"]), (["read", "book", "x", "x"], ["read", "x", "x"]),
    (["", "booking"], ["", "booking"]),
  ])
  func tagsOfBooks(_ before: [String], _ after: [String]) throws {
    for text in [nil, "# T\n", "# T #book\n"] {
      let fixture = try Fixture(text: text, bookTags: before)
      try fixture.rename("book", "read")
      let note = try fixture.notebook.note(id: "N")
      #expect(note.summary.book?.tags == after)
      #expect(note.text == text?.replacing("#book", with: "#read") ?? "")
      let json = try fixture.notebook.read { db in
        try String.fetchOne(db, sql: "SELECT json FROM entry WHERE key = '.metadata'")
      }
      // The values that the app needs are still there.
      for field in ["\"authors\":[\"Jane Austen\"]", "\"readingHistory\":null", "\"rating\":null"] {
        #expect(json?.contains(field) == true, "\(field)")
      }
    }
  }

  @Test func openNotesKeepTheirTextsButNotTheirBooksTags() throws {
    let fixture = try Fixture(text: "# T #book\n", bookTags: ["book"])
    let version = try fixture.notebook.note(id: "N").version
    let report = try fixture.rename("book", "read", except: ["N"])
    let note = try fixture.notebook.note(id: "N")
    #expect(note.text == "# T #book\n" && note.version == version)
    #expect(note.summary.book?.tags == ["read"] && note.summary.tags == ["#book", "#read"])
    #expect(report.occurrenceCount == 1)
  }

  @Test func oneNoteThatWouldBeMisreadKeepsAllFromBeingChanged() throws {
    let notes = ["# A\n\n#book\n", "# B\n\n*open #book text\n"]
    let fixture = try Fixture(notes)
    let report = try fixture.rename("book", "re*ad")
    #expect(report.refused.map(\.title) == ["B"] && report.isRefused)
    #expect(try fixture.texts == notes)
    // Where the mark ends nothing it is a name like any other.
    #expect(try Fixture([notes[0]]).rename("book", "re*ad").occurrenceCount == 1)
  }

  @Test func itCanBeStopped() throws {
    let fixture = try Fixture(["# A\n#book\n", "# B\n#book\n"])
    let rename = try #require(TagRename("book", to: "read"))
    let report = try fixture.notebook.tags.rename(rename) { done, _ in done < 1 }
    #expect(report.wasCancelled)
    #expect(try fixture.texts == ["# A\n#book\n", "# B\n#book\n"])
  }

  @Test func aPreviewChangesNothing() throws {
    let fixture = try Fixture(["# A\n#book\n"])
    let rename = try #require(TagRename("book", to: "read"))
    let report = try fixture.notebook.tags.previewRename(rename)
    #expect(report.occurrenceCount == 1 && report.changed.map(\.title) == ["A"])
    #expect(try fixture.texts == ["# A\n#book\n"])
    #expect(try fixture.notebook.tags.rename(rename) == report)
  }

  /// In a note in conflict the text that readers see is renamed, and the conflict stays.
  @Test func aNoteInConflict() throws {
    let ours = try Device(notes: ["# Old\n"])
    let notebook = try ours.open()
    let id = try #require(try notebook.notes.all().first?.id)
    let other = try Device(copying: ours.path)
    let elsewhere = try other.open()
    _ = try elsewhere.save(
      text: "# Theirs #book\n", note: id, now: Date(timeIntervalSinceNow: 1))
    try elsewhere.close()
    _ = try notebook.save(text: "# Mine #book\n", note: id, now: Date(timeIntervalSinceNow: 2))
    try notebook.publish()
    try ours.receive(other.path, as: "book 2.libnotes")
    _ = try notebook.refresh()
    #expect(try notebook.conflicts.of(id) != nil)
    let report = try notebook.tags.rename(try #require(TagRename("book", to: "read")))
    #expect(report.inConflict.map(\.id) == [id])
    #expect(
      try notebook.conflicts.of(id)?.sides.map(\.text) == ["# Mine #read\n", "# Theirs #book\n"])
  }

  /// Of random notes: their hashtags afterwards are the mapped ones, texts without the hashtag stay as
  /// they are byte for byte, and renaming back gives the texts back where no two were merged.
  @Test(arguments: UInt64(0)..<12)
  func properties(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "#a", "#a/b", "#a/b/c", "#ab", "#b", "#a/é", "#a/x,", " ", "\n", "\n\n", "- ", "> ", "# T",
      "*", "`", "word ", "Q: ", "\nA: ", "?[h](#a)", "😀", " #a/b ", " #a ", "\u{A0}#a",
    ]
    let notes = (0..<20).map { _ in
      (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    let (old, new) =
      [("a", "z"), ("a/b", "y/z"), ("a", "a/a"), ("a/b", "n")].randomElement(
        using: &random) ?? ("a", "z")
    let fixture = try Fixture(notes)
    let rename = try #require(TagRename(old, to: new))
    let ids = try fixture.notebook.notes.all().map(\.id)
    let before = try ids.map { try fixture.notebook.note(id: $0) }
    let report = try fixture.notebook.tags.rename(rename)
    #expect(!report.isRefused)
    let after = try ids.map { try fixture.notebook.note(id: $0) }
    for (one, other) in zip(before, after) {
      #expect(
        Set(other.summary.tags) == Set(one.summary.tags.map { rename.renamed($0) }), "seed \(seed)")
      #expect(other.summary.tags == NoteContent(text: other.text).hashtags.sorted())
      if !one.summary.tags.contains(where: { rename.renamed($0) != $0 }) {
        #expect(other == one, "seed \(seed)")
      }
    }
    let mapped = Set(before.flatMap(\.summary.tags).map { rename.renamed($0) })
    #expect(Set(try fixture.notebook.tags.all().filter { !$0.isImplied }.map(\.tag)) == mapped)
    // There and back.
    guard rename.met(among: before.flatMap(\.summary.tags)).isEmpty else { return }
    try fixture.rename(new, old)
    let back = try ids.map { try fixture.notebook.note(id: $0).text }
    #expect(back.map { Array($0.utf8) } == before.map { Array($0.text.utf8) }, "seed \(seed)")
  }
}
