import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import Notebook

@Suite struct RoundTripTests {
  /// Imports the export of `fixture` into an empty notebook: the result is the same, again and
  /// again.
  private func roundTrip(_ fixture: ExchangeFixture, _ label: String) throws {
    let content = try fixture.content()
    let exported = try fixture.export()
    #expect(exported.skipped == [] && exported.unreadable == 0, "\(label)")
    let files = try fixture.files
    #expect(try fixture.export().unchanged == exported.notes, "\(label)")
    #expect(try fixture.files == files, "\(label)")

    let other = try ExchangeFixture()
    let dry = try other.take([fixture.folder], isDryRun: true)
    #expect(try other.content().values.isEmpty, "\(label)")
    let first = try other.take([fixture.folder])
    #expect(first == dry && first.new == exported.notes, "\(label): \(first)")
    let imported = try other.content()
    #expect(imported.difference(from: content) == "", "\(label)")

    let published = try Data(contentsOf: URL(fileURLWithPath: other.device.path))
    let second = try other.take([fixture.folder])
    #expect(
      second.unchanged == exported.notes && second.new + second.updated == 0, "\(label): \(second)")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: other.device.path)) == published, "\(label)")

    // Exported from there, the Markdown is the same, and at home it brings nothing new.
    for name in try fixture.markdown {
      try other.write(try fixture.text(name), to: name)
      try FileManager.default.removeItem(atPath: other.path(name))
    }
    try other.export()
    #expect(try other.markdown == fixture.markdown, "\(label)")
    for name in try fixture.markdown {
      #expect(
        try Array(other.text(name).utf8) == Array(fixture.text(name).utf8), "\(label): \(name)")
    }
    let home = try fixture.take([other.folder])
    #expect(home.new + home.updated == 0, "\(label): \(home)")
    #expect(try fixture.content().difference(from: content) == "", "\(label)")
  }

  @Test func losesNothing() throws {
    for seed in UInt64(0)..<25 {
      let fixture = try ExchangeFixture()
      var notebook = RandomNotebook(seed: seed)
      try notebook.write(to: fixture.device.path)
      try roundTrip(fixture, "seed \(seed)")
    }
  }

  @Test func losesNothingOfTheStarterNotes() throws {
    try roundTrip(ExchangeFixture(notes: StarterNotes.texts), "starter notes")
  }

  @Test(.enabled(if: LibrarySample.isThere, "\(LibrarySample.absence)"))
  func losesNothingOfTheSample() throws {
    let fixture = try ExchangeFixture(copying: LibrarySample.path)
    try roundTrip(fixture, "sample")
    #expect(
      try fixture.markdown == [
        "anne-of-green-gables.md", "hamlet.md", "library-notes-user-manual.md", "othello.md",
        "poetry.md",
      ])
  }
}
