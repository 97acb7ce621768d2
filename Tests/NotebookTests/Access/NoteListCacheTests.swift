import Base
import Foundation
import NotebookIndex
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// The list of notes that is kept is the one that a fresh look finds.
@Suite struct NoteListCacheTests {
  @Test(arguments: 0..<6) func isTheList(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let device = try Device(notes: (0..<8).map { "# Note \($0)\n\n#t\($0)\n" })
    let notebook = try device.open()
    var last: ListState?
    for round in 0..<30 {
      let ids = try notebook.notes.all(includingTrash: true).map(\.id)
      let id = try #require(ids.randomElement(using: &random))
      var written: Set<String> = [id]
      switch Int.random(in: 0..<7, using: &random) {
      case 0: try notebook.trash(id)
      case 1: try notebook.restore(id)
      case 2 where ids.count > 3: try notebook.delete(id)
      case 3: written = [try notebook.createNote(text: "# New \(round)\n").summary.id]
      case 4:
        let process = try device.open()
        _ = try process.save(text: "# Others’ \(round)\n", note: id)
        try process.close()
        _ = try notebook.refresh()
      case 5: try BackgroundWork.run { _ = try notebook.notes.all() }
      default: _ = try notebook.save(text: "# Saved \(round)\n\n#u\(round)\n", note: id)
      }
      let list =
        try round % 2 == 0
        ? notebook.notes.list() : BackgroundWork.run { try notebook.notes.list() }
      let fresh = try notebook.read { db in try NoteSummary.fetchAll(db) }
      #expect(list.notes == fresh, "seed \(seed), round \(round)")
      if let last, let now = list.state,
        let changed = notebook.notes.changed(since: last, until: now)
      {
        #expect(changed.isSubset(of: written), "seed \(seed), round \(round)")
      }
      last = list.state ?? last
    }
    try notebook.close()
  }

  /// The cost of a list after a save does not grow with the notebook.
  @Test func aSaveIsNoScan() throws {
    let steps = try [20, 400].map { count in
      let device = try Device(notes: (0..<count).map { "# Note \($0)\n" })
      let notebook = try device.open()
      let note = try #require(try notebook.notes.all().first?.id)
      _ = try notebook.save(text: "# One\n", note: note)
      #expect(try notebook.notes.all().count == count)
      _ = try notebook.save(text: "# Two\n", note: note)
      var title: String?
      let steps = try notebook.countingSteps {
        title = try notebook.notes.all().first { $0.id == note }?.title
      }
      #expect(title == "Two")
      return steps
    }
    #expect(steps[0] == steps[1] && steps[0] > 0, "\(steps)")
  }
}
