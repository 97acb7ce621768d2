import Base
import Foundation
import GRDB
import NoteGenerator
import NotebookTestSupport
import TestSupport
import Testing

@testable import Mirror
@testable import Notebook
@testable import NotebookIndex
@testable import NotebookReview

/// After any changes, here, in another process or on other devices, a state that follows notifications
/// equals a fresh look. `COMMONPLACE_HISTORIES` tries as many seeds.
@Suite struct FeedPropertyTests {
  static let seeds =
    TestSupport.seeds("COMMONPLACE_HISTORIES", 12)

  @Test(arguments: seeds) func allSayTheSame(_ seed: UInt64) throws {
    try withSeededIDs(seed) {
      let story = try Story(seed)
      defer { story.close() }
      for step in 0..<12 {
        try story.happen()
        // Not always, so that some changes are caught up with together.
        if step != 11, story.random.next() % 3 == 0 { continue }
        for problem in try story.look() { Issue.record("seed \(seed), step \(step): \(problem)") }
      }
    }
  }
}

/// The knowledge of a follower about a note.
private struct Known: Equatable {
  var text: String
  var title: String
  var isTrashed: Bool
  /// The other texts of a note in conflict.
  var others: [String]

  init?(_ notebook: Notebook, _ id: String) throws {
    guard NoteValues.isNote(id), let note = try? notebook.note(id: id) else { return nil }
    (text, title, isTrashed) = (note.text, note.summary.title, note.summary.isTrashed)
    others = []
    for side in try notebook.conflicts.of(id)?.sides.dropFirst() ?? [] {
      guard let other = side.text, other != text, !others.contains(other) else { continue }
      others.append(other)
    }
  }
}

/// A process that follows a notebook as a server does: it reads the notes of which it is notified.
private final class Follower {
  let notebook: Notebook
  private var known: [String: Known] = [:]

  init(_ notebook: Notebook) throws {
    self.notebook = notebook
    known = try fresh()
  }

  func fresh() throws -> [String: Known] {
    var all: [String: Known] = [:]
    for note in try notebook.notes.all(includingTrash: true) {
      all[note.id] = try Known(notebook, note.id)
    }
    return all
  }

  /// It changed a note itself.
  func changed(_ id: String) throws { known[id] = try Known(notebook, id) }

  /// Reads the notes of which it is notified.
  func hear() throws {
    guard let change = try notebook.refresh() else { return }
    if let notes = change.notes {
      for id in notes { try changed(id) }
    } else {
      known = try fresh()
    }
  }

  /// Nil if it knows what there is.
  func look(_ name: String) throws -> String? {
    try hear()
    let fresh = try fresh()
    if known == fresh { return nil }
    let wrong = Set(known.keys).union(fresh.keys).filter { known[$0] != fresh[$0] }
    known = fresh
    return "\(name) does not know of \(wrong.count) notes"
  }
}

/// Two devices that write, one with two processes and a mirror; and one that only reads.
private final class Story {
  var random: SeededGenerator
  private let first: Device
  private let second: Device
  private let third: Device
  private let server: Follower
  private let process: Follower
  private let other: Follower
  private let reader: Follower
  private let mirror: NoteMirror
  private let root: TemporaryFolder
  private var count = 0

  init(_ seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    root = try TemporaryFolder()
    first = try Device(notes: ["# A\n\n> a\n", "# B\n\n?[b](c)\n", "# C\n"])
    second = try Device(copying: first.path)
    third = try Device(copying: first.path)
    server = try Follower(first.open())
    process = try Follower(first.open())
    other = try Follower(second.open())
    reader = try Follower(third.open())
    mirror = try NoteMirror.open(at: root.path("mirror"), of: server.notebook)
  }

  func close() {
    mirror.close()
    for follower in [server, process, other, reader] { try? follower.notebook.close() }
  }

  func happen() throws {
    switch random.next() % 14 {
    case 0..<6:
      try write(random.next() % 3 == 0 ? process : random.next() % 2 == 0 ? server : other)
    case 6: try disagree()
    case 7: try (random.next() % 2 == 0 ? server : process).notebook.publish()
    case 8: try exchange(second, other, with: first)
    case 9, 10: try exchange(first, server, with: second)
    case 11, 12: try loseAVersion()
    default:
      try server.notebook.publish()
      try third.receive(first.path)
    }
  }

  private func write(_ follower: Follower) throws {
    // A device that has not looked for long may choose a note that was deleted meanwhile.
    try follower.hear()
    let notebook = follower.notebook
    let notes = try notebook.notes.all(includingTrash: true)
    guard let note = notes.randomElement(using: &random)?.id else {
      return try follower.changed(notebook.createNote(text: "# New\n").summary.id)
    }
    count += 1
    let text =
      "# T\(random.next() % 3)\n\n> \(count)\n" + (random.next() % 2 == 0 ? "" : "?[x](y)\n")
    switch random.next() % 9 {
    case 0: try follower.changed(notebook.createNote(text: text).summary.id)
    case 1: try notebook.trash(note)
    case 2: try notebook.restore(note)
    case 3: try notebook.delete(note)
    case 4, 5:
      let choice: ConflictChoice = random.next() % 2 == 0 ? .shown : .other
      if try notebook.conflicts.of(note) != nil {
        _ = try notebook.conflicts.resolve(in: note, keeping: choice)
      }
    default: _ = try notebook.save(text: text, note: note)
    }
    try follower.changed(note)
  }

  /// A name that no conflict copy has yet.
  private func copyName() -> String {
    count += 1
    return "book \(count + 1).libnotes"
  }

  /// The file that `source` has published comes to `device`, instead of its file or beside it.
  private func exchange(_ device: Device, _ follower: Follower, with source: Device) throws {
    try (source === first ? process : other).notebook.publish()
    if random.next() % 3 == 0 {
      try device.receive(source.path, as: copyName())
    } else {
      try follower.notebook.publish()
      try device.receive(source.path)
    }
  }

  /// Both devices change a note, and the first hears of it.
  private func disagree() throws {
    for follower in [server, other] { try follower.hear() }
    let known = Set(try other.notebook.notes.all().map(\.id))
    let notes = try server.notebook.notes.all().map(\.id).filter(known.contains)
    guard let note = notes.randomElement(using: &random) else { return }
    for follower in [server, other] {
      count += 1
      _ = try follower.notebook.save(text: "# T\(count)\n\n> \(count)\n", note: note)
      try follower.changed(note)
    }
    try exchange(first, server, with: second)
  }

  /// A file comes in which a version was superseded, and it is not said by whom: the app loses that.
  private func loseAVersion() throws {
    if try server.notebook.conflicts.all().isEmpty { try disagree() }
    try server.notebook.publish()
    let file = try Device(copying: first.path)
    let end = random.next() % 2 == 0 ? "min" : "max"
    try file.sql(
      """
      DELETE FROM entry WHERE rowid IN (SELECT \(end)(rowid) FROM entry
        WHERE key IN ('.noteText', '.metadata') OR key LIKE 'prompt=%'
        GROUP BY scope, key HAVING count(*) > 1)
      """)
    if random.next() % 2 == 0 {
      try first.receive(file.path)
    } else {
      try first.receive(file.path, as: copyName())
    }
  }

  /// The mistakes of each follower.
  func look() throws -> [String] {
    var problems = try [
      server.look("the server"), process.look("the other process"), other.look("the other device"),
      reader.look("who only reads"),
    ].compactMap(\.self)
    var options = MirrorOptions()
    options.isForced = true
    _ = try mirror.sync(options, now: Date().addingTimeInterval(3600))
    let files = try FileManager.default.contentsOfDirectory(atPath: mirror.folder).map {
      try String(contentsOfFile: mirror.folder + "/" + $0, encoding: .utf8)
    }
    let texts = try server.fresh().values.filter { !$0.isTrashed }.flatMap { [$0.text] + $0.others }
    if files.sorted() != texts.sorted() { problems.append("the mirror has \(files.count) files") }
    let due = random.next() % 2 == 0 ? server.notebook : process.notebook
    if random.next() % 2 == 0 { try due.notes.prepareList() }
    var each: [NoteSummary] = []
    try due.notes.forEach { each.append($0) }
    if NoteSummary.sorted(each) != (try due.notes.all()) { problems.append("a note is not given") }
    if try Story.index(of: due) != Story.freshIndex(of: due) {
      problems.append("the index differs")
    }
    return problems
  }

  private static func rows(_ table: DueTable) throws -> [String] {
    try Row.fetchAll(
      table.db,
      sql: """
        SELECT note.id, key, prompt.number, isNew, isActive, due, isSettled FROM prompt
        JOIN block ON block.id = prompt.block JOIN note ON note.number = block.note
        ORDER BY note.id, key, prompt.number
        """
    ).map { $0.databaseValues.map(\.description).joined(separator: " ") }
  }

  private static func index(of notebook: Notebook) throws -> [String] {
    try notebook.reviews.index.with(notebook) { try rows($0) }
  }

  private static func freshIndex(of notebook: Notebook) throws -> [String] {
    try DatabaseQueue().write { db in
      let table = DueTable(db: db)
      try notebook.read { source in
        try IndexUpdate(tables: table, source: source, feed: nil).bringUpToDate("fresh")
      }
      return try rows(table)
    }
  }
}
