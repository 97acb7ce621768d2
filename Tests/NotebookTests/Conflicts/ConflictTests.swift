import Foundation
import JSON
import TestSupport
import NotebookTestSupport
import Testing

@testable import NotebookFile
@testable import KeyValueStore
@testable import Notebook

/// What is in conflict, and what becomes of it when someone chooses.
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
      note = try #require(try notebook.notes().first?.id)
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
      get throws { try notebook.conflict(in: note)?.sides.map(\.text) ?? [] }
    }
  }

  @Test func theTextThatReadersSeeComesFirst() throws {
    let pair = try Pair("# Mine\n", "# Theirs\n")
    let conflict = try #require(try pair.notebook.conflict(in: pair.note))
    #expect(conflict.sides.map(\.text) == ["# Mine\n", "# Theirs\n"])
    #expect(conflict.sides.allSatisfy { $0.author.hasPrefix("commonplace") })
    #expect(conflict.sides[0].written > conflict.sides[1].written)
    #expect(try pair.notebook.note(id: pair.note).text == "# Mine\n")
    #expect(try pair.notebook.conflicts() == [conflict])
  }

  @Test func theSameTextTwiceIsNone() throws {
    let pair = try Pair("# Same\n", "# Same\n")
    #expect(try pair.notebook.conflict(in: pair.note) == nil)
    #expect(try pair.notebook.conflicts() == [])
  }

  @Test(arguments: [
    (ConflictChoice.mine, "# Mine\n\n#a\n", "#a"),
    (.theirs(version: nil), "# Theirs\n\n#b\n\n?[x](y)\n", "#b"),
    (.both, "# Mine\n\n#a\n", "#a"),
  ])
  func choosing(_ choice: ConflictChoice, text: String, tag: String) throws {
    let pair = try Pair("# Mine\n\n#a\n", "# Theirs\n\n#b\n\n?[x](y)\n")
    let made = try pair.notebook.resolveConflict(in: pair.note, keeping: choice)
    let note = try pair.notebook.note(id: pair.note)
    #expect(note.text == text && note.summary.tags == [tag])
    #expect(try pair.notebook.conflict(in: pair.note) == nil)
    #expect(made.map(\.text) == (choice == .both ? ["# Theirs\n\n#b\n\n?[x](y)\n"] : []))
    #expect(try pair.notebook.notes().count == 1 + made.count)
    // Neither text is gone.
    let kept = try pair.notebook.replacedTexts(of: pair.note).map(\.text)
    #expect(kept.contains("# Mine\n\n#a\n") && kept.contains("# Theirs\n\n#b\n\n?[x](y)\n"))
    // Other devices hear of one text.
    try pair.notebook.publish()
    #expect(try pair.ours.published()[pair.note] == [text])
    // What is stored is what saving the text would store.
    let again = try pair.notebook.save(text: text, note: pair.note)
    #expect(again == .saved(version: note.version))
  }

  @Test func aSideIsChosenByItsName() throws {
    let pair = try Pair("# Mine\n", "# Theirs\n")
    let sides = try #require(try pair.notebook.conflict(in: pair.note)).sides
    #expect(throws: NotebookError.self) {
      try pair.notebook.resolveConflict(in: pair.note, keeping: .theirs(version: "nobody:1"))
    }
    try pair.notebook.resolveConflict(
      in: pair.note, keeping: .theirs(version: sides[1].version))
    #expect(try pair.notebook.note(id: pair.note).text == "# Theirs\n")
  }

  @Test(arguments: [nil, "# Mine\n"] as [String?])
  func deletingAgainstEditing(mine: String?) throws {
    let pair = try Pair(mine, mine == nil ? "# Theirs\n" : nil)
    #expect(try pair.texts == [mine, mine == nil ? "# Theirs\n" : nil])
    try pair.notebook.resolveConflict(in: pair.note, keeping: .theirs(version: nil))
    #expect(try pair.notebook.conflict(in: pair.note) == nil)
    let texts = try pair.notebook.notes(includingTrash: true).map { note in
      try pair.notebook.note(id: note.id).text
    }
    #expect(texts == (mine == nil ? ["# Theirs\n"] : []))
  }

  @Test func bothWhereOneWasDeletedIsTheText() throws {
    let pair = try Pair("# Mine\n", nil)
    #expect(try pair.notebook.resolveConflict(in: pair.note, keeping: .both) == [])
    #expect(try pair.notebook.note(id: pair.note).text == "# Mine\n")
  }

  /// The trash is no matter of texts; to be in it, or not, is a choice all the same.
  @Test func foldersAreChosenToo() throws {
    let ours = try Device(notes: ["# One\n"])
    let notebook = try ours.open()
    let note = try #require(try notebook.notes().first?.id)
    let other = try Device(copying: ours.path)
    let elsewhere = try other.open()
    try elsewhere.trash(note)
    try elsewhere.close()
    _ = try notebook.save(text: "# Two\n", note: note, now: Date(timeIntervalSinceNow: 2))
    try notebook.publish()
    try ours.receive(other.path, as: "book 2.libnotes")
    _ = try notebook.refresh()
    let conflict = try #require(try notebook.conflict(in: note))
    #expect(conflict.sides.map(\.text) == ["# Two\n", "# Two\n"])
    try notebook.resolveConflict(in: note, keeping: .theirs(version: nil))
    let stored = try notebook.note(id: note)
    #expect(stored.text == "# Two\n" && stored.summary.isTrashed)
    #expect(stored.summary.title == "Two")
    #expect(try notebook.conflict(in: note) == nil)
  }

  /// Saving over a base that is no longer the stored one keeps both; over the stored one, it does not.
  @Test func savingKeepsWhatItsWriterHasNotSeen() throws {
    let device = try Device(notes: ["# Original\n"])
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    let note = try #require(try notebook.notes().first?.id)
    let base = try notebook.note(id: note).version
    _ = try notebook.save(text: "# Theirs\n", note: note, base: base)
    let mine = try notebook.saveKeepingOthers(text: "# Mine\n", note: note, base: base)
    #expect(mine.isInConflict)
    #expect(try notebook.conflict(in: note)?.sides.map(\.text) == ["# Mine\n", "# Theirs\n"])
    let again = try notebook.saveKeepingOthers(text: "# Mine 2\n", note: note, base: mine.version)
    #expect(!again.isInConflict)
    #expect(try notebook.conflict(in: note)?.sides.map(\.text) == ["# Mine 2\n", "# Theirs\n"])
    let same = try notebook.saveKeepingOthers(text: "# Mine 2\n", note: note, base: nil)
    #expect(same.version == again.version && !same.isInConflict)
  }

  @Test func reviewsAreNoConflict() throws {
    let text = "Q: Who?\nA: He.\n"
    let device = try Device(notes: [text])
    let notebook = try device.open()
    let note = try #require(try notebook.notes().first?.id)
    let other = try Device(copying: device.path)
    for (place, count) in [(try other.open(), 1), (notebook, 2)] {
      try place.write { author, db in
        let values = try NoteValues.fetch(db, note: note).values
        for case (let key, .json(let json)) in values where key.key.hasPrefix("prompt=") {
          guard var object = json.object else { continue }
          object["promptStatistics"] = [["reviewCount": .integer(Int64(count))]]
          try author.write(
            [(key, .json(.object(object)))], at: Date(), superseding: .winners, in: db)
        }
      }
      try place.publish()
    }
    try device.receive(other.path, as: "book 2.libnotes")
    _ = try notebook.refresh()
    #expect(try notebook.conflicts() == [])
  }
}
