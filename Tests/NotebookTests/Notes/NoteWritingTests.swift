import Foundation
import GRDB
import JSON
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// Notes written to a database.
@Suite struct NoteWritingTests {
  private let queue: DatabaseQueue
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { db in
      for statement in NotebookSchema.statements { try db.execute(sql: statement) }
    }
  }

  private func write<Value>(
    minute: Int = 0, _ body: (Database, inout Author, Date) throws -> Value
  ) throws -> Value {
    var author = Author(opened: Self.now)
    return try queue.write { db in
      try body(db, &author, Self.now.addingTimeInterval(Double(minute) * 60))
    }
  }

  private func create(_ text: String) throws -> StoredNote {
    try write { try NoteWriting.create(text: text, in: $0, author: &$1, at: $2) }
  }

  private func save(
    _ text: String, _ id: String, base: String? = nil, minute: Int = 1
  ) throws -> SaveResult {
    try write(minute: minute) {
      try NoteWriting.save(text: text, note: id, base: base, in: $0, author: &$1, at: $2)
    }
  }

  private func count(_ sql: String) throws -> Int? {
    try queue.read { try Int.fetchOne($0, sql: sql) }
  }

  private func values(_ id: String) throws -> NoteValues {
    try queue.read { try NoteValues.fetch($0, note: id) }
  }

  @Test func oneSaveIsOneWrite() throws {
    let note = try create("# One\n\n> quote\n\n?[](e\u{301})")
    #expect(note.text == "# One\n\n> quote\n\n?[](e\u{301})" && note.summary.title == "One")
    #expect(UUID(uuidString: note.summary.id)?.uuidString == note.summary.id)
    #expect(try count("SELECT count(DISTINCT usn || timestamp) FROM entry") == 1)
    #expect(try count("SELECT count(*) FROM entry") == 5)
    #expect(try count("SELECT count(*) FROM entry WHERE scope = '.commonplace'") == 1)

    guard case .saved(let version) = try save("# Two\r\n", note.summary.id, base: note.version)
    else {
      Issue.record("not saved")
      return
    }
    #expect(version != note.version)
    let usn = try count("SELECT sum(usn) FROM author")
    // The same again is no write, whatever the edit began with.
    #expect(try save("# Two\n", note.summary.id, base: note.version) == .saved(version: version))
    #expect(try count("SELECT sum(usn) FROM author") == usn)
  }

  @Test func aNoteThatMovedOnIsAConflict() throws {
    let note = try create("one")
    let id = note.summary.id
    _ = try save("two", id, base: note.version)
    guard case .conflict(let stored?) = try save("three", id, base: note.version) else {
      Issue.record("no conflict")
      return
    }
    #expect(stored.text == "two" && stored.version != note.version)
    #expect(try values(id).text == "two")
    // A writer who has seen it can go on; one who does not ask wins.
    #expect(try save("three", id, base: stored.version) != .conflict(nil))
    _ = try save("four", id)
    #expect(try values(id).text == "four")
  }

  @Test func theOtherSideOfAConflictStays() throws {
    let id = try create("one").summary.id
    try queue.write { db in
      try db.execute(sql: "INSERT INTO author VALUES (randomblob(16), 'other', 1, NULL)")
      try db.execute(
        sql: """
          INSERT INTO entry SELECT ?, '.noteText', id, 1, '2030-01-01 00:00:00.000', 1, 'theirs',
          NULL, NULL, NULL FROM author WHERE name = 'other'
          """, arguments: [id])
    }
    #expect(try values(id).text == "theirs")
    _ = try save("mine", id)
    #expect(try values(id).text == "mine")
    let texts = try queue.read {
      try String.fetchAll($0, sql: "SELECT text FROM entry WHERE key = '.noteText' ORDER BY text")
    }
    #expect(texts == ["mine", "one"])
  }

  @Test func goesToTheTrashAndBack() throws {
    let id = try create("# One\n").summary.id
    try write { try NoteWriting.trash(note: id, in: $0, author: &$1, at: $2) }
    #expect(try values(id).metadata?["folder"] == "recentlyDeleted")
    try write { try NoteWriting.restore(note: id, in: $0, author: &$1, at: $2) }
    #expect(try values(id).metadata?["folder"] == nil)
    let renamed = try write {
      try NoteWriting.edit(note: id, in: $0, author: &$1, at: $2) {
        NoteText.renamed($0, to: "Two")
      }
    }
    #expect(renamed.text == "# Two\n" && renamed.summary.title == "Two")
  }

  @Test func deletingForGoodLeavesNoValue() throws {
    let other = try create("?[](e\u{301})")
    let note = try create("# One\n> quote\n\n?[](e\u{301})")
    let id = note.summary.id
    try queue.write { db in
      for (key, column) in [("assets/1.jpeg", "blob"), ("unknown", "json"), ("damaged", "json")] {
        try db.execute(
          sql: """
            INSERT INTO entry (scope, key, authorId, usn, timestamp, type, \(column))
            SELECT ?, ?, id, 1, '2020-01-01 00:00:00.000', 3, x'00FF' FROM author LIMIT 1
            """, arguments: [id, key])
      }
    }
    let rows = try count("SELECT count(*) FROM entry")
    try write { try NoteWriting.delete(note: id, in: $0, author: &$1, at: $2) }
    #expect(try count("SELECT count(*) FROM entry") == rows)
    #expect(try queue.read { try NoteValues.fetchLiveKeys($0, note: id) }.isEmpty)
    #expect(try queue.read { try NoteValues.fetchLiveKeys($0, note: other.summary.id) }.count == 3)
    #expect(try save("edited elsewhere", id, base: note.version) == .conflict(nil))
    // Without asking it comes back.
    _ = try save("edited elsewhere", id)
    #expect(try values(id).text == "edited elsewhere")
  }

  @Test(arguments: ["", ".studyLog", ".commonplace", "nowhere"])
  func nothingElseIsANote(id: String) throws {
    let missing = NoteMissing(id: id)
    #expect(throws: missing) {
      try write { try NoteWriting.trash(note: id, in: $0, author: &$1, at: $2) }
    }
    #expect(throws: missing) {
      try write { try NoteWriting.restore(note: id, in: $0, author: &$1, at: $2) }
    }
    #expect(throws: missing) {
      try write { try NoteWriting.delete(note: id, in: $0, author: &$1, at: $2) }
    }
    #expect(throws: missing) {
      try write { try NoteWriting.edit(note: id, in: $0, author: &$1, at: $2) { $0 + "x" } }
    }
    if id == "nowhere" {
      // As in the app, a save makes it.
      _ = try save("text", id)
      #expect(try values(id).metadata?["title"] == "text")
    } else {
      #expect(throws: missing) { try save("text", id) }
    }
  }

  /// Looking a note up costs no more in a large notebook, and reads no images.
  @Test func isFoundByIndex() throws {
    let plan = try queue.read { db in
      try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + NoteValues.fetchSQL, arguments: ["A", "A;", "A<"]
      ).map { $0["detail"] as String? ?? "" }
    }
    #expect(!plan.isEmpty && plan.scansOfEntries.isEmpty, "\(plan)")
  }
}

extension [String] {
  /// The steps of a query plan that read the whole table, but for the look for keys with very many
  /// versions: it is made only when such a key is met.
  var scansOfEntries: [String] {
    indices.filter { step in
      self[step].hasPrefix("SCAN entry") && !self[..<step].suffix(1).contains("MATERIALIZE busy")
    }.map { self[$0] }
  }
}
