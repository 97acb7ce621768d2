import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookSearch

/// The file of the index of words.
@Suite struct WordIndexFileTests {
  /// A link at its path makes and changes no file elsewhere.
  @Test(arguments: [false, true]) func aLinkIsNotFollowed(leadsToAFile: Bool) throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    _ = try notebook.createNote(text: "# Emma\n\noak\n")
    try notebook.searches.makeWords()
    try device.replaceIndex("words.sqlite", leadsToAFile: leadsToAFile) {
      let other = try device.open()
      defer { try? other.close() }
      try other.searches.makeWords()
      let found = try other.searches.run(SearchQuery(parsing: "oa"))
      #expect(found.hits.map(\.note.title) == ["Emma"])
    }
  }
}
