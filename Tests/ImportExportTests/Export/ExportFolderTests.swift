import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// The effect of an export on files that are in the folder already.
@Suite struct ExportFolderTests {
  @Test func leavesOtherFilesAlone() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\nours\n"])
    try fixture.write("mine", to: "walden.md")
    try fixture.write("mine", to: "other.md")
    #expect(try fixture.export() == ExportReport(new: 1))
    #expect(try fixture.text("walden.md") == "mine")
    #expect(try fixture.text("other.md") == "mine")
    let name = try #require(try fixture.markdown.first { $0.hasPrefix("walden-") })
    #expect(try fixture.text(name).hasSuffix("# Walden\nours\n"))
    #expect(try fixture.export() == ExportReport(unchanged: 1))
  }

  @Test func followsNotes() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\n", "# Emma\n"])
    try fixture.export()
    let id = try fixture.note("Walden").summary.id
    try fixture.save("# Walden Pond\n", to: id)
    #expect(try fixture.export() == ExportReport(updated: 1, unchanged: 1))
    // A note keeps its file.
    #expect(try fixture.text("walden.md").hasSuffix("# Walden Pond\n"))
    #expect(try fixture.markdown == ["emma.md", "walden.md"])
    try FileManager.default.removeItem(atPath: fixture.path("walden.md"))
    #expect(try fixture.export() == ExportReport(new: 1, unchanged: 1))
  }

  @Test func doesNotReplaceWhatWasChanged() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\n"])
    try fixture.export()
    try fixture.edit("walden.md") { $0 + "typed\n" }
    let id = try fixture.note().summary.id
    let values = try fixture.text("commonplace-data/notes/\(id).json")
    try fixture.save("# Walden\nhere\n", to: id)
    let report = try fixture.export()
    #expect(report.skipped.map(\.file) == ["walden.md"])
    #expect(try fixture.text("walden.md").hasSuffix("# Walden\ntyped\n"))
    #expect(try fixture.text("commonplace-data/notes/\(id).json") == values)
    // Imported, it may be replaced.
    #expect(try fixture.take().conflicts == 1)
    #expect(try fixture.export() == ExportReport(updated: 1))
  }

  /// An export that ends in the middle: what it did not come to is not taken for newer than it is.
  @Test func goesOnAfterAFailure() throws {
    let fixture = try ExchangeFixture(notes: ["# Second\n", "# First\n"])
    try fixture.export()
    let ids = try ["First", "Second"].map { try fixture.note($0).summary.id }
    try fixture.edit("second.md") { $0 + "typed\n" }
    for id in ids {
      try fixture.save(try fixture.device.open().note(id: id).text + "here\n", to: id)
    }
    // Its values cannot be written.
    let values = fixture.path("commonplace-data/notes/\(ids[1]).json")
    let away = fixture.path("away.json")
    try FileManager.default.moveItem(atPath: values, toPath: away)
    try FileManager.default.createDirectory(atPath: values, withIntermediateDirectories: false)
    try fixture.edit("second.md") { $0.replacing("typed\n", with: "") }
    #expect(throws: NotebookError.self) { try fixture.export() }
    #expect(try fixture.text("first.md").hasSuffix("# First\nhere\n"))
    try FileManager.default.removeItem(atPath: values)
    try FileManager.default.moveItem(atPath: away, toPath: values)
    try fixture.edit("second.md") { $0 + "typed\n" }
    #expect(try fixture.take() == ImportReport(updated: 1, unchanged: 1, conflicts: 1))
    #expect(try fixture.export() == ExportReport(updated: 1, unchanged: 1))
    #expect(try fixture.files.allSatisfy { !$0.contains(".part") })
  }

  @Test func replacesWhatWasImported() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\n"])
    try fixture.export()
    try fixture.edit("walden.md") { $0 + "typed\n" }
    #expect(try fixture.take() == ImportReport(updated: 1))
    let report = try fixture.export()
    #expect(report == ExportReport(updated: 1), "\(report)")
    #expect(try fixture.take() == ImportReport(unchanged: 1))
  }

  @Test func losesItsListOfFiles() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\n", "# Emma\n"])
    try fixture.export()
    try FileManager.default.removeItem(atPath: fixture.path("commonplace-data/export.json"))
    try fixture.save("# Emma\nchanged\n", to: try fixture.note("Emma").summary.id)
    // A file that is as it would be written is ours; any other may be a user's.
    #expect(try fixture.export() == ExportReport(new: 1, unchanged: 1))
    #expect(try fixture.markdown.count == 3)
  }

  @Test(arguments: ["commonplace-data", "assets"])
  func followsNoLinks(_ name: String) throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\n"])
    let outside = fixture.path("../outside")
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: fixture.folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path(name), withDestinationPath: outside)
    #expect(throws: NotebookError.self) { try fixture.export() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
  }

  @Test func writesNotThroughALink() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\n"])
    try fixture.write("outside", to: "../outside.md")
    try FileManager.default.createDirectory(
      atPath: fixture.folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path("walden.md"), withDestinationPath: "../outside.md")
    #expect(try fixture.export() == ExportReport(new: 1))
    #expect(try fixture.text("../outside.md") == "outside")
  }

  /// Keys that would lead out of the folder, and those that two notes have for different images.
  @Test func putsImagesAtSafePaths() throws {
    let fixture = try ExchangeFixture(notes: ["# One\n", "# Two\n"])
    let ids = try ["One", "Two"].map { try fixture.note($0).summary.id }
    let keys = [
      "assets/../../up.png", "/etc/passwd.png", "assets/a\nb.png", "assets/con.png",
      "assets/.hidden.png", "assets/0123456789.png", "assets/0123456789.PNG",
    ]
    let notebook = try fixture.device.open()
    try notebook.write { author, db in
      for (note, id) in ids.enumerated() {
        try author.write(
          keys.map { key in
            let data = Data("\(key) of \(note)".utf8)
            return (EntryKey(scope: id, key: key), .blob(mimeType: "image/png", data: data))
          }, at: Date(), superseding: .all, in: db)
      }
    }
    try notebook.close()
    let content = try fixture.content()
    let report = try fixture.export()
    #expect(report.assets == 2 * keys.count)
    let names = try fixture.files.filter { !$0.hasPrefix("commonplace-data/") }
    #expect(
      names.allSatisfy {
        $0.hasSuffix(".md") || $0.wholeMatch(of: #/assets/[0-9A-Za-z-]+\.(png|PNG)/#) != nil
      })
    #expect(names.contains("assets/0123456789.png"))
    let other = try ExchangeFixture()
    try other.take([fixture.folder])
    #expect(try other.content().difference(from: content) == "")
  }

  @Test func exportsNoHalfFiles() throws {
    let fixture = try ExchangeFixture(notes: ["# One\n"])
    try fixture.write("in the way", to: "commonplace-data")
    #expect(throws: NotebookError.self) { try fixture.export() }
    #expect(try fixture.markdown == [])
    #expect(throws: NotebookError.self) {
      try fixture.device.open().exchange.export(to: "/dev/null/x")
    }
    #expect(throws: NotebookError.self) {
      try fixture.device.open().exchange.export(to: fixture.path("commonplace-data"))
    }
  }
}
