import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

@Suite struct IncorporatingTests {
  @Test func takesInWhatReplacedTheFile() throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    let notebook = try device.open()
    try notebook.save("ours")
    try device.receive(other.path)
    #expect(try notebook.refresh() == NotebookChange(notes: ["M"]))
    #expect(try notebook.text(of: "M") == "theirs")
    #expect(try notebook.refresh() == nil)
    try notebook.publish()
    #expect(try device.published() == other.published().merging(["N": ["ours"]]) { $1 })
  }

  /// An empty notebook fits all others, so what was taken away would come back into it.
  @Test(arguments: [true, false]) func removedNotesDoNotComeBack(isPublished: Bool) throws {
    let device = try Device(notes: [])
    try device.save("# Old")
    if !isPublished { try device.open().save("# Unpublished") }
    try FileManager.default.removeItem(atPath: device.path)
    try Notebook.create(at: device.path, notes: [], state: device.state)
    try device.save("# New", to: "M")
    #expect(try device.published().keys.sorted() == (isPublished ? ["M"] : ["M", "N"]))
  }

  @Test func takesInWhatWasWrittenInPlace() throws {
    let device = try Device()
    try device.save("one")
    let notebook = try device.open()
    try device.sql(
      """
      INSERT INTO author VALUES (X'01010101010101010101010101010101', 'app', 1, NULL);
      INSERT INTO entry VALUES ('M', '.noteText', X'01010101010101010101010101010101', 1,
        '2024-01-01 00:00:00.000', 1, 'theirs', NULL, NULL, NULL)
      """)
    #expect(try notebook.refresh() == NotebookChange(notes: ["M"]))
    #expect(notebook.publicationIsDue == nil)
    #expect(try device.files == ["book.libnotes"])
  }

  @Test func keepsAFileWithRowsThatCannotBeRead() throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    try other.sql("INSERT INTO author VALUES ('not an id', 'app', 1, NULL)")
    let notebook = try device.open()
    try notebook.save("ours")
    try device.receive(other.path)
    try notebook.publish()
    #expect(try device.published()["M"] == ["theirs"])
    #expect(device.merged.count == 1)
  }

  @Test func keepsBothSidesOfAConflict() throws {
    let device = try Device()
    try device.save("first")
    let other = try Device(copying: device.path)
    try other.save("theirs")
    let notebook = try device.open()
    try notebook.save("ours")
    try device.receive(other.path)
    try notebook.publish()
    #expect(try device.published()["N"] == ["ours", "theirs"])
  }

  /// The names that sync programs give to conflict copies, and others.
  @Test(
    arguments: [
      ("book (Ann's conflicted copy 2024-01-31).libnotes", true),
      ("book (Ann’s Conflicted Copy 2024-01-31 (1)).libnotes", true),
      ("book (conflicted copy 2024-01-31 120000).libnotes", true),
      ("book_conflict-20240131-120000.libnotes", true),
      ("book.sync-conflict-20240131-120000-ABCDEFG.libnotes", true),
      ("book 2.libnotes", true), ("book 12.libnotes", true),
      ("book.libnotes", false), ("book 1.libnotes", false), ("book (x).libnotes", false),
      ("book ().libnotes", false), ("book (2024).libnotes", false), ("books (1).libnotes", false),
      ("book (1).sqlite", false), ("other (1).libnotes", false),
    ]) func recognizesConflictCopies(name: String, isOne: Bool) throws
  {
    #expect(ConflictCopyName.matches(name, stem: "book") == isOne)
    let device = try Device()
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    let notebook = try device.open()
    try notebook.save("ours")
    if name != "book.libnotes" { try device.receive(other.path, as: name) }
    #expect(try notebook.refresh() == (isOne ? NotebookChange(notes: ["M"]) : nil))
    // Only what the published file has goes.
    #expect(try device.files.contains(name))
    try notebook.publish()
    #expect(try device.files.contains(name) == !isOne || name == "book.libnotes")
    #expect(device.merged.count == (isOne ? 1 : 0))
    #expect(try device.published()["M"] == (isOne ? ["theirs"] : nil))
  }

  /// Without a common author, a file that is beside another by its name alone is anybody's.
  @Test(arguments: [true, false]) func leavesEmptyNotebooksAlone(isOursEmpty: Bool) throws {
    let device = try Device(notes: isOursEmpty ? [] : ["# First\n"])
    let another = try Device(notes: isOursEmpty ? ["# Another\n"] : [])
    try device.receive(another.path, as: "book 2.libnotes")
    let notebook = try device.open()
    try notebook.save("one")
    try notebook.close()
    #expect(try device.files == ["book 2.libnotes", "book.libnotes"])
    #expect(try device.published().count == (isOursEmpty ? 1 : 2))
  }

  @Test func leavesOtherConflictCopiesAlone() throws {
    let device = try Device()
    let another = try Device(notes: ["# Another\n"])
    try device.receive(another.path, as: "book 2.libnotes")
    try Data("half".utf8).write(to: URL(fileURLWithPath: device.folder + "/book 3.libnotes"))
    try device.save("one")
    #expect(
      try device.files == ["book 2.libnotes", "book 3.libnotes", "book.libnotes"])
    // One that was on its way is taken in when it has come.
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    unlink(device.folder + "/book 3.libnotes")
    try device.receive(other.path, as: "book 3.libnotes")
    let notebook = try device.open()
    #expect(try notebook.text(of: "M") == "theirs")
    try notebook.close()
    #expect(try device.files == ["book 2.libnotes", "book.libnotes"])
  }

  @Test func anotherNotebookTakesOver() throws {
    let device = try Device()
    let another = try Device(notes: ["# Another\n", "# And another\n"])
    let notebook = try device.open()
    try notebook.save("one")
    try notebook.publish()
    try device.receive(another.path)
    #expect(try notebook.refresh() == NotebookChange(notes: nil))
    #expect(try notebook.notes.all().count == 2)
    #expect(try device.published() == another.published())
    #expect(try device.files == ["book.libnotes"])
    // It gets a separate working copy.
    try notebook.save("two")
    try notebook.publish()
    #expect(try device.published() == another.published().merging(["N": ["two"]]) { $1 })
    #expect(try device.open().text() == "two")
  }

  /// Two processes have the notebook open; one sees the other notebook first.
  @Test func nobodyWritesToARetiredCopy() throws {
    let device = try Device()
    let another = try Device(notes: ["# Another\n", "# And another\n"])
    try device.save("one")
    let (first, second) = (try device.open(), try device.open())
    try first.save("two")
    try first.publish()
    try device.receive(another.path)
    #expect(try first.refresh() == NotebookChange(notes: nil))
    #expect(throws: NotebookError.replaced(path: device.path)) { try second.save("lost?") }
    #expect(try second.notes.all().count == 2)
    try second.save("three")
    #expect(try first.refresh() != nil)
    #expect(try first.text() == "three")
  }

  @Test func anotherNotebookDisplacesNothingUnpublished() throws {
    let device = try Device()
    let another = try Device(notes: ["# Another\n", "# And another\n"])
    let notebook = try device.open()
    try notebook.save("one")
    try device.receive(another.path)
    let change = try #require(try notebook.refresh())
    let kept = try #require(change.keptCopy)
    #expect(kept.hasPrefix(device.folder + "/book (commonplace's conflicted copy "))
    #expect(try Device.texts(in: kept)["N"] == ["one"])
    #expect(try device.published() == another.published())
    #expect(try notebook.notes.all().count == 2)
    // It is not of the other notebook, and left alone.
    try notebook.save("two")
    try notebook.close()
    #expect(try device.files.count == 2)
    #expect(try device.published()["N"] == ["two"])
  }
}
