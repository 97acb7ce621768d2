import Base
import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// The calls that write notes: acknowledged, published, read by others, and remembered.
@Suite struct NotebookSavingTests {
  private func note(_ notebook: Notebook) throws -> StoredNote {
    try notebook.note(id: try #require(try notebook.notes.all().first?.id))
  }

  @Test func aSaveIsReadBackAndPublished() throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    let before = try note(notebook)
    let result = try notebook.save(
      text: "# Pond\n\n#woods\n", note: before.summary.id, base: before.version)
    let after = try note(notebook)
    #expect(result == .saved(version: after.version))
    #expect(after.text == "# Pond\n\n#woods\n" && after.summary.tags == ["#woods"])
    try notebook.close()
    #expect(try device.published()[before.summary.id] == ["# Pond\n\n#woods\n"])
  }

  @Test func replacedTextsAreKept() throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    let first = try note(notebook)
    for text in ["# One\n", "# One\n", "# Two\n"] {
      _ = try notebook.save(text: text, note: first.summary.id)
    }
    try notebook.delete(first.summary.id)
    let texts = try notebook.replacedTexts(of: first.summary.id)
    #expect(texts.map(\.text) == ["# Two\n", "# One\n", "# Walden\n"])
    #expect(texts.last?.version == first.version)
  }

  /// A title goes into the note's metadata, which could not be read any more.
  @Test func valuesThatCouldNotBeReadBackAreRefused() throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    let first = try note(notebook)
    let text = String(repeating: "x", count: 17 << 20)
    #expect(throws: NotebookError.valueTooLarge(note: first.summary.id)) {
      try notebook.save(text: text, note: first.summary.id)
    }
    #expect(throws: NotebookError.self) { try notebook.createNote(text: text) }
    #expect(try note(notebook) == first)
    _ = try notebook.save(text: "# Long\n\n" + text, note: first.summary.id)
    #expect(try note(notebook).summary.title == "Long")
  }

  @Test func aConflictWritesNothing() throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    let first = try note(notebook)
    _ = try notebook.save(text: "# One\n", note: first.summary.id, base: first.version)
    let stored = try note(notebook)
    let result = try notebook.save(text: "# Two\n", note: first.summary.id, base: first.version)
    #expect(result == .conflict(stored))
    #expect(try note(notebook) == stored)
    #expect(try notebook.replacedTexts(of: first.summary.id).map(\.text) == ["# Walden\n"])
  }

  @Test func notesAreMadeTrashedRestoredAndDeleted() throws {
    let device = try Device(notes: [])
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    let made = try notebook.createNote(title: "Emma", text: "Text.\n", tags: ["novels"])
    let id = made.summary.id
    #expect(made.text == "# Emma\n#novels\n\nText.\n" && made.summary.title == "Emma")
    try notebook.trash(id)
    #expect(try notebook.notes.all().isEmpty && notebook.note(id: id).summary.isTrashed)
    try notebook.restore(id)
    #expect(try notebook.notes.all().map(\.id) == [id])
    try notebook.delete(id)
    #expect(throws: NotebookError.noteNotFound(id: id, path: notebook.path)) {
      try notebook.note(id: id)
    }
  }

  /// A note that was here and is deleted comes back by a save, be it only history that knows it.
  @Test func aDeletedNoteComesBackBySaving() throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    let id = try note(notebook).summary.id
    try notebook.delete(id)
    _ = try notebook.save(text: "# Again\n", note: id)
    #expect(try note(notebook).text == "# Again\n")
    try HistoryFile(path: device.paths.history).remember([
      ReplacedText(note: "M", version: "1", time: Timestamps.row(Date()), text: "# M\n")
    ])
    _ = try notebook.history.restore("M", version: "1")
    #expect(try notebook.note(id: "M").text == "# M\n")
  }

  @Test func absentTextsAreNotFound() throws {
    let device = try Device(notes: [])
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    let missing = NotebookError.noteNotFound(id: "N", path: notebook.path)
    #expect(throws: missing) { try notebook.save(text: "a", note: "N") }
    #expect(throws: missing) { try notebook.save(text: "a", note: "N", base: "") }
    #expect(throws: missing) { try notebook.trash("N") }
    #expect(throws: missing) { try notebook.restore("N") }
    #expect(throws: missing) { try notebook.delete("N") }
    #expect(throws: missing) {
      try notebook.conflicts.saveKeepingOthers(text: "a", note: "N", base: nil)
    }
    #expect(throws: missing) { try notebook.conflicts.resolve(in: "N", keeping: .shown) }
    #expect(try notebook.notes.all().isEmpty)
  }
}
