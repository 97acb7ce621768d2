import Base
import Books
import Foundation
import JSON
import NotebookFile
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook

/// Changes of one book by two devices: different facts are both kept, the same fact is for the user.
@Suite struct BookMergingTests {
  /// Two devices with a note about a book, of which each knows what the other knows.
  private struct Pair {
    let left: Device
    let right: Device
    let id: String

    init() throws {
      left = try Device(notes: ["# Ponds\n"])
      let notebook = try left.open()
      id = try notebook.notes.all()[0].id
      try notebook.books.edit(of: id) { record in
        (record.title, record.authors) = ("The Pond", ["Ann Example"])
        record.stars = 3
        record.add(BookReading(finish: PartialDate("2019")))
      }
      try notebook.close()
      right = try Device(copying: left.path)
    }

    func edit(_ device: Device, _ edit: (inout BookRecord) -> Void) throws {
      let notebook = try device.open()
      try notebook.books.edit(of: id, edit)
      try notebook.close()
    }

    /// Brings the changes of each to the other, and back.
    func sync() throws {
      for (from, to) in [(left, right), (right, left), (left, right)] {
        let notebook = try to.open()
        _ = try notebook.merge([from.path])
        try notebook.close()
      }
    }

    func conflicts() throws -> Int {
      try [left, right].reduce(0) { sum, device in
        let notebook = try device.open()
        defer { try? notebook.close() }
        return try sum + notebook.conflicts.all().count
      }
    }

    /// The book, which must be the same on both.
    func book() throws -> BookRecord {
      let records = try [left, right].map { device in
        let notebook = try device.open()
        defer { try? notebook.close() }
        return try #require(try notebook.books.record(of: id))
      }
      #expect(records[0] == records[1])
      return records[0]
    }
  }

  @Test func differentFactsAreBothKept() throws {
    let pair = try Pair()
    try pair.edit(pair.left) { $0.title = "The Great Pond" }
    try pair.edit(pair.left) { $0.publisher = "Reed" }
    try pair.edit(pair.right) { $0.stars = 4.5 }
    try pair.edit(pair.right) { $0.start(PartialDate("2026-01")) }
    try pair.sync()
    #expect(try pair.conflicts() == 0)
    let book = try pair.book()
    #expect(book.title == "The Great Pond" && book.publisher == "Reed" && book.stars == 4.5)
    #expect(book.isBeingRead && book.readings.count == 2)
    // Readers see it in its section, and search finds it by its new title.
    let notebook = try pair.right.open()
    defer { try? notebook.close() }
    let summary = try #require(try notebook.summary(of: pair.id))
    #expect(summary.section == .currentlyReading && summary.book?.title == "The Great Pond")
  }

  @Test func readingsAndSourcesAreUnited() throws {
    let pair = try Pair()
    try pair.edit(pair.left) { record in
      record.add(BookReading(finish: PartialDate("2020")))
      record.sources = ["goodreads:1"]
      record.add(StoppedReading(stop: PartialDate("2021")))
    }
    try pair.edit(pair.right) { record in
      record.add(BookReading(finish: PartialDate("2022")))
      record.sources = ["openlibrary:OL1M"]
      record.series = "Waters"
    }
    try pair.sync()
    #expect(try pair.conflicts() == 0)
    let book = try pair.book()
    #expect(Set(book.readings.compactMap { $0.finish?.year }) == [2019, 2020, 2022])
    #expect(book.hasRead && Set(book.sources) == ["goodreads:1", "openlibrary:OL1M"])
    #expect(book.series == "Waters" && book.stopped.count == 1)
  }

  /// One device knows the day and the other the year: that is one reading, as where notes are joined.
  @Test func aReadingThatBothNotedIsOne() throws {
    let pair = try Pair()
    try pair.edit(pair.left) { $0.finish(PartialDate(year: 2021)) }
    try pair.edit(pair.right) { $0.finish(PartialDate(year: 2021, month: 3, day: 4)) }
    try pair.sync()
    #expect(try pair.conflicts() == 0)
    let book = try pair.book()
    #expect(book.readings.compactMap { $0.finish?.description } == ["2019", "2021-03-04"])
    #expect(book.hasRead && book.wasReread)
  }

  @Test func theSameFactIsForTheUser() throws {
    let pair = try Pair()
    try pair.edit(pair.left) { $0.title = "One" }
    try pair.edit(pair.right) { $0.title = "Two" }
    try pair.sync()
    #expect(try pair.conflicts() == 2)
    // Settled on one side, it is settled on both.
    let notebook = try pair.left.open()
    try notebook.conflicts.resolve(in: pair.id, keeping: .shown)
    try notebook.close()
    try pair.sync()
    #expect(try pair.conflicts() == 0)
    _ = try pair.book()
  }

  @Test func theSameChangeIsNone() throws {
    let pair = try Pair()
    for device in [pair.left, pair.right] { try pair.edit(device) { $0.stars = 5 } }
    try pair.sync()
    #expect(try pair.conflicts() == 0)
    #expect(try pair.book().stars == 5)
  }

  /// A text here and stars there: neither is lost, and nothing is to be chosen.
  @Test func aTextAndStars() throws {
    let pair = try Pair()
    let notebook = try pair.left.open()
    _ = try notebook.save(text: "# Ponds and lakes\n\n#water\n", note: pair.id)
    try notebook.close()
    try pair.edit(pair.right) { $0.stars = 1 }
    try pair.sync()
    #expect(try pair.conflicts() == 0)
    #expect(try pair.book().stars == 1)
    for device in [pair.left, pair.right] {
      let notebook = try device.open()
      defer { try? notebook.close() }
      let note = try notebook.note(id: pair.id)
      #expect(note.text.contains("lakes"))
      #expect(note.summary.tags == ["#water"] && note.summary.storedTitle == "Ponds and lakes")
    }
  }

  /// The order and the number of merges make no difference.
  @Test func ordersEndInTheSame() throws {
    let pair = try Pair()
    try pair.edit(pair.left) { $0.publisher = "Reed" }
    try pair.edit(pair.right) { $0.pages = 100 }
    // Both settle by themselves, before they see the other's.
    let copies = try [pair.left, pair.right].map { try Device(copying: $0.path) }
    for (device, other) in [(pair.left, copies[1].path), (pair.right, copies[0].path)] {
      let notebook = try device.open()
      _ = try notebook.merge([other])
      #expect(try notebook.merge([other])[0].isNothing)
      try notebook.close()
    }
    #expect(try pair.conflicts() == 0)
    let before = try pair.book()
    try pair.sync()
    #expect(try pair.conflicts() == 0)
    #expect(try pair.book() == before && before.publisher == "Reed" && before.pages == 100)
  }

  /// A machine that does not have the version from which both began knows by the digests in the file what each
  /// changed.
  @Test func withoutHistory() throws {
    let pair = try Pair()
    try pair.edit(pair.left) { $0.publisher = "Reed" }
    try pair.edit(pair.right) { $0.pages = 100 }
    let third = try Device(copying: pair.left.path)
    let notebook = try third.open()
    defer { try? notebook.close() }
    _ = try notebook.merge([pair.right.path])
    #expect(try notebook.conflicts.all().isEmpty)
    let book = try #require(try notebook.books.record(of: pair.id))
    #expect(book.publisher == "Reed" && book.pages == 100)
    try pair.sync()
    #expect(try notebook.merge([pair.left.path])[0].conflicts.isEmpty)
    #expect(try pair.book() == book)
  }

  /// One puts it into the trash while the other reads: that is for the user, as it was.
  @Test func aMoveIsNoFactOfABook() throws {
    let pair = try Pair()
    let notebook = try pair.left.open()
    try notebook.trash(pair.id)
    try notebook.close()
    try pair.edit(pair.right) { $0.stars = 5 }
    try pair.sync()
    #expect(try pair.conflicts() == 2)
  }

  /// Three devices that change and meet at random end with the same books and the same conflicts.
  @Test(arguments: 0..<8) func randomHistoriesEndInTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pair = try Pair()
    let devices = [pair.left, pair.right, try Device(copying: pair.left.path)]
    func merge(_ from: Device, into to: Device) throws {
      let notebook = try to.open()
      _ = try notebook.merge([from.path])
      try notebook.close()
    }
    for step in 0..<12 {
      let device = devices[Int.random(in: 0...2, using: &random)]
      let other = devices[Int.random(in: 0...2, using: &random)]
      if Int.random(in: 0...2, using: &random) == 0 {
        if device !== other { try merge(other, into: device) }
        continue
      }
      let kind = Int.random(in: 0...4, using: &random)
      try pair.edit(device) { record in
        switch kind {
        case 0: record.publisher = "P\(step)"
        case 1: record.pages = 100 + step
        case 2: record.stars = Double(1 + step % 5)
        case 3: record.sources.append("s:\(step)")
        default: record.add(BookReading(finish: PartialDate(year: 2000 + step)))
        }
      }
    }
    // Enough rounds for every machine to settle what it can, and for all to hear of it.
    for _ in 0..<3 {
      for from in devices { for to in devices where to !== from { try merge(from, into: to) } }
    }
    let ends = try devices.map { device in
      let notebook = try device.open()
      defer { try? notebook.close() }
      return (
        try notebook.books.record(of: pair.id), try notebook.conflicts.all().map(\.sides.count)
      )
    }
    #expect(ends.allSatisfy { $0.0 == ends[0].0 && $0.1 == ends[0].1 }, "seed \(seed): \(ends)")
    #expect(ends[0].0 != nil)
  }
}
