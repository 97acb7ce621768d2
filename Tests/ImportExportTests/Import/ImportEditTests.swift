import Base
import Books
import Foundation
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import ForeignFormats
@testable import ImportExport
@testable import KeyValueStore
@testable import Notebook

/// Exports that were edited, here and there, before they are imported.
@Suite struct ImportEditTests {
  static let text = "# Walden\n\n> Simplify, simplify.\n\n#nature\n"

  /// A notebook with one note, exported.
  private func exported(_ text: String = Self.text) throws -> (ExchangeFixture, id: String) {
    let fixture = try ExchangeFixture(notes: [text])
    try fixture.export()
    return (fixture, try fixture.note().summary.id)
  }

  private func texts(_ fixture: ExchangeFixture, _ id: String) throws -> [String] {
    try fixture.device.open().read { db in
      try EntryVersion.fetch(db, EntryKey(scope: id, key: ".noteText")).map { $0.value.text ?? "-" }
    }
  }

  private func json(_ fixture: ExchangeFixture, _ id: String, _ prefix: String) throws
    -> [JSONValue]
  {
    try fixture.device.open().read { db in
      try EntryVersion.fetch(db, scope: id).filter { $0.key.key.hasPrefix(prefix) }
        .compactMap { $0.value.first?.value.json }
    }
  }

  @Test func takesAnEditedText() throws {
    let (fixture, id) = try exported()
    try fixture.review(id)
    try fixture.export()
    try fixture.edit("walden.md") {
      $0.replacing("# Walden", with: "# Walden Pond").replacing("simplify.", with: "simplify!")
    }
    let dry = try fixture.take(isDryRun: true)
    #expect(try fixture.note().summary.title == "Walden")
    #expect(try fixture.take() == dry)
    #expect(dry == ImportReport(updated: 1))
    let note = try fixture.note()
    #expect(note.summary.title == "Walden Pond")
    #expect(note.summary.tags == ["#nature"])
    // The prompt goes on, and so does what it was answered.
    let prompts = try json(fixture, id, "prompt=")
    #expect(prompts.map { $0["rawValue"]?.string } == ["> Simplify, simplify!\n"])
    #expect(prompts.map { $0["promptStatistics"]?.array?[0]["reviewCount"]?.int } == [3])
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    let history = try fixture.device.open().replacedTexts(of: id).map(\.text)
    #expect(history == [Self.text])
  }

  @Test func keepsBothSides() throws {
    let (fixture, id) = try exported()
    try fixture.edit("walden.md") { $0 + "there\n" }
    try fixture.save(Self.text + "here\n", to: id)
    #expect(try fixture.take() == ImportReport(updated: 1, conflicts: 1))
    #expect(try texts(fixture, id).sorted() == [Self.text + "here\n", Self.text + "there\n"])
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    // Once a user has chosen, it stays chosen.
    let notebook = try fixture.device.open()
    try notebook.write { author, db in
      try author.write(
        [(EntryKey(scope: id, key: ".noteText"), .text(Self.text + "here\n"))], at: fixture.tick(),
        superseding: .all, in: db)
    }
    try notebook.close()
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    #expect(try texts(fixture, id) == [Self.text + "here\n"])
  }

  @Test func keepsWhatIsNewerHere() throws {
    let (fixture, id) = try exported()
    try fixture.save(Self.text + "here\n", to: id)
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    #expect(try texts(fixture, id) == [Self.text + "here\n"])
  }

  @Test func takesWhatIsNewerThere() throws {
    let (home, id) = try exported()
    let away = try ExchangeFixture()
    #expect(try away.take([home.folder]) == ImportReport(new: 1))
    for round in 1...3 {
      try home.save(Self.text + "round \(round)\n", to: id)
      try home.export()
      #expect(try away.take([home.folder]) == ImportReport(updated: 1))
      #expect(try texts(away, id) == [Self.text + "round \(round)\n"])
    }
    // And when both go on, both are kept.
    try away.save(Self.text + "away\n", to: id)
    #expect(try away.take([home.folder]) == ImportReport(unchanged: 1))
    try home.save(Self.text + "home\n", to: id)
    try home.export()
    #expect(try away.take([home.folder]) == ImportReport(updated: 1, conflicts: 1))
    #expect(try texts(away, id).sorted() == [Self.text + "away\n", Self.text + "home\n"])
    #expect(try away.take([home.folder]) == ImportReport(unchanged: 1))
  }

  @Test func takesANewerExportOfTheSameNotebook() throws {
    let (fixture, id) = try exported()
    let old = try ExchangeFixture(copying: fixture.device.path)
    try fixture.save(Self.text + "newer\n", to: id)
    try fixture.export()
    #expect(try old.take([fixture.folder]) == ImportReport(updated: 1))
    #expect(try texts(old, id) == [Self.text + "newer\n"])
  }

  @Test func bringsADeletedNoteBack() throws {
    let (fixture, id) = try exported()
    let content = try fixture.content()
    let notebook = try fixture.device.open()
    try notebook.write { author, db in
      try NoteWriting.delete(note: id, in: db, author: &author, at: fixture.tick())
    }
    try notebook.close()
    #expect(try fixture.take() == ImportReport(new: 1))
    #expect(try fixture.content().difference(from: content) == "")
  }

  @Test func takesEditedFields() throws {
    let (fixture, id) = try exported()
    try fixture.edit("walden.md") {
      $0.replacing(
        "\n---\n",
        with: """

          book:
            title: Walden: or, Life in the Woods
            authors: [Henry David Thoreau]
            year-published: 1854
            rating: 5
            reading-history:
              - start: 2021-09-20
                finish: 2021-10
              - start: 2023
          folder: recentlyDeleted
          aliases: [Pond]
          ---

          """)
    }
    #expect(try fixture.take() == ImportReport(updated: 1))
    let note = try fixture.note()
    #expect(note.summary.isTrashed)
    #expect(note.summary.book?.title == "Walden: or, Life in the Woods")
    #expect(note.summary.book?.rating == 5)
    let metadata = try json(fixture, id, ".metadata")[0]
    #expect(metadata["bookSection"]?.string == "currentlyReading")
    #expect(metadata["authorLastFirst"]?.string == "Thoreau Henry David")
    #expect(
      metadata["book"]?["readingHistory"] == [
        "hasRead": true, "multipleReadings": false,
        "entries": [
          [
            "start": ["year": 2021, "month": 9, "day": 20], "finish": ["year": 2021, "month": 10],
          ],
          ["start": ["year": 2023]],
        ],
      ])
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    // Fields that are not understood come out again.
    #expect(try fixture.export() == ExportReport(updated: 1))
    #expect(try fixture.text("walden.md").contains("\naliases: [Pond]\n---\n"))

    // And taken away again.
    try fixture.edit("walden.md") { text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.filter { !$0.contains("rating") && !$0.contains("folder") }
        .joined(separator: "\n")
    }
    #expect(try fixture.take() == ImportReport(updated: 1))
    #expect(try !fixture.note().summary.isTrashed)
    #expect(try fixture.note().summary.book?.rating == nil)
  }

  @Test func refusesFieldsThatMakeNoSense() throws {
    let (fixture, _) = try exported()
    let content = try fixture.content()
    try fixture.edit("walden.md") {
      $0.replacing(#/created: .*/#, with: "created: yesterday")
        .replacing("\n---\n", with: "\nbook:\n  rating: many\n  authors: [[1]]\n---\n")
    }
    let report = try fixture.take()
    // A book without a title is refused.
    #expect(report.remarks.count == 4, "\(report.remarks)")
    #expect(try fixture.content() == content)
    #expect(try fixture.note().summary.book == nil)
  }

  @Test func fieldsOfBothSidesGoTogether() throws {
    let (fixture, id) = try exported()
    try fixture.edit("walden.md") { $0.replacing("\n---\n", with: "\nfolder: archive\n---\n") }
    try fixture.save(Self.text + "here\n", to: id)
    #expect(try fixture.take() == ImportReport(updated: 1))
    #expect(try fixture.note().summary.folder == "archive")
    #expect(try fixture.note().text == Self.text + "here\n")
    // Not when both changed the same.
    try fixture.export()
    try fixture.edit("walden.md") { $0.replacing("folder: archive", with: "folder: there") }
    let notebook = try fixture.device.open()
    try notebook.write { author, db in
      try NoteWriting.trash(note: id, in: db, author: &author, at: fixture.tick())
    }
    try notebook.close()
    #expect(try fixture.take() == ImportReport(updated: 1, conflicts: 1))
    #expect(try fixture.take() == ImportReport(unchanged: 1))
  }

  @Test func takesACoverAndTakesItAway() throws {
    let (fixture, id) = try exported()
    try fixture.write("jpeg", to: "pictures/pond.jpg")
    try fixture.edit("walden.md") {
      $0.replacing("\n---\n", with: "\ncover: pictures/pond.jpg\n---\n")
    }
    #expect(try fixture.take() == ImportReport(updated: 1))
    let cover = { () throws in
      try fixture.content().values[EntryKey(scope: id, key: ".coverImage")]
    }
    #expect(try cover() == ["blob image/jpeg " + Array("jpeg".utf8).hexadecimal])
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    try fixture.export()
    #expect(try fixture.text("walden.md").contains("\ncover: \"assets/"))
    // A path that leads nowhere is a mistake, not a wish.
    let text = try fixture.text("walden.md")
    for wrong in ["pictures/pnod.jpg", "https://a.b/pond.jpg"] {
      try fixture.edit("walden.md") { $0.replacing(#/cover: .*\n/#, with: "cover: \(wrong)\n") }
      _ = try fixture.take()
      #expect(try cover() == ["blob image/jpeg " + Array("jpeg".utf8).hexadecimal], "\(wrong)")
    }
    try fixture.edit("walden.md") { _ in text }
    try fixture.edit("walden.md") { $0.replacing(#/cover: .*\n/#, with: "") }
    #expect(try fixture.take() == ImportReport(updated: 1))
    #expect(try cover() == ["null"])
  }

  @Test func lineEndsAreNoEdits() throws {
    let (fixture, _) = try exported()
    let content = try fixture.content()
    try fixture.edit("walden.md") { $0.replacing("\n", with: "\r\n") }
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    #expect(try fixture.content() == content)
    #expect(try ExchangeFixture().take([fixture.folder]) == ImportReport(new: 1))
  }

  /// The Markdown file alone, without the folder of values beside it.
  @Test func takesAFileByItsIDAlone() throws {
    let (fixture, id) = try exported()
    try fixture.review(id)
    try FileManager.default.removeItem(atPath: fixture.path("commonplace-data"))
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    try fixture.edit("walden.md") { $0 + "there\n" }
    #expect(try fixture.take() == ImportReport(updated: 1))
    #expect(try texts(fixture, id) == [Self.text + "there\n"])
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    // It was modified since, so that the file's first text is unknown.
    try fixture.save(Self.text + "here\n", to: id)
    #expect(try fixture.take() == ImportReport(unchanged: 1))
    try fixture.edit("walden.md") { $0 + "again\n" }
    #expect(try fixture.take() == ImportReport(updated: 1, conflicts: 1))
    let other = try ExchangeFixture()
    #expect(try other.take([fixture.path("walden.md")]).outcome == ImportReport(new: 1))
    #expect(try other.note().summary.id == id)
    #expect(try other.note().summary.created == fixture.note().summary.created)
  }

  @Test func missingPartsOfAnExportAreReported() throws {
    let (fixture, id) = try exported()
    let name = "commonplace-data/notes/\(id).json"
    try fixture.edit(name) { $0.replacing("\"values\": [", with: "\"values\": [\n3,") }
    let report = try fixture.take()
    #expect(report.remarks.map(\.text) == ["has 1 value in \(name) that cannot be read"])
    try fixture.write("{", to: name)
    let other = try ExchangeFixture().take([fixture.folder])
    #expect(other.new == 1 && other.remarks.map(\.file) == [fixture.path("walden.md")])
    #expect(other.remarks.first?.text.contains("without the data of \(name)") == true)
  }

  /// A file of the export that is cut off, or no file.
  @Test(arguments: ["export.json", "notebook.json"], [true, false])
  func unreadablePartsOfAnExportAreReported(_ name: String, isFolder: Bool) throws {
    let (fixture, _) = try exported()
    let path = fixture.path("commonplace-data/" + name)
    try? FileManager.default.removeItem(atPath: path)
    if isFolder {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false)
    } else {
      try Data("{".utf8).write(to: URL(fileURLWithPath: path))
    }
    let report = try ExchangeFixture().take([fixture.folder])
    #expect(
      report.remarks.contains {
        $0.text
          == "has commonplace-data/\(name), which cannot be read: its content was not imported"
      }, "\(report.remarks)")
  }

  /// More versions of one value than devices could write are not taken in.
  @Test func versionsHaveALimit() throws {
    let versions = Array(
      repeating: #"{"scope":"A","key":"k","text":"x"}"#, count: ImportLimits.versions + 3)
    var skipped = 0
    let file = #"{"values":[\#(versions.joined(separator: ","))]}"#
    let values = try #require(ExportedValues(Array(file.utf8), skipped: &skipped))
    #expect(values.values.count == ImportLimits.versions && skipped == 3)
  }

  @Test func aCopyOfAFileIsTheSameNote() throws {
    let (fixture, _) = try exported()
    try fixture.write(try fixture.text("walden.md") + "copy\n", to: "walden copy.md")
    let report = try fixture.take()
    #expect(
      report.skipped.map(\.file).map { ($0 as NSString).lastPathComponent } == ["walden copy.md"])
    #expect(report.unchanged == 1)
  }
}

extension ExchangeFixture {
  /// Answers the prompts of a note three times.
  func review(_ id: String) throws {
    let notebook = try device.open()
    try notebook.write { author, db in
      for (key, versions) in try EntryVersion.fetch(db, scope: id) {
        guard key.key.hasPrefix("prompt="), var json = versions.first?.value.json?.object,
          var statistics = json["promptStatistics"]?.array?.first?.object
        else { continue }
        statistics["reviewCount"] = 3
        json["promptStatistics"] = [.object(statistics)]
        try author.write([(key, .json(.object(json)))], at: tick(), superseding: .all, in: db)
      }
    }
    try notebook.close()
  }
}
