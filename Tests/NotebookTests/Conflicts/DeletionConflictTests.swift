import Books
import Foundation
import GRDB
import JSON
import NotebookTestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// A note deleted for good on one device and changed on another, but not in its text: no version of
/// the text is left, and still none is lost.
@Suite struct DeletionConflictTests {
  /// The other device's change to the note.
  enum Change: CaseIterable {
    case trashed, restored, gotABook, gotAnImage

    func make(_ note: String, in notebook: Notebook, at now: Date) throws {
      switch self {
      case .trashed: try notebook.trash(note, now: now)
      case .restored: try notebook.restore(note, now: now)
      case .gotABook:
        try notebook.write { author, db in
          let entryKey = EntryKey(scope: note, key: ".metadata")
          var metadata = try #require(try NoteValues.fetch(db, note: note).metadata)
          metadata["book"] = ["title": "Walden", "authors": []]
          try author.write(
            [(entryKey, .json(.object(metadata)))], at: now, superseding: .winners, in: db)
        }
      case .gotAnImage:
        try notebook.write { author, db in
          let entryKey = EntryKey(scope: note, key: ".coverImage")
          let image = EntryValue.blob(mimeType: "image/png", data: Data([1]))
          try author.write([(entryKey, image)], at: now, superseding: .winners, in: db)
        }
      }
    }
  }

  /// The two devices, before they hear of each other.
  private struct Pair {
    let deleting: Device
    let changing: Device
    let note: String
    static let text = "# Walden\n\n?[a](b)\n"

    init(_ change: Change, deletedLater: Bool = false, note text: String = Self.text) throws {
      // Far apart, and from one look at the clock: on a slow disk a step takes seconds.
      let start = Date()
      deleting = try Device(notes: [text])
      let notebook = try deleting.open()
      note = try #require(try notebook.notes.all().first?.id)
      let cover = EntryValue.blob(mimeType: "image/png", data: Data([0]))
      try notebook.write { [note] author, db in
        let entryKey = EntryKey(scope: note, key: ".coverImage")
        try author.write([(entryKey, cover)], at: Date(), superseding: .winners, in: db)
      }
      if change == .restored { try notebook.trash(note) }
      try notebook.publish()
      changing = try Device(copying: deleting.path)
      let elsewhere = try changing.open()
      try change.make(note, in: elsewhere, at: start.addingTimeInterval(deletedLater ? 200 : 400))
      try elsewhere.close()
      try notebook.delete(note, now: start.addingTimeInterval(300))
      try notebook.close()
    }

    /// The notebook of either device, which has taken in that of the other.
    func opened(deleting isDeleting: Bool) throws -> Notebook {
      let (ours, theirs) = isDeleting ? (deleting, changing) : (changing, deleting)
      try ours.receive(theirs.path, as: "book 2.libnotes")
      return try ours.open()
    }
  }

  @Test(arguments: Change.allCases, [true, false])
  func theTextComesOutOfHistory(change: Change, isDeleting: Bool) throws {
    let pair = try Pair(change)
    let notebook = try pair.opened(deleting: isDeleting)
    let conflict = try #require(try notebook.conflicts.of(pair.note))
    #expect(conflict.sides.map(\.text) == [Pair.text, nil])
    #expect(conflict.sides.allSatisfy { !$0.isTextLost })
    #expect(try notebook.conflicts.all() == [conflict])
    try notebook.conflicts.resolve(in: pair.note, keeping: .shown)
    let kept = try notebook.note(id: pair.note)
    #expect(kept.text == Pair.text && kept.summary.title == "Walden")
    #expect(kept.summary.isTrashed == (change == .trashed))
    #expect((kept.summary.book != nil) == (change == .gotABook))
    #expect(try notebook.conflicts.all().isEmpty)
    try notebook.close()
  }

  @Test(arguments: Change.allCases)
  func theDeletionCanBeKeptToo(change: Change) throws {
    let pair = try Pair(change)
    let notebook = try pair.opened(deleting: false)
    try notebook.conflicts.resolve(in: pair.note, keeping: .other)
    #expect(
      try notebook.notes.all(includingTrash: true).isEmpty && notebook.conflicts.all().isEmpty)
    #expect(try notebook.history.of(pair.note).texts.map(\.text) == [Pair.text])
  }

  /// Keeping both is to keep what there is; where readers see the deletion, as a separate note.
  @Test(arguments: [false, true]) func both(isDeletionSeen: Bool) throws {
    let pair = try Pair(.gotABook, deletedLater: isDeletionSeen)
    let notebook = try pair.opened(deleting: false)
    #expect(
      try notebook.conflicts.of(pair.note)?.sides[0].text == (isDeletionSeen ? nil : Pair.text))
    let made = try notebook.conflicts.resolve(in: pair.note, keeping: .both)
    #expect(made.map(\.text) == (isDeletionSeen ? [Pair.text] : []))
    let notes = try notebook.notes.all()
    #expect(notes.count == 1 && notes[0].book?.title == "Walden")
    #expect(try notebook.note(id: notes[0].id).text == Pair.text)
  }

  /// A machine that hears of both at once never had the text.
  @Test func aTextThatIsNotKnownIsNotMadeUp() throws {
    let pair = try Pair(.gotABook)
    try pair.opened(deleting: false).close()
    let third = try Device(copying: pair.changing.path)
    let notebook = try third.open()
    let sides = try #require(try notebook.conflicts.of(pair.note)).sides
    #expect(sides.map(\.text) == [nil, nil] && sides.map(\.isTextLost) == [true, false])
    for choice in [ConflictChoice.shown, .side(version: sides[0].version), .both] {
      #expect(throws: NotebookError.textLost(note: pair.note)) {
        try notebook.conflicts.resolve(in: pair.note, keeping: choice)
      }
    }
    #expect(try notebook.conflicts.of(pair.note)?.sides == sides)
    try notebook.conflicts.resolve(in: pair.note, keeping: .text("# Mine\n"))
    let note = try notebook.note(id: pair.note)
    #expect(note.text == "# Mine\n" && note.summary.book?.title == "Walden")
    #expect(try notebook.conflicts.all().isEmpty)
  }

  /// A user who deletes for good wants no more than one who puts into the trash before. A text that
  /// comes back later does not bring the trash along.
  @Test(arguments: [true, false]) func theOlderTrashDoesNotContradict(isDeleting: Bool) throws {
    let pair = try Pair(.trashed, deletedLater: true)
    let notebook = try pair.opened(deleting: isDeleting)
    #expect(try notebook.conflicts.all().isEmpty)
    #expect(try notebook.notes.all(includingTrash: true).isEmpty)
    let old = try notebook.history.of(pair.note).texts[0]
    let back = try notebook.history.restore(pair.note, version: old.version)
    #expect(back.text == Pair.text && !back.summary.isTrashed)
    #expect(try notebook.conflicts.all().isEmpty)
  }

  /// Deleting is choosing against all sides, those of images included.
  @Test func deletingANoteInConflictDeletesAllSides() throws {
    let device = try Device(notes: ["# Original\n"])
    let notebook = try device.open()
    let note = try #require(try notebook.notes.all().first?.id)
    let base = try notebook.note(id: note).version
    _ = try notebook.save(text: "# Theirs\n", note: note, base: base)
    _ = try notebook.conflicts.saveKeepingOthers(text: "# Mine\n", note: note, base: base)
    try notebook.delete(note)
    #expect(
      try notebook.conflicts.all().isEmpty && notebook.notes.all(includingTrash: true).isEmpty)
    let texts = try notebook.history.of(note).texts.map(\.text)
    #expect(Set(texts) == ["# Original\n", "# Theirs\n", "# Mine\n"])
    #expect(throws: NotebookError.noteNotFound(id: note, path: notebook.path)) {
      try notebook.delete(note)
    }
    try notebook.publish()
    #expect(try device.published()[note] == [""])
  }
}
