import Base
import Books
import Foundation
import GRDB
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// The phone and this machine at once. The app writes every value of a note again, whatever it changes: what it
/// did not change is no side of a conflict.
@Suite struct AtOnceTests {
  /// A machine, and a phone that knows what the machine knew.
  private struct Pair {
    let laptop: Device
    private(set) var phone: Device
    let id: String

    init() throws {
      laptop = try Device(notes: ["# Ponds\n\nWords.\n"])
      let notebook = try laptop.open()
      id = try notebook.notes.all()[0].id
      try notebook.books.edit(of: id) { record in
        (record.title, record.authors) = ("The Pond", ["Ann Example"])
      }
      try notebook.books.setCover(of: id, to: NoteCover(mimeType: "image/jpeg", data: Data([200])))
      try notebook.close()
      phone = try Device(copying: laptop.path)
    }

    /// The phone knows what the machine knows.
    mutating func meet() throws { phone = try Device(copying: laptop.path) }

    func here(_ edit: (Notebook) throws -> Void) throws {
      let notebook = try laptop.open()
      try edit(notebook)
      try notebook.close()
    }

    /// Saves as the app does; `hasOwn` if it has a value for the facts that it cannot hold.
    func there(
      text: String? = nil, hasOwn: Bool = false, _ edit: (inout JSONObject) -> Void = { _ in }
    ) throws {
      let notebook = try phone.open()
      try notebook.write { _, _ in }
      let copy = try #require(notebook.sourceState.withLock { $0.source.copy })
      try copy.write { db in
        var author = Author(opened: Date())
        let keys =
          [".metadata", ".noteText", ".bookIndex", ".coverImage"]
          + (hasOwn ? [BookValues.ownKey] : [])
        var values: [(EntryKey, EntryValue)] = []
        for key in keys.map({ EntryKey(scope: id, key: $0) }) {
          guard var value = try StoredVersion.fetch(db, key).first?.value.value else { continue }
          if key.key == ".metadata", var metadata = value.json?.object {
            edit(&metadata)
            // Its encoder orders members as it likes.
            value = .json(
              .object(JSONObject(metadata.members.reversed().map { ($0.key, $0.value) })))
          }
          if key.key == ".noteText", let text { value = .text(text) }
          values.append((key, value))
        }
        try author.write(values, at: Date(), superseding: .all, in: db)
        try db.execute(
          sql: "UPDATE author SET name = 'iPhone' WHERE id = ?", arguments: [author.id])
      }
      try notebook.close()
      let again = try phone.open()
      try again.publish()
      try again.close()
    }

    /// Merged by the machine, and by one that knows nothing but the files, in both orders.
    func merged() throws -> [Notebook] {
      let fromLaptop = try Device(copying: laptop.path)
      let fromPhone = try Device(copying: phone.path)
      return try [(laptop, phone), (fromLaptop, phone), (fromPhone, laptop)].map { to, from in
        let notebook = try to.open()
        _ = try notebook.merge([from.path])
        #expect(try notebook.merge([from.path])[0].isNothing)
        return notebook
      }
    }

    /// A device whose file the app made of both, `first` before the other. Its merge keeps one tombstone of a version,
    /// whoever else superseded it.
    func mergedByApp(first: Device, _ second: Device) throws -> Device {
      let device = try Device(copying: first.path)
      try device.sql(
        """
        ATTACH '\(second.path)' AS other;
        INSERT OR IGNORE INTO author SELECT * FROM other.author;
        INSERT INTO entry SELECT * FROM other.entry AS new WHERE NOT EXISTS
          (SELECT 1 FROM tombstone AS old WHERE (old.scope, old.key, old.authorId) =
            (new.scope, new.key, new.authorId) AND old.usn >= new.usn)
          AND NOT EXISTS (SELECT 1 FROM entry AS old WHERE (old.scope, old.key, old.authorId) =
            (new.scope, new.key, new.authorId));
        INSERT INTO tombstone SELECT * FROM other.tombstone AS new WHERE NOT EXISTS
          (SELECT 1 FROM tombstone AS old WHERE (old.scope, old.key, old.authorId) =
            (new.scope, new.key, new.authorId));
        DELETE FROM entry WHERE EXISTS (SELECT 1 FROM tombstone AS old WHERE
          (old.scope, old.key, old.authorId) = (entry.scope, entry.key, entry.authorId)
          AND old.usn >= entry.usn);
        UPDATE author SET usn = max(usn, coalesce(
          (SELECT usn FROM other.author AS new WHERE new.id = author.id), 0));
        """)
      return device
    }
  }

  private static func rate(_ stars: Int) -> (inout JSONObject) -> Void {
    { metadata in
      var book = metadata["book"]?.object ?? [:]
      book["rating"] = .integer(Int64(stars))
      metadata["book"] = .object(book)
      metadata["modifiedTimestamp"] = .string(Timestamps.json(Date()))
    }
  }

  @Test(arguments: [1, 3]) func wordsHereAndStarsThere(saves: Int) throws {
    let pair = try Pair()
    try pair.here { notebook in
      for save in 1...saves {
        _ = try notebook.save(text: "# Ponds\n\nWords.\n\nMore \(save).\n", note: pair.id)
      }
    }
    try pair.there(Self.rate(5))
    for notebook in try pair.merged() {
      #expect(try notebook.conflicts.all().isEmpty)
      #expect(try notebook.note(id: pair.id).text.hasSuffix("More \(saves).\n"))
      #expect(try notebook.books.record(of: pair.id)?.stars == 5)
      #expect(try notebook.versionCounts(of: pair.id) == [1])
    }
  }

  /// The phone had a save of before, between two of ours.
  @Test func thePhoneIsBehind() throws {
    let laptop = try Pair()
    try laptop.here { _ = try $0.save(text: "# Ponds\n\nOne.\n", note: laptop.id) }
    try laptop.here { notebook in
      try notebook.publish()
      _ = try laptop.phone.open().merge([laptop.laptop.path])
    }
    try laptop.here { _ = try $0.save(text: "# Ponds\n\nTwo.\n", note: laptop.id) }
    try laptop.there(Self.rate(4))
    for notebook in try laptop.merged() {
      #expect(try notebook.conflicts.all().isEmpty)
      #expect(try notebook.note(id: laptop.id).text == "# Ponds\n\nTwo.\n")
      #expect(try notebook.books.record(of: laptop.id)?.stars == 4)
    }
  }

  /// One opening of the laptop, such as a server's, wrote the versions that the phone began with, and the next.
  @Test func oneOpeningHere() throws {
    let pair = try Pair()
    let notebook = try pair.laptop.open()
    try notebook.books.edit(of: pair.id) { $0.pages = 90 }
    _ = try notebook.save(text: "# Ponds\n\nOne.\n", note: pair.id)
    try notebook.books.setCover(of: pair.id, to: NoteCover(mimeType: "image/jpeg", data: Data([1])))
    try notebook.publish()
    let phone = try pair.phone.open()
    _ = try phone.merge([pair.laptop.path])
    try phone.close()
    try pair.there(Self.rate(5))
    try notebook.books.edit(of: pair.id) { $0.publisher = "Reed" }
    _ = try notebook.save(text: "# Ponds\n\nTwo.\n", note: pair.id)
    try notebook.books.setCover(of: pair.id, to: NoteCover(mimeType: "image/jpeg", data: Data([2])))
    try notebook.close()
    for notebook in try pair.merged() {
      #expect(try notebook.conflicts.all().isEmpty)
      let book = try #require(try notebook.books.record(of: pair.id))
      #expect(book.stars == 5 && book.publisher == "Reed" && book.pages == 90)
      #expect(try notebook.note(id: pair.id).text == "# Ponds\n\nTwo.\n")
      #expect(try notebook.books.cover(of: pair.id)?.data == Data([2]))
    }
  }

  @Test func aCoverHereAndStarsThere() throws {
    let pair = try Pair()
    try pair.here {
      try $0.books.setCover(of: pair.id, to: NoteCover(mimeType: "image/jpeg", data: Data([2])))
    }
    try pair.there(Self.rate(5))
    for notebook in try pair.merged() {
      #expect(try notebook.conflicts.all().isEmpty)
      #expect(try notebook.books.cover(of: pair.id)?.data == Data([2]))
      #expect(try notebook.books.record(of: pair.id)?.stars == 5)
    }
  }

  @Test func bothTextsChanged() throws {
    let pair = try Pair()
    try pair.here { _ = try $0.save(text: "# Ponds\n\nHere.\n", note: pair.id) }
    try pair.there(text: "# Ponds\n\nThere.\n", Self.rate(5))
    for notebook in try pair.merged() {
      let sides = try #require(try notebook.conflicts.of(pair.id)).sides
      #expect(Set(sides.compactMap(\.text)) == ["# Ponds\n\nHere.\n", "# Ponds\n\nThere.\n"])
      #expect(try notebook.books.record(of: pair.id)?.stars == 5)
    }
  }

  /// Neither had a reading before.
  @Test func aFirstReadingOnEachSide() throws {
    let pair = try Pair()
    try pair.here { notebook in
      try notebook.books.edit(of: pair.id) { $0.add(BookReading(start: PartialDate("2021"))) }
    }
    try pair.there { metadata in
      var book = metadata["book"]?.object ?? [:]
      book["readingHistory"] = [
        "hasRead": true, "multipleReadings": false,
        "entries": [["finish": ["year": 2019]]],
      ]
      metadata["book"] = .object(book)
    }
    for notebook in try pair.merged() {
      #expect(try notebook.conflicts.all().isEmpty)
      let book = try #require(try notebook.books.record(of: pair.id))
      #expect(book.readings.count == 2 && book.hasRead && !book.wasReread)
    }
  }

  /// The app orders an author's names by its system. Two versions with the same facts are one: the next save would
  /// supersede one of them alone.
  @Test func namesInAnotherOrder() throws {
    let pair = try Pair()
    try pair.here { notebook in try notebook.books.edit(of: pair.id) { $0.pages = 100 } }
    try pair.there { metadata in
      Self.rate(1)(&metadata)
      metadata["authorLastFirst"] = "Ann Example"
    }
    for notebook in try pair.merged() {
      #expect(try notebook.conflicts.all().isEmpty)
      #expect(try notebook.versionCounts(of: pair.id) == [1])
      let book = try #require(try notebook.books.record(of: pair.id))
      #expect(book.pages == 100 && book.stars == 1)
    }
  }

  /// A file that the app merged is settled before it is shown, and so before a card is written: the versions of a
  /// prompt that nobody sees would be asked for ever.
  @Test(arguments: [false, true]) func theAppMergesBoth(isLaptopFirst: Bool) throws {
    let pair = try Pair()
    try pair.here { notebook in
      _ = try notebook.save(text: "# Ponds\n\nWords.\n\nMore.\n", note: pair.id)
      try notebook.books.edit(of: pair.id) { $0.pages = 100 }
    }
    try pair.there(Self.rate(5))
    let (first, second) = isLaptopFirst ? (pair.laptop, pair.phone) : (pair.phone, pair.laptop)
    let notebook = try pair.mergedByApp(first: first, second).open()
    defer { try? notebook.close() }
    #expect(try notebook.conflicts.all().isEmpty)
    #expect(try notebook.note(id: pair.id).text.hasSuffix("More.\n"))
    let book = try #require(try notebook.books.record(of: pair.id))
    #expect(book.stars == 5 && book.pages == 100)
    #expect(try notebook.versionCounts(of: pair.id) == [1])
  }

  /// Whoever began with a text has seen the same text that the phone wrote again.
  @Test func savesOverTheSameText() throws {
    let pair = try Pair()
    let notebook = try pair.laptop.open()
    defer { try? notebook.close() }
    let base = try notebook.note(id: pair.id).version
    try pair.there(Self.rate(5))
    _ = try notebook.merge([pair.phone.path])
    let text = "# Ponds\n\nMy words.\n"
    guard case .saved = try notebook.save(text: text, note: pair.id, base: base) else {
      Issue.record("refused")
      return
    }
    #expect(try notebook.versionCounts(of: pair.id) == [1])
    let kept = try notebook.conflicts.saveKeepingOthers(
      text: "# Ponds\n\nOther words.\n", note: pair.id, base: base)
    #expect(kept.other == .inConflict)
  }

  /// Stars on both sides are for the user; publisher and pages are not, and stay whatever is chosen.
  @Test(arguments: [ConflictChoice.shown, .other]) func oneFactInDispute(choice: ConflictChoice)
    throws
  {
    let pair = try Pair()
    try pair.here { notebook in
      try notebook.books.edit(of: pair.id) { record in
        record.publisher = "Reed"
        record.pages = 100
        record.stars = 2
      }
    }
    try pair.there(Self.rate(5))
    var stars: Set<Double?> = []
    for notebook in try pair.merged() {
      let conflict = try #require(try notebook.conflicts.of(pair.id))
      #expect(conflict.sides.count == 2)
      #expect(Set(conflict.sides.map(\.facts)) == [["stars: 2"], ["stars: 5"]])
      // The facts of both were united, but the stars are of one device.
      #expect(conflict.sides.first { $0.facts == ["stars: 5"] }?.author == "iPhone")
      #expect(conflict.sides.first { $0.facts == ["stars: 2"] }?.author == Author.name)
      try notebook.conflicts.resolve(in: pair.id, keeping: choice)
      #expect(try notebook.conflicts.all().isEmpty)
      let book = try #require(try notebook.books.record(of: pair.id))
      #expect(book.publisher == "Reed" && book.pages == 100)
      stars.insert(book.stars)
    }
    #expect(stars.count == 1)
  }

  /// Stars that the app cannot hold were taken away, and both know it; then they are given again here, while the app
  /// writes that there are none.
  @Test func starsAfterNone() throws {
    var pair = try Pair()
    for stars in [3.5, nil] {
      try pair.here { try $0.books.edit(of: pair.id) { $0.stars = stars } }
    }
    try pair.meet()
    try pair.here { try $0.books.edit(of: pair.id) { $0.stars = 3.75 } }
    try pair.there(hasOwn: true)
    for notebook in try pair.merged() {
      #expect(try notebook.conflicts.all().isEmpty)
      #expect(try notebook.books.record(of: pair.id)?.stars == 3.75)
    }
  }

  /// Files of before have no digests: then the machine that wrote over the version knows it, and no other.
  @Test func withoutDigests() throws {
    let pair = try Pair()
    try pair.here { _ = try $0.save(text: "# Ponds\n\nMore.\n", note: pair.id) }
    try pair.there(Self.rate(5))
    let removal = "DELETE FROM entry WHERE key LIKE '%;replaced'"
    let other = try Device(copying: pair.laptop.path)
    try other.sql(removal)
    let stranger = try other.open()
    defer { try? stranger.close() }
    _ = try stranger.merge([pair.phone.path])
    #expect(try stranger.conflicts.all().count == 1)
    let notebook = try pair.laptop.open()
    defer { try? notebook.close() }
    try notebook.write { _, db in try db.execute(sql: removal) }
    _ = try notebook.merge([pair.phone.path])
    #expect(try notebook.conflicts.all().isEmpty)
    #expect(try notebook.books.record(of: pair.id)?.stars == 5)
  }
}

extension Notebook {
  /// The numbers of versions that keys of a note have.
  fileprivate func versionCounts(of note: String) throws -> Set<Int> {
    try read { db in
      Set(
        try Int.fetchAll(
          db, sql: "SELECT count(*) FROM entry WHERE scope = ? GROUP BY key", arguments: [note]))
    }
  }
}
