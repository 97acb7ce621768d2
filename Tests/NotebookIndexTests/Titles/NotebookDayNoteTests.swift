import Notebook
import NotebookIndex
import NotebookTestSupport
import Testing

@testable import NotebookFile

/// The note of a day is found by its title, and made once.
@Suite struct NotebookDayNoteTests {
  private let filled = NoteTemplate.Filled(text: "# 2026-03-04\n#journal\n\n")

  @Test func itIsMadeOnce() throws {
    let device = try Device(notes: ["# On 2026-03-04\n", "# 2026-03-05\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let first = try notebook.titles.dayNote(filled)
    #expect(first.isNew)
    #expect(first.note.text == "# 2026-03-04\n#journal\n\n")
    let second = try notebook.titles.dayNote(filled)
    #expect(!second.isNew)
    #expect(second.note == first.note)
    try notebook.trash(first.note.summary.id)
    #expect(try notebook.titles.dayNote(filled).isNew)
  }

  /// The work does not grow with the notebook.
  @Test func itIsNoScan() throws {
    let steps = try [20, 800].map { count in
      let device = try Device(notes: (0..<count).map { "# Note \($0)\n" } + ["# 2026-03-04\n"])
      let notebook = try device.open()
      defer { try? notebook.close() }
      _ = try notebook.createNote(text: "# So that there is a working copy\n")
      _ = try notebook.titles.dayNote(filled)
      return try notebook.countingSteps { () throws in
        #expect(try !notebook.titles.dayNote(filled).isNew)
      }
    }
    #expect(steps[0] > 0 && steps[1] < steps[0] + steps[0] / 4, "\(steps)")
  }
}
