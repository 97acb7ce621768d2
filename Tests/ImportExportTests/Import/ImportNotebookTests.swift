import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import Notebook

/// Other notebooks.
@Suite struct ImportNotebookTests {
  @Test(arguments: ["libnotes", "kvcrdt"])
  func merges(_ ending: String) throws {
    let fixture = try ExchangeFixture(notes: ["# Shared\n"])
    let other = try ExchangeFixture(copying: fixture.device.path)
    let id = try fixture.note().summary.id
    try other.save("# Shared\ntheirs\n", to: id)
    try other.save("# New\n", to: "11111111-2222-4333-8444-555555555555")
    let path = fixture.path("other." + ending)
    try fixture.write(
      try Data(contentsOf: URL(fileURLWithPath: other.device.path)), to: "other." + ending)
    #expect(try fixture.take([path], isDryRun: true) == ImportReport(new: 1, updated: 1))
    #expect(try fixture.note().text == "# Shared\n")
    #expect(try fixture.take([path]) == ImportReport(new: 1, updated: 1))
    #expect(try fixture.content() == other.content())
    #expect(try fixture.take([path]) == ImportReport(unchanged: 2))
    // And it is published.
    #expect(try fixture.device.published()[id] == ["# Shared\ntheirs\n"])
  }

  @Test func keepsBothSides() throws {
    let fixture = try ExchangeFixture(notes: ["# Shared\n"])
    let other = try ExchangeFixture(copying: fixture.device.path)
    let id = try fixture.note().summary.id
    try fixture.save("# Ours\n", to: id)
    try other.save("# Theirs\n", to: id)
    let report = try fixture.take([other.device.path])
    #expect(report == ImportReport(updated: 1, conflicts: 1))
    #expect(try fixture.device.published()[id] == ["# Ours\n", "# Theirs\n"])
  }

  @Test func saysWhatIsWrong() throws {
    let fixture = try ExchangeFixture(notes: ["# Mine\n"])
    let content = try fixture.content()
    try fixture.write("no database", to: "text.libnotes")
    try fixture.write("", to: "empty.kvcrdt")
    let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.device.path))
    try fixture.write(whole.prefix(20_000), to: "half.libnotes")
    try fixture.write(whole, to: "notebook.grail")
    try fixture.write("zip", to: "notes.zip")
    let names = ["text.libnotes", "empty.kvcrdt", "half.libnotes", "notebook.grail", "notes.zip"]
    let report = try fixture.take(names.map(fixture.path))
    #expect(report.skipped.map { ($0.file as NSString).lastPathComponent } == names)
    #expect(report.new + report.updated + report.unchanged == 0)
    #expect(try fixture.content() == content)
    #expect(try fixture.device.files == ["book.libnotes"])
  }

  @Test func takesItself() throws {
    let fixture = try ExchangeFixture(notes: ["# Mine\n"])
    #expect(try fixture.take([fixture.device.path]) == ImportReport(unchanged: 1))
  }

  @Test(.enabled(if: LibrarySample.isThere, "\(LibrarySample.absence)"))
  func mergesTheSample() throws {
    let fixture = try ExchangeFixture(notes: ["# Mine\n"])
    #expect(try fixture.take([LibrarySample.path]) == ImportReport(new: 5))
    #expect(try fixture.take([LibrarySample.path]) == ImportReport(unchanged: 5))
    // Exported, it brings nothing new either.
    let other = try ExchangeFixture(copying: LibrarySample.path)
    try other.export()
    #expect(try fixture.take([other.folder]) == ImportReport(unchanged: 5))
  }
}
