import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Notes by their titles.
@Suite struct OpenByTitleCommandTests {
  @Test(arguments: [
    ("walden", ["Walden"]), ("WALDEN", ["Walden"]), ("wal", ["Walden", "Waldo"]),
    ("pond walden", ["Notes on Walden Pond"]), ("waldén pond", ["Notes on Walden Pond"]),
  ])
  func opensByTitle(title: String, expected: [String]) throws {
    let server = try ServerFixture(notes: ["# Walden", "# Notes on Walden Pond", "# Waldo"])
    let notes = try ExecuteCommandTests.run(
      server, "commonplace.openByTitle", ["title": title.json])["notes"]
    #expect(notes?.array?.compactMap { $0["title"]?.string }.sorted() == expected)
  }
}
