import Books
import Foundation
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// The values in conflict, and their state after the user chooses.
@Suite struct ConflictTests {
  /// Two devices with one note, each of which saves a text before it hears of the other's.
  private struct Pair {
    let ours: Device
    let notebook: Notebook
    let note: String

    init(
      _ mine: String?, _ theirs: String?, from original: String = "# Original\n"
    ) throws {
      ours = try Device(notes: [original])
      notebook = try ours.open()
      note = try #require(try notebook.notes.all().first?.id)
      let other = try Device(copying: ours.path)
      let elsewhere = try other.open()
      try Self.write(theirs, note, in: elsewhere, later: 1)
      try elsewhere.close()
      try Self.write(mine, note, in: notebook, later: 2)
      try notebook.publish()
      try ours.receive(other.path, as: "book 2.libnotes")
      _ = try notebook.refresh()
    }

    private static func write(
      _ text: String?, _ note: String, in notebook: Notebook, later seconds: Double
    ) throws {
      let now = Date(timeIntervalSinceNow: seconds)
      if let text {
        _ = try notebook.save(text: text, note: note, now: now)
      } else {
        try notebook.delete(note, now: now)
      }
    }

    var texts: [String?] {
      get throws { try notebook.conflicts.of(note)?.sides.map(\.text) ?? [] }
    }
  }

  @Test func theTextThatReadersSeeComesFirst() throws {
    let pair = try Pair("# Mine\n", "# Theirs\n")
    let conflict = try #require(try pair.notebook.conflicts.of(pair.note))
    #expect(conflict.sides.map(\.text) == ["# Mine\n", "# Theirs\n"])
    #expect(conflict.sides.allSatisfy { $0.author.hasPrefix("commonplace") })
    #expect(conflict.sides[0].written > conflict.sides[1].written)
    #expect(try pair.notebook.note(id: pair.note).text == "# Mine\n")
    #expect(try pair.notebook.conflicts.all() == [conflict])
  }

  @Test func theSameTextTwiceIsNone() throws {
    let pair = try Pair("# Same\n", "# Same\n")
    #expect(try pair.notebook.conflicts.of(pair.note) == nil)
    #expect(try pair.notebook.conflicts.all() == [])
  }

  @Test(arguments: [
    (ConflictChoice.shown, "# Mine\n\n#a\n", "#a"),
    (.other, "# Theirs\n\n#b\n\n?[x](y)\n", "#b"),
    (.both, "# Mine\n\n#a\n", "#a"),
  ])
  func choosing(_ choice: ConflictChoice, text: String, tag: String) throws {
    let pair = try Pair("# Mine\n\n#a\n", "# Theirs\n\n#b\n\n?[x](y)\n")
    let made = try pair.notebook.conflicts.resolve(in: pair.note, keeping: choice)
    let note = try pair.notebook.note(id: pair.note)
    #expect(note.text == text && note.summary.tags == [tag])
    #expect(try pair.notebook.conflicts.of(pair.note) == nil)
    #expect(made.map(\.text) == (choice == .both ? ["# Theirs\n\n#b\n\n?[x](y)\n"] : []))
    #expect(try pair.notebook.notes.all().count == 1 + made.count)
    // Neither text is gone.
    let kept = try pair.notebook.replacedTexts(of: pair.note).map(\.text)
    #expect(kept.contains("# Mine\n\n#a\n") && kept.contains("# Theirs\n\n#b\n\n?[x](y)\n"))
    // Other devices hear of one text.
    try pair.notebook.publish()
    #expect(try pair.ours.published()[pair.note] == [text])
    // The stored values are those that saving the text would store.
    let again = try pair.notebook.save(text: text, note: pair.note)
    #expect(again == .saved(version: note.version))
  }

  @Test func aSideIsChosenByItsName() throws {
    let pair = try Pair("# Mine\n", "# Theirs\n")
    let sides = try #require(try pair.notebook.conflicts.of(pair.note)).sides
    #expect(throws: NotebookError.self) {
      try pair.notebook.conflicts.resolve(in: pair.note, keeping: .side(version: "nobody:1"))
    }
    try pair.notebook.conflicts.resolve(
      in: pair.note, keeping: .side(version: sides[1].version))
    #expect(try pair.notebook.note(id: pair.note).text == "# Theirs\n")
  }

  @Test(arguments: [nil, "# Mine\n"] as [String?])
  func deletingAgainstEditing(mine: String?) throws {
    let pair = try Pair(mine, mine == nil ? "# Theirs\n" : nil)
    #expect(try pair.texts == [mine, mine == nil ? "# Theirs\n" : nil])
    try pair.notebook.conflicts.resolve(in: pair.note, keeping: .other)
    #expect(try pair.notebook.conflicts.of(pair.note) == nil)
    let texts = try pair.notebook.notes.all(includingTrash: true).map { note in
      try pair.notebook.note(id: note.id).text
    }
    #expect(texts == (mine == nil ? ["# Theirs\n"] : []))
  }

  @Test func bothWhereOneWasDeletedIsTheText() throws {
    let pair = try Pair("# Mine\n", nil)
    #expect(try pair.notebook.conflicts.resolve(in: pair.note, keeping: .both) == [])
    #expect(try pair.notebook.note(id: pair.note).text == "# Mine\n")
  }

  /// The trash is no matter of texts; to be in it, or not, is a choice all the same.
  @Test func foldersAreChosenToo() throws {
    let ours = try Device(notes: ["# One\n"])
    let notebook = try ours.open()
    let note = try #require(try notebook.notes.all().first?.id)
    let other = try Device(copying: ours.path)
    let elsewhere = try other.open()
    try elsewhere.trash(note)
    try elsewhere.close()
    _ = try notebook.save(text: "# Two\n", note: note, now: Date(timeIntervalSinceNow: 2))
    try notebook.publish()
    try ours.receive(other.path, as: "book 2.libnotes")
    _ = try notebook.refresh()
    let conflict = try #require(try notebook.conflicts.of(note))
    #expect(conflict.sides.map(\.text) == ["# Two\n", "# Two\n"])
    try notebook.conflicts.resolve(in: note, keeping: .other)
    let stored = try notebook.note(id: note)
    #expect(stored.text == "# Two\n" && stored.summary.isTrashed)
    #expect(stored.summary.title == "Two")
    #expect(try notebook.conflicts.of(note) == nil)
  }

  /// Saving over a base that is no longer the stored one keeps both; over the stored one, it does not.
  @Test func savingKeepsWhatItsWriterHasNotSeen() throws {
    let device = try Device(notes: ["# Original\n"])
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    let note = try #require(try notebook.notes.all().first?.id)
    let base = try notebook.note(id: note).version
    _ = try notebook.save(text: "# Theirs\n", note: note, base: base)
    let mine = try notebook.conflicts.saveKeepingOthers(text: "# Mine\n", note: note, base: base)
    #expect(mine.isInConflict)
    #expect(try notebook.conflicts.of(note)?.sides.map(\.text) == ["# Mine\n", "# Theirs\n"])
    let again = try notebook.conflicts.saveKeepingOthers(
      text: "# Mine 2\n", note: note, base: mine.version)
    #expect(!again.isInConflict)
    #expect(try notebook.conflicts.of(note)?.sides.map(\.text) == ["# Mine 2\n", "# Theirs\n"])
    let same = try notebook.conflicts.saveKeepingOthers(text: "# Mine 2\n", note: note, base: nil)
    #expect(same.version == again.version && !same.isInConflict)
  }

  /// Changes of different lines come together at once; both texts are in history.
  @Test func savingMergesDifferentLines() throws {
    let device = try Device(notes: ["# Original\n\none\n\ntwo\n"])
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    let note = try #require(try notebook.notes.all().first?.id)
    let base = try notebook.note(id: note).version
    _ = try notebook.save(text: "# Original\n\nTheirs\n\ntwo\n", note: note, base: base)
    let mine = "# Original\n\none\n\nMine\n"
    let saved = try notebook.conflicts.saveKeepingOthers(text: mine, note: note, base: base)
    #expect(saved.other == .merged && !saved.isInConflict)
    #expect(try notebook.note(id: note).text == "# Original\n\nTheirs\n\nMine\n")
    #expect(try notebook.conflicts.of(note) == nil)
    let kept = try notebook.history.of(note).texts
    #expect(kept.contains { $0.text == mine && $0.version == saved.version })
    #expect(kept.contains { $0.text == "# Original\n\nTheirs\n\ntwo\n" })
    // A writer who goes on with the saved text writes over nothing.
    let next = try notebook.conflicts.saveKeepingOthers(
      text: mine + "More\n", note: note, base: saved.version)
    #expect(next.other == .merged)
    #expect(try notebook.note(id: note).text == "# Original\n\nTheirs\n\nMine\nMore\n")
    try notebook.publish()
    #expect(try device.published()[note] == ["# Original\n\nTheirs\n\nMine\nMore\n"])
  }

  /// The sides of a conflict come from a text that this machine has in its history.
  @Test(arguments: [
    ("M\n\ntwo\n", "one\n\nT\n", "M\n\nT\n", 0),
    ("M\n\ntwo\n", "T\n\ntwo\n", "<<<<<<< Me\nM\n=======\nT\n>>>>>>> Me\n\ntwo\n", 1),
  ])
  func sidesAreMerged(mine: String, theirs: String, text: String, overlaps: Int) throws {
    let pair = try Pair(mine, theirs, from: "one\n\ntwo\n")
    let merged = try #require(
      try pair.notebook.conflicts.merged(in: pair.note) { _ in "Me" })
    #expect(merged.text == text && merged.overlaps == overlaps && merged.hasBase)
    let versions = merged.version.versions
    #expect(try versions == pair.notebook.conflicts.of(pair.note)?.sides.map(\.version))
    #expect((merged.version.markerLeft(in: text) != nil) == (overlaps > 0))
    let settled = try pair.notebook.conflicts.save(
      text: "Both\n", note: pair.note, over: merged.version)
    let stored = try pair.notebook.note(id: pair.note)
    #expect(settled == .saved(version: stored.version) && stored.text == "Both\n")
    #expect(try pair.texts == [])
  }

  /// A merge keeps no word of which version the other side wrote over, if its author has written since.
  @Test func theNearestTextIsTheBase() throws {
    let device = try Device(notes: [])
    let notebook = try device.open()
    let texts = ["one\n\ntwo\n\nthree\n", "one\n\ntwo\n\n3\n", "1\n\ntwo\n\n3\n"]
    let note = try notebook.createNote(text: texts[0]).summary.id
    _ = try notebook.save(text: texts[1], note: note)
    try notebook.publish()
    let other = try Device(copying: device.path)
    let elsewhere = try other.open()
    _ = try elsewhere.save(text: "one\n\n2\n\n3\n", note: note)
    try elsewhere.close()
    _ = try notebook.save(text: texts[2], note: note)
    try notebook.publish()
    try device.receive(other.path, as: "book 2.libnotes")
    _ = try notebook.refresh()
    let merged = try #require(try notebook.conflicts.merged(in: note) { _ in "" })
    #expect(merged.text == "1\n\n2\n\n3\n" && merged.overlaps == 0 && merged.hasBase)
  }

  /// A save that settles a conflict supersedes the sides that were shown, and nothing that came since.
  @Test(arguments: [0, 1]) func laterVersionsStayInConflict(later: Int) throws {
    let pair = try Pair("# Mine\n", "# Theirs\n")
    let merged = try #require(
      try pair.notebook.conflicts.merged(in: pair.note) { _ in "" })
    try pair.notebook.publish()
    let third = try Device(copying: pair.ours.path)
    let elsewhere = try third.open()
    if later == 1 {
      try elsewhere.conflicts.resolve(in: pair.note, keeping: .text("# Third\n"))
    } else {
      _ = try elsewhere.save(text: "# Third\n", note: pair.note)
    }
    try elsewhere.close()
    try pair.notebook.publish()
    try pair.ours.receive(third.path, as: "book 3.libnotes")
    _ = try pair.notebook.refresh()
    _ = try pair.notebook.conflicts.save(text: "# Both\n", note: pair.note, over: merged.version)
    #expect(try pair.texts == ["# Both\n", "# Third\n"])
  }

  /// The same for a choice.
  @Test func aChoiceSettlesWhatWasShown() throws {
    let pair = try Pair("# Mine\n", "# Theirs\n")
    let shown = try #require(try pair.notebook.conflicts.of(pair.note)).sides.map(\.version)
    try pair.notebook.publish()
    let third = try Device(copying: pair.ours.path)
    let elsewhere = try third.open()
    _ = try elsewhere.save(text: "# Third\n", note: pair.note)
    try elsewhere.close()
    try pair.notebook.publish()
    try pair.ours.receive(third.path, as: "book 3.libnotes")
    _ = try pair.notebook.refresh()
    try pair.notebook.conflicts.resolve(
      in: pair.note, keeping: .side(version: shown[1]), shown: shown)
    #expect(try Set(pair.texts) == ["# Theirs\n", "# Third\n"])
  }

  @Test func aCopyHasTheBook() throws {
    let device = try Device(notes: [])
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    let note = try notebook.createNote(text: "# Emma\n")
    try notebook.write { author, db in
      let id = note.summary.id
      var metadata = try NoteValues.fetch(db, note: id).metadata ?? [:]
      metadata["book"] = ["title": "Emma", "authors": ["Jane Austen"]]
      try author.write(
        [
          (EntryKey(scope: id, key: ".metadata"), .json(.object(metadata))),
          (
            EntryKey(scope: id, key: BookValues.ownKey),
            .json([
              "language": "en", "sources": ["goodreads:1"], "highlights": [],
              "imported": ["goodreads": ["title": "a"]],
            ])
          ),
        ], at: Date(), superseding: .all, in: db)
    }
    let copy = try notebook.notes.copy(note.summary.id, text: "# Emma, again\n")
    #expect(copy.summary.book?.title == "Emma" && copy.summary.title == "Emma, again")
    #expect(copy.summary.id != note.summary.id)
    let own = try notebook.read { db in
      try NoteValues.fetch(db, note: copy.summary.id)[BookValues.ownKey]
    }
    // It came from no import.
    #expect(own == .json(["language": "en"]))
    #expect(throws: NotebookError.noteNotFound(id: "nobody", path: device.path)) {
      try notebook.notes.copy("nobody", text: "# Nothing\n")
    }
  }

  @Test func reviewsAreNoConflict() throws {
    let text = "Q: Who?\nA: He.\n"
    let device = try Device(notes: [text])
    let notebook = try device.open()
    let note = try #require(try notebook.notes.all().first?.id)
    let other = try Device(copying: device.path)
    for (side, count) in [(try other.open(), 1), (notebook, 2)] {
      try side.write { author, db in
        let values = try NoteValues.fetch(db, note: note).values
        for case (let key, .json(let json)) in values where key.key.hasPrefix("prompt=") {
          guard var object = json.object else { continue }
          object["promptStatistics"] = [["reviewCount": .integer(Int64(count))]]
          try author.write(
            [(key, .json(.object(object)))], at: Date(), superseding: .winners, in: db)
        }
      }
      try side.publish()
    }
    try device.receive(other.path, as: "book 2.libnotes")
    _ = try notebook.refresh()
    #expect(try notebook.conflicts.all() == [])
  }
}
