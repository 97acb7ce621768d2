import Base
import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport

/// The example in `docs/export.md` is what it says: imported and exported it is the same.
@Suite struct ExportDocumentTests {
  @Test func theExampleIsAnExport() throws {
    let parts = Repository.text(of: "docs/export.md").components(separatedBy: "```")
    let example = try #require(parts.first { $0.hasPrefix("markdown\n---\n") })
      .replacing("markdown\n", with: "", maxReplacements: 1)
    let fixture = try ExchangeFixture()
    let image = "assets/1d9e4a0b7bcd6e8f5a4d6f2c9a8b7e6d5c4f3a2b.jpeg"
    try fixture.write("jpeg", to: image)
    try fixture.write(example, to: "walden.md")
    #expect(try fixture.take().outcome == ImportReport(new: 1))
    let other = try ExchangeFixture()
    _ = try fixture.device.open().exchange.export(to: other.folder)
    let name = "assets/\(SHA1.digest(Array("jpeg".utf8)).hexadecimal).jpeg"
    #expect(
      try other.text("walden-or-life-in-the-woods.md")
        == example.replacing(image, with: name))
    let id = "11111111-2222-4333-8444-555555555555"
    #expect(
      try other.files == [
        name, "commonplace-data/export.json", "commonplace-data/notebook.json",
        "commonplace-data/notes/\(id).json", "walden-or-life-in-the-woods.md",
      ])
  }
}
