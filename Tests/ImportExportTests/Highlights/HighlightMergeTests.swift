import Foundation
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import KeyValueStore
@testable import Notebook

/// Two devices import highlights of one book and meet: each knows then what the other has imported.
@Suite struct HighlightMergeTests {
  private static func clipping(_ location: Int, _ text: String) -> String {
    "\u{FEFF}Walden (Thoreau, Henry David)\r\n- Your Highlight on page 9 | Location "
      + "\(location)-\(location + 1) | Added on Thursday, August 22, 2024 7:01:04 PM\r\n\r\n"
      + "\(text)\r\n==========\r\n"
  }

  private let first = clipping(10, "The mass of men lead lives of quiet desperation")
  private let second = clipping(500, "Heaven is under our feet")
  private let third = clipping(900, "Time is but the stream I go a-fishing in")

  private func take(_ texts: String..., on fixture: ExchangeFixture) throws -> HighlightReport {
    try fixture.write(texts.joined(), to: "My Clippings.txt")
    return try #require(try fixture.take([fixture.path("My Clippings.txt")]).highlights)
  }

  private func entries(_ device: Device) throws -> [[HighlightEntry]] {
    let notebook = try device.open()
    defer { try? notebook.close() }
    let id = try #require(try notebook.notes.all().first?.id)
    return try notebook.read { db in
      try EntryVersion.fetch(db, EntryKey(scope: id, key: BookValues.ownKey))
        .map { HighlightEntry.all(in: $0.value.json?.object ?? [:]) }
    }
  }

  @Test func theListsAreUnited() throws {
    let left = try ExchangeFixture()
    #expect(try take(first, on: left).counts.new == 1)
    let right = try ExchangeFixture(copying: left.device.path)
    #expect(try take(first, second, on: left).counts.new == 1)
    #expect(try take(first, third, on: right).counts.new == 1)
    for (from, to) in [(left, right), (right, left), (left, right)] {
      let notebook = try to.device.open()
      _ = try notebook.merge([from.device.path])
      try notebook.close()
    }
    let lists = try [left, right].map { try entries($0.device) }
    #expect(lists.map(\.count) == [1, 1] && lists[0] == lists[1])
    #expect(lists[0].first?.count == 3)
    // Neither device adds anything, from either file.
    for fixture in [left, right] {
      for texts in [(first, second), (first, third), (second, third)] {
        let report = try take(texts.0, texts.1, on: fixture)
        #expect(report.counts.new == 0 && report.updatedNotes == 0)
      }
    }
  }
}
