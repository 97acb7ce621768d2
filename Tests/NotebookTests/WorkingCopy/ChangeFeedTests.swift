import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import Mirror
@testable import Notebook

/// Every change of a working copy is noticed by all who keep something that is made of it.
@Suite struct ChangeFeedTests {
  /// A device with a note in conflict, its id, and a file in which the side that is shown was superseded,
  /// though nothing was written.
  static func conflict() throws -> (Device, note: String, settled: Device) {
    let device = try Device(notes: ["# Note\n\nBase.\n"])
    let other = try Device(copying: device.path)
    let note = try #require(try device.open().notes.all().first?.id)
    for (device, text) in [(device, "first"), (other, "second")] {
      let notebook = try device.open()
      _ = try notebook.save(text: "# Note\n\nThe \(text).\n", note: note)
      try notebook.close()
    }
    try device.receive(other.path)
    try device.open().close()
    let notebook = try device.open()
    try notebook.publish()
    #expect(try notebook.conflicts.of(note)?.sides.count == 2)
    try notebook.close()
    let settled = try Device(copying: device.path)
    try settled.sql(
      """
      DELETE FROM entry WHERE key = '.noteText' AND text LIKE '%second%';
      DELETE FROM entry WHERE key = '.metadata' AND rowid NOT IN
        (SELECT min(rowid) FROM entry WHERE key = '.metadata')
      """)
    return (device, note, settled)
  }

  @Test func aSideThatIsRemovedIsNoticed() throws {
    let (device, note, settled) = try Self.conflict()
    let (notebook, process) = (try device.open(), try device.open())
    let folder = try TemporaryFolder()
    let mirror = try NoteMirror.open(at: folder.path("mirror"), of: notebook)
    func files() throws -> [String] {
      _ = try mirror.sync(MirrorOptions(), now: Date().addingTimeInterval(3600))
      return try FileManager.default.contentsOfDirectory(atPath: mirror.folder).sorted().map {
        try String(contentsOfFile: mirror.folder + "/" + $0, encoding: .utf8)
      }
    }
    #expect(try files().count == 2)
    try device.receive(settled.path)
    #expect(try notebook.refresh() == NotebookChange(notes: [note]))
    #expect(try process.refresh() == NotebookChange(notes: [note]))
    #expect(try notebook.note(id: note).text == "# Note\n\nThe first.\n")
    #expect(try files() == ["# Note\n\nThe first.\n"])
    #expect(try notebook.refresh() == nil && process.refresh() == nil)
  }

  /// Where nothing was written on this machine, too.
  @Test func aSideThatIsRemovedFromTheFileIsNoticed() throws {
    let (original, note, settled) = try Self.conflict()
    let device = try Device(copying: original.path)
    let notebook = try device.open()
    try device.receive(settled.path)
    #expect(!notebook.hasState)
    #expect(try notebook.refresh() == NotebookChange(notes: [note]))
  }
}
