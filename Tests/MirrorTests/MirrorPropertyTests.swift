import Base
import Foundation
import GRDB
import NoteGenerator
import NotebookTestSupport
import TestSupport
import Testing

@testable import Mirror
@testable import Notebook

/// People edit on both sides, in any order: nothing that was written on either is lost, and then both
/// sides say the same. `COMMONPLACE_MIRRORS` tries as many seeds.
@Suite struct MirrorPropertyTests {
  static let seeds =
    TestSupport.seeds("COMMONPLACE_MIRRORS", 12)

  @Test(arguments: seeds)
  func nothingIsLost(_ seed: UInt64) throws {
    try withSeededIDs(seed) {
      var story = try Story(seed)
      for _ in 0..<6 {
        for _ in 0..<story.random.next() % 5 { try story.edit() }
        try story.sync()
      }
    }
  }

  private struct Story {
    let mirror: MirrorFixture
    var random: SeededGenerator
    /// Texts that were in the notebook, or in the folder when it was looked at.
    var written: Set<String> = []
    var count = 0

    init(_ seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      mirror = try MirrorFixture(["# T1\n\nfirst\n", "# T1\n\nsecond\n", "# T2\n\nthird\n"])
    }

    /// A text that was not written before, often under a title that others have.
    mutating func text() -> String {
      count += 1
      let title = ["# T1\n\n", "# T2\n\n", "# T/3\n\n", "", "# T4\r\n\r\n"].randomElement(
        using: &random)
      return (title ?? "") + "text \(count)\n"
    }

    var options: MirrorOptions {
      var options = MirrorOptions()
      options.isForced = true
      return options
    }

    func run(_ options: MirrorOptions, later: TimeInterval = 120) throws -> MirrorReport {
      try NoteMirror.open(at: mirror.folder, of: mirror.notebook).sync(
        options, now: Date().addingTimeInterval(later))
    }

    mutating func edit() throws {
      let notebook = mirror.notebook
      let note = try notebook.notes.all(includingTrash: true).randomElement(using: &random)?.id
      let files = FileManager.default
      let names = ((try? files.contentsOfDirectory(atPath: mirror.folder)) ?? []).sorted()
      let name = names.randomElement(using: &random)
      switch random.next() % 13 {
      case 0, 1: if let note { _ = try notebook.save(text: text(), note: note) }
      case 2: _ = try notebook.createNote(text: text())
      case 3: if let note { try notebook.trash(note) }
      case 4: if let note { try notebook.restore(note) }
      case 5: if let note { try notebook.delete(note) }
      case 6, 7: if let name { try mirror.write(text(), name) }
      case 8: try mirror.write(text(), "New \(random.next() % 3).md")
      case 9: if let name { try mirror.remove(name) }
      case 10, 11:
        if let name, name.utf8.count < 60 {
          let copy = name.dropLast(3) + ".sync-conflict-20261101-12000\(random.next() % 3)-ABC.md"
          let isSame = random.next() % 3 == 0 && !names.contains(String(copy))
          try mirror.write(isSame ? mirror.files[name] ?? "" : text(), String(copy))
        }
      default:
        let new = "Name \(random.next() % 4).md"
        if let name, !names.contains(new) { try mirror.move(name, new) }
      }
      try remember()
    }

    /// Remembers what the notebook says by now.
    mutating func remember() throws {
      for note in try mirror.notebook.notes.all(includingTrash: true) {
        written.insert(try mirror.notebook.note(id: note.id).text)
      }
    }

    mutating func sync() throws {
      if FileManager.default.fileExists(atPath: mirror.folder) {
        for text in try mirror.files.values { written.insert(text.withLineFeedsOnly) }
      }
      var watching = MirrorOptions.watching
      (watching.isForced, watching.quiet) = (true, .zero)
      _ = try run(
        random.next() % 2 == 0 ? options : watching, later: random.next() % 2 == 0 ? 0 : 120)
      _ = try run(options)
      #expect(try !run(options).isAnything)
      try checkNothingIsLost()
      try checkBothSidesAgree()
    }

    func checkNothingIsLost() throws {
      var kept = Set(try mirror.files.values.map(\.withLineFeedsOnly))
      let ids = try mirror.notebook.read { db in
        try String.fetchAll(db, sql: "SELECT DISTINCT scope FROM entry")
      }
      for id in ids where NoteValues.isNote(id) {
        kept.formUnion((try? mirror.notebook.history.of(id))?.texts.map(\.text) ?? [])
        kept.formUnion(try mirror.notebook.conflicts.of(id)?.sides.compactMap(\.text) ?? [])
      }
      #expect(written.subtracting(kept) == [])
    }

    func checkBothSidesAgree() throws {
      var texts: [String] = []
      for note in try mirror.notebook.notes.all() {
        texts.append(try mirror.notebook.note(id: note.id).text)
        let others = try mirror.notebook.conflicts.of(note.id)?.sides.dropFirst() ?? []
        texts += Set(others.compactMap(\.text)).subtracting(texts.suffix(1))
      }
      #expect(try mirror.files.values.map(\.withLineFeedsOnly).sorted() == texts.sorted())
    }
  }
}
