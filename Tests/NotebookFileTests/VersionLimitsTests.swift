import Foundation
import GRDB
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookReview
@testable import NotebookSearch

/// Notebooks of more authors and versions than devices can make.
@Suite struct VersionLimitsTests {
  private static func author(_ number: Int) -> Data {
    Data((0..<16).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 0x5A) })
  }

  /// Adds so many authors, who wrote nothing.
  private static func addAuthors(_ count: Int, to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      let statement = try db.cachedStatement(sql: "INSERT INTO author VALUES (?, '', 1, NULL)")
      for number in 0..<count { try statement.execute(arguments: [author(number)]) }
    }
    try queue.close()
  }

  /// Adds versions of a value, one of each author, at the times that `time` gives, in milliseconds.
  private static func addVersions(
    _ count: Int, to path: String, _ note: String, _ key: String, time: (Int) -> Int = { $0 }
  ) throws {
    try addAuthors(count, to: path)
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      let sql = "INSERT INTO entry VALUES (?, ?, ?, 1, ?, ?, ?, ?, NULL, NULL)"
      for number in 0..<count {
        let milliseconds = String(String(10_000 + time(number)).dropFirst())
        let time = "2030-01-01 00:00:0\(milliseconds.prefix(1)).\(milliseconds.dropFirst())"
        let isText = key == ".noteText"
        try db.execute(
          sql: sql,
          arguments: [
            note, key, author(number), time, isText ? 1 : 2, isText ? "version \(number)" : nil,
            isText ? nil : try metadata(title: "title \(number)"),
          ])
      }
    }
    try queue.close()
  }

  @Test func aNotebookOfTooManyAuthorsIsReadAndNotWritten() throws {
    let device = try Device(notes: ["# One\n\n> A quote. #tag"])
    try Self.addAuthors(VersionLimits.authors + 1, to: device.path)
    let notebook = try device.open()
    #expect(try notebook.notes.all().map(\.title) == ["One"])
    #expect(try notebook.searches.run(SearchQuery(parsing: "quote")).total == 1)
    #expect(try notebook.reviews.counts().due == 1)
    let error = #expect(throws: NotebookError.self) { try notebook.createNote(text: "# Two") }
    #expect(error == .tooManyAuthors(path: device.path))
    #expect(error?.description.contains("commonplace export") == true)
    #expect(try notebook.refresh() == nil)
    #expect(try device.files == ["book.libnotes"])
  }

  /// A save stays, and the file that may not be taken in waits, with its reason.
  @Test func aFileOfTooManyAuthorsIsNotTakenIn() throws {
    let device = try Device()
    try device.save("# Ours", to: "N")
    let stranger = device.folder + "-stranger"
    try FileManager.default.copyItem(atPath: device.path, toPath: stranger)
    try Self.addAuthors(VersionLimits.authors + 1, to: stranger)
    try device.receive(stranger)
    let notebook = try device.open()
    #expect(notebook.problem == .tooManyAuthors(path: device.path))
    let note = try notebook.createNote(text: "# Ours, later")
    #expect(try notebook.note(id: note.summary.id).text == "# Ours, later")
  }

  @Test(arguments: [".noteText", ".metadata"])
  func aValueOfTooManyVersionsIsReadAndNotWritten(key: String) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "A", text: "words")
    try fixture.putNote("B", title: "B", text: "words")
    try Self.addVersions(VersionLimits.ofValue + 1, to: fixture.path, "A", key)
    let notebook = try fixture.open()
    let note = try notebook.note(id: "A")
    #expect(key == ".noteText" ? note.text == "version 1000" : note.summary.title == "title 1000")
    #expect(try notebook.notes.all().count == 2)
    let found = try notebook.searches.run(
      SearchQuery(parsing: key == ".noteText" ? "version" : "words"))
    #expect(found.total == (key == ".noteText" ? 1 : 2))
    #expect(throws: NotebookError.tooManyVersions(note: "A")) {
      try notebook.save("other", to: "B")
    }
  }

  /// The same version counts as among two, in every order of times and authors.
  @Test(arguments: [1, 2, 63, 64, 65, 200])
  func theLatestOfManyCounts(count: Int) throws {
    for (name, time, winner) in [
      ("later", { $0 }, count - 1), ("earlier", { 5_000 - $0 }, 0), ("at one time", { _ in 7 }, 0),
      ("mixed", { ($0 * 37) % 101 }, nil),
    ] as [(String, (Int) -> Int, Int?)] {
      let fixture = try NotebookFixture()
      try fixture.putNote("B", title: "B", text: "version of B")
      try Self.addVersions(count, to: fixture.path, "A", ".metadata", time: time)
      try Self.addVersionsOfText(count, to: fixture.path, time: time)
      let times = (0..<count).map(time)
      let best = winner ?? times.indices.first { times[$0] == times.max() } ?? 0
      let notebook = try fixture.open()
      #expect(try notebook.notes.all().map(\.title).sorted() == ["B", "title \(best)"], "\(name)")
      let hits = try notebook.searches.run(SearchQuery(parsing: "version")).hits
      #expect(hits.map(\.note.id).sorted() == ["A", "B"], "\(name)")
      #expect(hits.contains { $0.snippet == "version \(best)" }, "\(name)")
    }
  }

  private static func addVersionsOfText(
    _ count: Int, to path: String, time: (Int) -> Int
  ) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      // The text's versions are those of the metadata.
      try db.execute(
        sql: """
          INSERT INTO entry SELECT scope, '.noteText', authorId, usn, timestamp, 1,
            'version ' || replace(json_extract(json, '$.title'), 'title ', ''), NULL, NULL, NULL
          FROM entry WHERE scope = 'A' AND key = '.metadata'
          """)
    }
    try queue.close()
  }
}
