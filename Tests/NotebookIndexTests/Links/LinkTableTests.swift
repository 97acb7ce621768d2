import Base
import Books
import Foundation
import GRDB
import JSON
import MiniMarkdown
import NotebookTestSupport
import PackratParsing
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookIndex

/// The index of links says what a look at all texts says, whatever was done to them.
@Suite struct LinkTableTests {
  private static let titles = [
    "Walden", "WALDEN", "The *Great* Gatsby", "snake_case", "Émile", "Either/Or", "日本語の本",
    "C++", "Notes, 1984", "Life in the Woods",
  ]
  private static let links = [
    "[[Walden]]", "[[walden#Ponds|x]]", "[[The Great Gatsby]]", "[[snake_case]]", "[[émile]]",
    "[[Either/Or]]", "[[日本語の本]]", "[x](c.md)", "[x](Notes,%201984.md)", "[[Nothing]]",
    "[[Woods]]", "`[[Emma]]`", "[[#Ponds]]",
  ]

  /// The number of random edits; `COMMONPLACE_LINK_EDITS`, if it is set.
  private static let edits =
    ProcessInfo.processInfo.environment["COMMONPLACE_LINK_EDITS"].flatMap { Int($0) } ?? 120

  /// After edits, renames, merges and deletes by two processes, and by the app where its code is at hand.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func itIsRight(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let oracle = AppOracle.isThere ? try AppOracle() : nil
    let device = try Device(notes: Self.titles.prefix(6).map { "# \($0)\n" })
    let notebook = try device.open()
    let process = try device.open()
    for step in 0..<Self.edits / 4 {
      let writer = try #require([notebook, process].randomElement(using: &random))
      if let oracle, Int.random(in: 0..<3, using: &random) == 0 {
        try Self.writeInApp(oracle, device, writer, step, using: &random)
        for reader in [notebook, process] { _ = try reader.refresh() }
      } else {
        try Self.write(writer, step, using: &random)
      }
      if step % 10 == 7 { try Self.spoil(device, using: &random) }
      guard step % 3 == 0 else { continue }
      for reader in [notebook, process] { try Self.compare(reader, "seed \(seed), step \(step)") }
    }
    try process.close()
    try notebook.close()
  }

  private static func write(
    _ writer: Notebook, _ step: Int, using random: inout SeededGenerator
  ) throws {
    let notes = try writer.notes.all(includingTrash: true)
    let note = try #require(notes.randomElement(using: &random))
    let text = Self.text(step, notes.map(\.id), using: &random)
    // So that comparing costs the same in a long run.
    let isFull = notes.count > 24
    switch Int.random(in: 0..<9, using: &random) {
    case 0: try writer.trash(note.id)
    case 1: try writer.restore(note.id)
    case 2 where notes.count > 5: try writer.delete(note.id)
    case 3 where !isFull: _ = try writer.createNote(text: text)
    case 4 where !isFull:
      let other = try Device(notes: [text])
      try withExtendedLifetime(other) { _ = try writer.merge([other.path]) }
    case 5 where !note.isTrashed:
      let title = titles.randomElement(using: &random) ?? ""
      _ = try writer.links.make(writer.links.changes(renaming: note.id, to: title))
    case 6 where isFull: try writer.delete(note.id)
    default: _ = try writer.save(text: text, note: note.id)
    }
  }

  /// Writes in a copy of the file, as the app does, and lets it replace the file.
  private static func writeInApp(
    _ oracle: AppOracle, _ device: Device, _ notebook: Notebook, _ step: Int,
    using random: inout SeededGenerator
  ) throws {
    try notebook.publish()
    let file = device.folder + "/../phone.libnotes"
    try? FileManager.default.removeItem(atPath: file)
    try FileManager.default.copyItem(atPath: device.path, toPath: file)
    let notes = try notebook.notes.all(includingTrash: true).map(\.id)
    let text = JSONValue.string(Self.text(step, notes, using: &random))
    let id = JSONValue.string(notes.randomElement(using: &random) ?? "")
    let isFull = notes.count > 24
    // Another phone, for a merge by the app.
    let other = try Device(notes: [Self.text(step, notes, using: &random)])
    var command: JSONObject
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where !isFull: command = ["cmd": "create", "markdown": text]
    case 1: command = ["cmd": "folder", "id": id, "folder": "recentlyDeleted"]
    case 2: command = ["cmd": "folder", "id": id]
    case 3 where notes.count > 5: command = ["cmd": "delete", "id": id]
    case 4 where !isFull: command = ["cmd": "merge", "source": .string(other.path)]
    default: command = ["cmd": "edit", "id": id, "markdown": text]
    }
    command["file"] = .string(file)
    let answer = try withExtendedLifetime(other) { try oracle.ask(.object(command)) }
    #expect(answer != nil && answer?["error"] == nil, "step \(step): \(answer ?? .null)")
    try device.receive(file)
  }

  private static func text(
    _ step: Int, _ ids: [String], using random: inout SeededGenerator
  ) -> String {
    var text = ""
    if Int.random(in: 0..<4, using: &random) == 0 { text += "---\naliases: [Woods]\n---\n" }
    text += "# \(titles.randomElement(using: &random) ?? "")\n\n"
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      text += (links.randomElement(using: &random) ?? "") + " \(step)\n"
    }
    if let id = ids.randomElement(using: &random) { text += "commonplace://n/\(id)/x.md\n" }
    return text
  }

  /// Compares the index with the texts.
  private static func compare(_ notebook: Notebook, _ name: String) throws {
    let oracle = try LinkOracle(notebook)
    let pointing = oracle.pointing
    for note in oracle.notes {
      let found = try notebook.links.notes(pointingAt: note.id)
      #expect(Set(found) == pointing[note.id], "\(name)")
      #expect(try notebook.links.countOfNotes(pointingAt: note.id) == found.count, "\(name)")
      #expect(
        try Set(notebook.links.notes(pointedAtBy: note.id)) == oracle.notes(pointedAtBy: note),
        "\(name)")
      for link in note.links where !link.isWithinNote {
        let meant = oracle.notes(meantBy: link, in: note.id)
        #expect(try Set(notebook.links.notes(called: link.names)) == meant, "\(name)")
        for other in meant {
          #expect(try notebook.links.links([link], meaning: other) == [link], "\(name)")
        }
      }
    }
    #expect(
      try Set(notebook.links.orphans()) == Set(pointing.filter(\.value.isEmpty).keys), "\(name)")
  }

  private static func spoil(_ device: Device, using random: inout SeededGenerator) throws {
    let path = device.paths.state + "/links.sqlite"
    guard FileManager.default.fileExists(atPath: path) else { return }
    if Bool.random(using: &random) {
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    } else {
      let queue = try DatabaseQueue(path: path)
      try queue.write { db in try db.execute(sql: "DROP TABLE called") }
      try queue.close()
    }
  }

  /// The work of finding the notes that point at a note does not grow with the notebook.
  @Test(arguments: ["backlinks", "links", "count", "name", "after a save"])
  func itIsNoScan(lookup: String) throws {
    let steps = try [20, 800].map { count in
      let texts = (0..<count).map { "# Note \($0)\n\n[[Note \(($0 * 7) % count)]]\n" }
      let device = try Device(notes: texts + ["# Pond\n\n[[Note 1]]\n", "# Lake\n\n[[Pond]]\n"])
      let notebook = try device.open()
      defer { try? notebook.close() }
      let notes = try notebook.notes.all()
      let pond = try #require(notes.first { $0.title == "Pond" }?.id)
      let lake = try #require(notes.first { $0.title == "Lake" }?.id)
      _ = try notebook.save(text: "# Lake\n\n[[Pond]] again\n", note: lake)
      #expect(try notebook.links.notes(pointingAt: pond) == [lake])
      let links = MiniMarkdownDocument("[[pond]]").snapshot.noteLinks
      if lookup == "after a save" {
        _ = try notebook.save(text: "# Lake\n\nsee [[Pond]]\n", note: lake)
      }
      return try notebook.countingSteps { () throws in
        switch lookup {
        case "links": #expect(try notebook.links.notes(pointedAtBy: pond).count == 1)
        case "count": #expect(try notebook.links.countOfNotes(pointingAt: pond) == 1)
        case "name":
          #expect(try notebook.links.notes(calledByAny: links.map(\.names)).values.first == [pond])
        default: #expect(try notebook.links.notes(pointingAt: pond) == [lake])
        }
      }
    }
    #expect(steps[0] > 0 && steps[1] < steps[0] + steps[0] / 4, "\(lookup): \(steps)")
  }

  @Test func aNoteWithoutLinksToItIsAnOrphan() throws {
    let device = try Device(notes: ["# A\n\n[[B]]\n", "# B\n\n[[B]]\n", "# C\n\n[[A]]\n"])
    let notebook = try device.open()
    let titles = Dictionary(
      try notebook.notes.all().map { ($0.id, $0.title) }, uniquingKeysWith: { $1 })
    #expect(try notebook.links.orphans().map { titles[$0] } == ["C"])
    try notebook.close()
  }

  @Test func aNoteIsFoundByItsOtherTitle() throws {
    let device = try Device(notes: ["---\naliases: [Life in the Woods]\n---\n# Walden\n"])
    let notebook = try device.open()
    let id = try #require(try notebook.notes.all().first?.id)
    try notebook.links.makeIndex()
    let found = try notebook.links.notes(forLink: "LIFE in", most: 5)
    #expect(found.map(\.note.id) == [id] && found.map(\.otherName) == ["life in the woods"])
    #expect(try notebook.links.notes(forLink: "Wal", most: 5).map(\.otherName) == [nil])
    #expect(try notebook.links.notes(forLink: "alden", most: 5).map(\.note.id) == [id])
    #expect(try notebook.links.notes(forLink: "Emma", most: 5).isEmpty)
    try notebook.close()
  }

  /// By the whole name of an author, and by its last word; notes with such a title come first.
  @Test func aNoteIsFoundByItsAuthor() throws {
    let device = try Device(notes: ["# Thorns\n"])
    let notebook = try device.open()
    _ = try notebook.books.add(
      BookRecord(title: "Walden", authors: ["Henry David Thoreau"]), text: "# Walden\n")
    try notebook.links.makeIndex()
    for (typed, titles, name) in [
      ("Henry D", ["Walden"], "henry david thoreau"), ("thor", ["Thorns", "Walden"], "thoreau"),
    ] {
      let found = try notebook.links.notes(forLink: typed, most: 5)
      #expect(found.map(\.note.title) == titles && found.last?.otherName == name, "\(typed)")
    }
    try notebook.close()
  }

  /// A note that is called so by its title goes before one that has another title so.
  @Test(arguments: ["[[Walden]]", "[w](Walden.md)"])
  func theTitleCountsBeforeAnotherOne(link: String) throws {
    let device = try Device(notes: [
      "# Walden\n", "---\naliases: [Walden]\n---\n# Essay\n", "# A\n\n\(link)\n",
    ])
    let notebook = try device.open()
    let ids = Dictionary(uniqueKeysWithValues: try notebook.notes.all().map { ($0.title, $0.id) })
    let (walden, essay, a) = (ids["Walden"] ?? "", ids["Essay"] ?? "", ids["A"] ?? "")
    #expect(try notebook.links.notes(pointingAt: walden) == [a])
    #expect(try notebook.links.notes(pointingAt: essay).isEmpty)
    #expect(try notebook.links.notes(pointedAtBy: a) == [walden])
    #expect(try Set(notebook.links.orphans()) == [essay, a])
    try notebook.close()
  }

  /// Without a text the notes that were written last are offered, the newest first.
  @Test func theNewestNotesAreOffered() throws {
    let device = try Device(notes: ["# A\n", "# B\n", "# C\n"])
    let notebook = try device.open()
    _ = try notebook.links.notes(forLink: "A", most: 5)
    let ids = Dictionary(uniqueKeysWithValues: try notebook.notes.all().map { ($0.title, $0.id) })
    for (seconds, title) in ["B", "A", "C"].enumerated() {
      let now = Date(timeIntervalSinceNow: Double(10 + seconds))
      _ = try notebook.save(text: "# \(title)\n\nx\n", note: ids[title] ?? "", now: now)
    }
    #expect(try notebook.links.notes(forLink: "", most: 2).map(\.note.title) == ["C", "A"])
    try notebook.close()
  }

  /// The work of listing links in a long line is linear.
  @Test func theListOfLinksIsLinear() throws {
    let device = try Device(notes: ["# B\n"])
    let notebook = try device.open()
    let text = "# A\n\n" + String(repeating: "é [[B]] ", count: 200) + "\n"
    let note = try notebook.createNote(text: text)
    let around = try notebook.links.surroundings(of: note.summary.id)
    let positions = try #require(around.pointedAt.first?.positions)
    #expect(positions.map(\.column) == (0..<200).map { $0 * 8 + 2 })
    #expect(Set(positions.map(\.line)) == [2])
    try notebook.close()
  }

  @Test func aTitleThatBecomesTheOtherOneIsMeantFirst() throws {
    let alias = { (title: String, other: String) in "---\naliases: [\(other)]\n---\n# \(title)\n" }
    let device = try Device(notes: [alias("Walden", "Pond"), alias("Emma", "Walden")])
    let notebook = try device.open()
    let notes = try notebook.notes.all()
    let emma = try #require(notes.first { $0.title == "Emma" }?.id)
    let walden = try #require(notes.first { $0.title == "Walden" }?.id)
    let names = LinkName.inBrackets("Walden")
    #expect(try notebook.links.notes(called: names) == [walden])
    _ = try notebook.save(text: alias("Pond", "Walden"), note: walden)
    #expect(try Set(notebook.links.notes(called: names)) == [walden, emma])
    _ = try notebook.save(text: alias("Walden", "Emma"), note: emma)
    #expect(try notebook.links.notes(called: names) == [emma])
    try notebook.close()
  }
}
