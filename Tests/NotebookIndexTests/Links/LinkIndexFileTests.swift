import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookIndex

/// The file of the index of links.
@Suite struct LinkIndexFileTests {
  /// A link at its path makes and changes no file elsewhere.
  @Test(arguments: [false, true]) func aLinkIsNotFollowed(leadsToAFile: Bool) throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let emma = try notebook.createNote(text: "# Emma\n").summary.id
    let reader = try notebook.createNote(text: "# Reader\n\n[[Emma]]\n").summary.id
    #expect(try notebook.links.notes(pointingAt: emma) == [reader])
    try device.replaceIndex("links.sqlite", leadsToAFile: leadsToAFile) {
      let other = try device.open()
      defer { try? other.close() }
      #expect(try other.links.notes(pointingAt: emma) == [reader])
    }
  }
}
