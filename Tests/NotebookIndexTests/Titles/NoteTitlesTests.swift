import Base
import Books
import Foundation
import GRDB
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookIndex

/// The index of titles names the notes that a look at all of them finds, whatever was done to them.
@Suite struct NoteTitlesTests {
  private static let titles = [
    "Walden", "walden, or life", "WALDEN", "Émile", "E\u{301}mile ou de l’éducation", "İstanbul",
    "Straße", "STRASSE", "日本語の本", "a", "ab", "Q: %_\"'", "a\"\u{301}b", "[[\"\u{20E3}",
    "\u{1F331} seeds", "ΟΔΥΣΣΕΥΣ",
    String(repeating: "long ", count: 300) + "end",
  ]

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func itIsRight(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let device = try Device(notes: Self.titles.prefix(8).map { "# \($0)\n" })
    let notebook = try device.open()
    let process = try device.open()
    for step in 0..<30 {
      let writer = try #require([notebook, process].randomElement(using: &random))
      let title = try #require(Self.titles.randomElement(using: &random))
      let notes = try writer.notes.all(includingTrash: true)
      let note = try #require(notes.randomElement(using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: try writer.trash(note.id)
      case 1: try writer.restore(note.id)
      case 2 where notes.count > 5: try writer.delete(note.id)
      case 3: _ = try writer.createNote(text: "# \(title)\n")
      case 4:
        _ = try writer.books.change(of: note.id) { values in
          let reading: JSONObject = ["start": ["year": 2021]]
          values.book =
            values.book == nil
            ? ["title": .string(title), "readingHistory": ["entries": [.object(reading)]]] : nil
        }
      default: _ = try writer.save(text: "# \(title)\n\n\(step)\n", note: note.id)
      }
      if step % 10 == 7 { try Self.spoil(device, using: &random) }
      // Not always, so that some changes are caught up with together.
      guard step % 3 == 0 else { continue }
      for reader in [notebook, process] {
        let all = try reader.read { db in try NoteSummary.fetchAll(db) }
        let written = all.filter { !$0.isTrashed }.sorted(by: NoteSummary.isInOrder)
        let books = written.filter { $0.book?.readings.contains(where: \.isOpen) == true }
        if let last = try reader.titles.lastWritten(4, books: 2) {
          #expect(last.notes == Array(written.prefix(4)), "seed \(seed), step \(step)")
          #expect(last.beingRead == Array(books.prefix(2)) && last.countBeingRead == books.count)
        }
        for _ in 0..<12 {
          let reference = Self.reference(all, using: &random)
          let isInTrash = Bool.random(using: &random)
          let trashed = NoteLookup(reference, among: all.filter(\.isTrashed))
          let expected =
            isInTrash && trashed != .none ? trashed : NoteLookup(reference, among: all)
          let found = try reader.titles.find(reference, isInTrash: isInTrash)
          #expect(found == expected, "seed \(seed), step \(step): \(reference)")
          let part = FoldedTitle(reference).text
          let perhaps = try reader.titles.notes(perhapsCalled: reference)
          let missing = all.filter {
            FoldedTitle($0.title).text.contains(part) && !perhaps.contains($0)
          }
          #expect(missing.isEmpty, "seed \(seed), step \(step): \(reference)")
        }
      }
    }
    try process.close()
    try notebook.close()
  }

  /// Something that a user may type: an id, a title or a piece of one.
  private static func reference(
    _ notes: [NoteSummary], using random: inout SeededGenerator
  ) -> String {
    guard let note = notes.randomElement(using: &random) else { return "" }
    let whole = [note.id, note.title, note.title, note.title].randomElement(using: &random) ?? ""
    let start = Int.random(in: 0..<3, using: &random)
    let piece =
      Bool.random(using: &random)
      ? whole : String(whole.dropFirst(start).prefix(Int.random(in: 1..<9, using: &random)))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return piece.uppercased()
    case 1: return piece.lowercased()
    case 2: return piece.decomposedStringWithCanonicalMapping
    case 3: return piece.precomposedStringWithCanonicalMapping
    default: return piece
    }
  }

  /// A link at the path of an index makes and changes no file elsewhere.
  @Test(arguments: [false, true]) func aLinkIsNotFollowed(leadsToAFile: Bool) throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let id = try notebook.createNote(text: "# Emma\n").summary.id
    let elsewhere = device.folder + "/elsewhere"
    if leadsToAFile { try Data("mine".utf8).write(to: URL(filePath: elsewhere)) }
    for suffix in ["", "-wal", "-journal"] {
      let path = device.paths.state + "/titles.sqlite" + suffix
      unlink(path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    }
    let reader = try device.open()
    defer { try? reader.close() }
    #expect(try reader.titles.find("EMMA").ids == [id])
    let text = try? String(contentsOfFile: elsewhere, encoding: .utf8)
    #expect(text == (leadsToAFile ? "mine" : nil))
  }

  /// Does to the index what may happen to a file that other programs can reach.
  private static func spoil(_ device: Device, using random: inout SeededGenerator) throws {
    let path = device.paths.state + "/titles.sqlite"
    guard FileManager.default.fileExists(atPath: path) else { return }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    case 1:
      let queue = try DatabaseQueue(path: path)
      try queue.write { db in try db.execute(sql: "DROP TABLE note") }
      try queue.close()
    default:
      let queue = try DatabaseQueue(path: path)
      try queue.write { db in try db.execute(sql: "UPDATE state SET source = 'another'") }
      try queue.close()
    }
  }

  /// The work of looking up a note does not grow with the notebook.
  @Test(arguments: ["id", "beginning", "title", "case", "part", "trash", "show", "written"])
  func itIsNoScan(lookup: String) throws {
    let steps = try [20, 800].map { count in
      let device = try Device(notes: (0..<count).map { "# Note \($0)\n\n#t\n" } + ["# Wælden\n"])
      let notebook = try device.open()
      defer { try? notebook.close() }
      let id = try #require(try notebook.notes.all().first { $0.title == "Wælden" }?.id)
      _ = try notebook.save(text: "# Walden Pond\n", note: id)
      // Made now.
      #expect(try notebook.titles.find("WALDEN").ids == [id])
      _ = try notebook.save(text: "# Walden Pond\n\n?[](a)\n", note: id)
      return try notebook.countingSteps {
        switch lookup {
        case "id": #expect(try notebook.titles.find(id).ids == [id])
        case "beginning": #expect(try notebook.titles.find(String(id.prefix(8))).ids == [id])
        case "title": #expect(try notebook.titles.find("Walden Pond").ids == [id])
        case "case": #expect(try notebook.titles.find("walden pond").ids == [id])
        case "part": #expect(try notebook.titles.find("lden Po").ids == [id])
        case "trash": try notebook.trash(id)
        case "written": #expect(try notebook.titles.lastWritten(1, books: 1)?.notes.count == 1)
        default:
          _ = try notebook.note(id: id)
          #expect(try notebook.conflicts.notes(among: [id]).isEmpty)
        }
      }
    }
    #expect(steps[0] > 0 && steps[1] < steps[0] + steps[0] / 4, "\(lookup): \(steps)")
  }

  /// A part that very many titles have is no name: completion does not read all notes for it.
  @Test func aVeryCommonPartNamesNone() throws {
    let device = try Device(notes: (0...NoteTitles.most).map { "# Note \($0)\n" })
    let notebook = try device.open()
    defer { try? notebook.close() }
    // A save makes the working copy, beside which the index is.
    let id = try notebook.createNote(text: "# Walden\n").summary.id
    #expect(try notebook.titles.notes(withPart: "Note") == [])
    #expect(try notebook.titles.notes(withPart: "alde") == [id])
  }

  /// A mark of a query in a title or in what a user types is text to FTS5.
  @Test func marksOfQueriesAreText() throws {
    let titles = HostileTexts.lines.filter { !$0.hasPrefix("#") }
    let device = try Device(notes: titles.map { "# \($0)\n" })
    let notebook = try device.open()
    defer { try? notebook.close() }
    // A save makes the working copy, beside which the index is.
    _ = try notebook.createNote(text: "# Walden\n")
    let all = try notebook.notes.all()
    #expect(try notebook.titles.find("alde").ids.count == 1)
    let index = try device.titles()
    for note in all {
      #expect(
        try notebook.titles.find(note.title).ids.contains(note.id), "\(note.title.debugDescription)"
      )
      guard !FoldedTitle(note.title).trigrams.isEmpty else { continue }
      #expect(
        try notebook.titles.notes(withPart: note.title).contains(note.id),
        "\(note.title.debugDescription)"
      )
    }
    #expect(try device.titles() == index, "no search makes the index again")
  }

  /// A query that FTS5 does not understand is no damage, of the index or of the notebook.
  @Test func aWrongQueryIsNoDamage() throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    _ = try notebook.createNote(text: "# Emma\n")
    #expect(try notebook.titles.find("alde").ids.count == 1)
    let index = try device.titles()
    for query in ["\"", "a OR", "*", "a b)"] {
      let error = #expect(throws: NotebookError.self) {
        try notebook.titles.index.with(notebook) { tables in
          _ = try tables.row("SELECT rowid FROM part WHERE part MATCH ?", [query])
        }
      }
      #expect(error == .indexUnusable(path: device.paths.state + "/titles.sqlite"))
    }
    #expect(try device.titles() == index)
  }

  /// A whole id is found without the index, and without all notes, where nothing was ever saved here.
  @Test func anIDIsFoundWithoutTheIndex() throws {
    let fixture = try NotebookFixture(notes: (0..<3).map { "# Note \($0)\n" })
    let id = try #require(try fixture.open().notes.all().first?.id)
    // Reading all would fail.
    try fixture.put("BAD", ".metadata", json: "{}")
    let notebook = try fixture.open()
    #expect(try notebook.titles.find(id).ids == [id])
    #expect(!notebook.hasState)
  }
}

extension Device {
  /// The file of the index, which has another number once it is made again.
  fileprivate func titles() throws -> UInt64? {
    let path = paths.state + "/titles.sqlite"
    return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
  }
}
