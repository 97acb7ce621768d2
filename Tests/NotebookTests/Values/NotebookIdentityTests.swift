import Foundation
import GRDB
import NotebookTestSupport
import Quoting
import TestSupport
import Testing

@testable import Maintenance
@testable import Notebook
@testable import NotebookFile

/// Two people's notebooks are two, though both began with the notes that come with the app; and a file is
/// merged unasked only if its name and its authors say that it is of the same notebook.
@Suite struct NotebookIdentityTests {
  /// A notebook as the app begins one: all of it by the author of the starter.
  private static func starter() throws -> Device {
    let device = try Device(notes: ["# Welcome\n", "# Hamlet\n"])
    try device.sql(
      """
      PRAGMA defer_foreign_keys = ON;
      INSERT INTO author SELECT X'0E8A654B8B654AB996F29D6299DE97FF', 'starter', usn, NULL FROM author;
      UPDATE entry SET authorId = X'0E8A654B8B654AB996F29D6299DE97FF';
      DELETE FROM author WHERE name <> 'starter'
      """)
    return device
  }

  static let names = [
    "book (1).libnotes", "book 2.libnotes", "book (Ann's conflicted copy 2024-01-31).libnotes",
    "book.sync-conflict-20240131-120000-ABCDEFG.libnotes",
  ]

  @Test(arguments: names) func aStrangersNotebookStaysWhereItIs(name: String) throws {
    let starter = try Self.starter()
    let (mine, theirs) = (try Device(copying: starter.path), try Device(copying: starter.path))
    try mine.save("# Mine", to: "M")
    try theirs.save("# Theirs", to: "T")
    try mine.receive(theirs.path, as: name)
    let notebook = try mine.open()
    try notebook.save("# More", to: "M")
    try notebook.publish()
    #expect(try mine.published().keys.contains("T") == false)
    #expect(try mine.files == [name, "book.libnotes"].sorted())
    #expect(mine.merged.isEmpty)
    // It is said once, with the command that takes it in.
    let path = mine.folder + "/" + name
    let notices = notebook.takeNotices()
    #expect(notices == [.copyLeft(path: path, notebook: mine.path)])
    #expect(notices.first?.message.contains("commonplace merge \(path.shellQuoted)") == true)
    try notebook.save("# Still more", to: "M")
    try notebook.publish()
    #expect(notebook.takeNotices().isEmpty)
    _ = try notebook.merge([path])
    try notebook.publish()
    #expect(try mine.published()["T"] == ["# Theirs"])
    #expect(try mine.files == [name, "book.libnotes"].sorted())
    try notebook.close()
  }

  /// Also the user's notebook, if the name may be a browser's.
  @Test func aDownloadIsNotMergedUnasked() throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    try device.receive(other.path, as: "book (1).libnotes")
    let notebook = try device.open()
    try notebook.save("ours")
    try notebook.close()
    #expect(try device.files == ["book (1).libnotes", "book.libnotes"])
    #expect(try device.published()["M"] == nil)
    let finding = try #require(
      try Checkup.run(at: device.path, state: device.state).findings.first {
        $0.kind == .conflictCopy
      })
    #expect(finding.advice.contains("commonplace merge"))
  }

  /// The same file may come back with nothing but the starter, or with more.
  @Test func theStarterItselfMayBeGoneOnWith() throws {
    let starter = try Self.starter()
    let (laptop, phone) = (try Device(copying: starter.path), try Device(copying: starter.path))
    try phone.save("# Phone", to: "P")
    let notebook = try laptop.open()
    #expect(try notebook.notes.all().count == 2)
    try laptop.receive(phone.path)
    try notebook.save("# Laptop", to: "L")
    try notebook.publish()
    #expect(try laptop.published().keys.filter { $0.count == 1 }.sorted() == ["L", "P"])
    try laptop.receive(starter.path)
    try notebook.save("# More", to: "L")
    try notebook.publish()
    #expect(try laptop.published().keys.filter { $0.count == 1 }.sorted() == ["L", "P"])
    try notebook.close()
  }

  /// Two files of unknown relation: neither is mixed into the other, and both can be had.
  @Test func filesThatOnlyStarterNotesConnectStay() throws {
    let starter = try Self.starter()
    let (laptop, phone) = (try Device(copying: starter.path), try Device(copying: starter.path))
    try phone.save("# Phone", to: "P")
    try laptop.save("# Laptop", to: "L")
    let notebook = try laptop.open()
    try laptop.receive(phone.path)
    let kept = try #require(try notebook.refresh()?.keptCopy)
    #expect(try Device.texts(in: kept)["L"] == ["# Laptop"])
    #expect(try laptop.published() == phone.published())
  }

  /// A side that only a conflict copy takes away is gone from the file, too.
  @Test func writesThatACopyTookAwayArePublished() throws {
    let (device, note, settled) = try ChangeFeedTests.conflict()
    try device.receive(settled.path, as: "book 2.libnotes")
    let notebook = try device.open()
    try notebook.publish()
    #expect(try device.published()[note] == ["# Note\n\nThe first.\n"])
    try notebook.close()
  }
}
