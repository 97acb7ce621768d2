import Books
import Foundation
import Notebook
import NotebookTestSupport
import Testing

@Suite struct BookJoiningTests {
  private func record(_ readings: [(String?, String?)], stars: Double? = nil) -> BookRecord {
    var record = BookRecord(title: "Reeds", authors: ["Ann Example"])
    for (start, finish) in readings {
      record.add(
        BookReading(
          start: start.flatMap { PartialDate($0) },
          finish: finish.map { $0.isEmpty ? .unknown : PartialDate($0) ?? .unknown }))
    }
    record.stars = stars
    return record
  }

  private func words(_ record: BookRecord) -> [String] {
    record.readings.map { "\($0.start?.description ?? "")-\($0.finish?.description ?? "on")" }
  }

  @Test func readingsAreUnited() {
    let cases: [([(String?, String?)], [(String?, String?)], [String])] = [
      ([(nil, "2021")], [(nil, "2021-03-04")], ["-2021-03-04"]),
      ([(nil, "2021-03-04")], [(nil, "2021")], ["-2021-03-04"]),
      ([(nil, "")], [("2020", "2021")], ["2020-2021"]),
      ([("2020", "2021")], [(nil, "")], ["2020-2021"]),
      ([(nil, "2020")], [(nil, "2021")], ["-2020", "-2021"]),
      ([("2020-01", "2021")], [("2020-02", "2021")], ["2020-01-2021", "2020-02-2021"]),
      ([(nil, nil)], [("2022-01-02", nil)], ["2022-01-02-on"]),
      ([(nil, "2020")], [(nil, nil)], ["-2020", "-on"]),
      (
        [(nil, "2021")], [(nil, "2021-01-02"), (nil, "2021-05-06")], ["-2021-01-02", "-2021-05-06"]
      ),
      ([], [(nil, "")], ["-unknown"]),
      ([], [(nil, ""), (nil, ""), (nil, "2021")], ["-unknown", "-unknown", "-2021"]),
      ([(nil, ""), (nil, "2021")], [(nil, "2021")], ["-unknown", "-2021"]),
      ([(nil, ""), (nil, "2021-03")], [(nil, "2021")], ["-unknown", "-2021-03"]),
    ]
    for (ours, theirs, expected) in cases {
      var joined = record(ours)
      joined.unite(readingsOf: record(theirs))
      #expect(words(joined) == expected)
      let once = joined
      joined.unite(readingsOf: record(theirs))
      #expect(joined == once, "twice is not once")
    }
  }

  @Test func factsAreJoinedOneByOne() {
    var first = record([], stars: 4)
    first.publisher = "Example Press"
    first.sources = ["goodreads:1"]
    var second = record([(nil, "2020")], stars: 5)
    second.pages = 100
    second.publisher = "Example Press"
    second.sources = ["goodreads:1", "storygraph:2"]
    second.series = "Water"
    #expect(first.join(second) == ["stars"])
    #expect(first.stars == 4 && first.pages == 100 && first.series == "Water")
    #expect(first.sources == ["goodreads:1", "storygraph:2"])
    #expect(words(first) == ["-2020"])
  }

  @Test func notesAreJoined() throws {
    let device = try Device(notes: [
      "# One\n\n> A quote.\n", "# Two\n\nQ: What?\nA: That.\n\n#pond\n",
    ])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let notes = try notebook.notes.all()
    let one = try #require(notes.first { $0.title == "One" }).id
    let two = try #require(notes.first { $0.title == "Two" }).id
    try notebook.books.edit(of: one) { $0 = record([], stars: 4) }
    try notebook.books.edit(of: two) { $0 = record([(nil, "2020")], stars: 5) }
    try notebook.books.setCover(of: two, to: NoteCover(mimeType: "image/png", data: Data([1, 2])))

    let joined = try notebook.books.join(one, with: two)
    #expect(joined.differing == ["stars"])
    #expect(joined.note.text == "# One\n\n> A quote.\n\n# Two\n\nQ: What?\nA: That.\n\n#pond\n")
    #expect(joined.note.summary.tags == ["#pond"])
    #expect(try notebook.books.record(of: one)?.hasRead == true)
    #expect(try notebook.books.cover(of: one)?.data == Data([1, 2]))
    #expect(try notebook.notes.all().map(\.id) == [one])
    #expect(try notebook.summary(of: two)?.isTrashed == true)
    #expect(throws: (any Error).self) { try notebook.books.join(one, with: one) }
    #expect(throws: (any Error).self) { try notebook.books.join(one, with: "NONE") }
  }

  @Test func aNoteWithoutABookTakesTheOthersRecord() throws {
    let device = try Device(notes: ["# One\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let one = try #require(try notebook.notes.all().first).id
    var stopped = record([])
    stopped.stop(PartialDate("2020"))
    let two = try notebook.books.add(stopped).summary.id
    let joined = try notebook.books.join(one, with: two)
    #expect(joined.note.text == "# One\n\n#did-not-finish\n")
    #expect(try notebook.books.record(of: one)?.isStopped == true)
  }
}
