import Foundation
import GRDB
import JSON
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook

/// Saving the notes of the app's own notebook changes no more than it must. Nothing is written.
@Suite(.enabled(if: LibrarySample.isThere, "\(LibrarySample.absence)"))
struct SampleSavingTests {
  private let notes: [NoteValues]

  init() throws {
    notes = try Notebook.open(at: LibrarySample.path).read { db in
      try NoteSummary.fetchAll(db).map { try NoteValues.fetch(db, note: $0.id) }
    }
  }

  @Test func unchangedTextsChangeNothing() {
    #expect(notes.count == 5)
    let prompts = notes.flatMap { note in
      note.values.filter { $0.value != .null && PromptKey.isKnown($0.key.key) }
    }
    #expect(prompts.count == 18)
    for note in notes {
      let changes = NoteChanges.saving(note.text ?? "", over: note, at: Date())
      #expect(changes.values.map(\.0.key).isEmpty)
    }
  }

  @Test func aParagraphChangesTextAndMetadata() throws {
    for note in notes {
      let text = (note.text ?? "") + "\n\nAnother paragraph.\n"
      let changes = NoteChanges.saving(text, over: note, at: Date()).values
      // At its end a quote takes the line break in.
      let isQuoteLast = !(note.text ?? "").hasSuffix("\n")
      let keys = changes.map(\.0.key).filter { !$0.hasPrefix("prompt=") }
      #expect(keys == [".metadata", ".noteText"])
      #expect(changes.count - keys.count <= (isQuoteLast ? 1 : 0))
      let before = note.metadata ?? JSONObject()
      let after = changes.first?.1.json?.object ?? JSONObject()
      for key in before.keys where key != "modifiedTimestamp" { #expect(after[key] == before[key]) }
      #expect(
        Set(after.keys).subtracting(before.keys) == ["bookSection", "authorLastFirst"])
      #expect(after["bookSection"]?.string != nil)
    }
  }
}
