import Foundation
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

@Suite struct HistoryTests {
  private let device: Device

  init() throws { device = try Device(notes: []) }

  private func time(_ second: Double) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + second)
  }

  @Test func eachTextIsFoundByItsTime() throws {
    let notebook = try device.open()
    let note = try notebook.createNote(text: "one", now: time(0)).summary.id
    _ = try notebook.save(text: "two", note: note, now: time(10))
    _ = try notebook.save(text: "three", note: note, now: time(20))
    let history = try notebook.history.of(note)
    #expect(history.texts.map(\.text) == ["three", "two", "one"])
    #expect(history.texts.map(\.written) == [time(20), time(10), time(0)])
    #expect(history.texts.map(\.replaced) == [nil, time(20), time(10)])
    #expect(history.text(at: time(-1)) == nil)
    #expect(history.text(at: time(0))?.text == "one")
    #expect(history.text(at: time(19.9))?.text == "two")
    #expect(history.text(at: time(99))?.text == "three")
  }

  /// A clock that is months ahead for once.
  @Test func theClockPrunesNothing() throws {
    let notebook = try device.open()
    let past = Date(timeIntervalSinceNow: -200 * 86_400)
    let note = try notebook.createNote(text: "1", now: past).summary.id
    for text in ["2", "3", "4", "5", "6"] {
      _ = try notebook.save(text: text, note: note, now: past)
    }
    try notebook.close()
    #expect(
      try device.open().history.of(note).texts.map(\.text) == ["6", "5", "4", "3", "2", "1"])
  }

  @Test func restoringKeepsThePresentText() throws {
    let notebook = try device.open()
    let note = try notebook.createNote(text: "one", now: time(0)).summary.id
    _ = try notebook.save(text: "two", note: note, now: time(10))
    try notebook.trash(note, now: time(15))
    let old = try notebook.history.of(note).texts[1]
    let restored = try notebook.history.restore(note, version: old.version, now: time(20))
    #expect(restored.text == "one")
    #expect(!restored.summary.isTrashed)
    #expect(try notebook.history.of(note).texts.map(\.text) == ["one", "two", "one"])
  }

  @Test func aDeletedNoteComesBack() throws {
    let notebook = try device.open()
    let note = try notebook.createNote(text: "one", now: time(0)).summary.id
    try notebook.delete(note, now: time(10))
    #expect(try notebook.history.notes(withPrefix: note.prefix(6).lowercased()) == [note])
    let old = try notebook.history.of(note).texts[0]
    #expect(try notebook.history.restore(note, version: old.version, now: time(20)).text == "one")
    #expect(throws: NotebookError.self) { try notebook.history.of("none") }
  }

  @Test func aNoteWithoutATextHasNoVersions() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("N", title: "Walden")
    let notebook = try fixture.open()
    #expect(try notebook.history.of("N") == NoteHistory(note: "N", texts: []))
    #expect(try notebook.history.version("V", of: "N") == nil)
  }
}
