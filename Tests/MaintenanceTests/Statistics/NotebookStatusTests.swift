import Foundation
import Maintenance
import Notebook
import NotebookFile
import NotebookTestSupport
import TestSupport
import Testing

@Suite struct NotebookStatusTests {
  @Test func ofANotebookThatIsInOrder() throws {
    let device = try Device()
    defer { withExtendedLifetime(device) {} }
    let status = try device.open().status()
    #expect(status.unpublishedSaves == 0 && status.problem == nil && status.conflicts == 0)
    #expect(status.lastOther == nil && status.isReadByApp && !status.isNewer)
    #expect(NotebookStatus.format == "2.0")
  }

  @Test func savesWaitUntilTheyArePublished() throws {
    let device = try Device()
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    for number in 1...3 { _ = try notebook.createNote(title: "\(number)") }
    #expect(try notebook.status().unpublishedSaves == 3)
    // Another process sees it, too, and nothing is changed by looking.
    #expect(try device.open().status().unpublishedSaves == 3)
    try notebook.publish()
    #expect(try notebook.status().unpublishedSaves == 0)
  }

  @Test func theFileIsGone() throws {
    let device = try Device()
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    _ = try notebook.createNote(title: "Kept")
    try FileManager.default.removeItem(atPath: device.path)
    let status = try device.open().status()
    #expect(status.unpublishedSaves != 0)
    _ = try notebook.refresh()
  }

  @Test func aReadOnlyFileIsAProblem() throws {
    let device = try Device()
    defer { withExtendedLifetime(device) {} }
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: device.path)
    let status = try device.open().status()
    guard case .notWritable = status.problem else {
      Issue.record("\(String(describing: status.problem))")
      return
    }
    #expect(status.isReadByApp && status.unpublishedSaves == 0)
  }

  /// Devices are distinguished though all have the name of this machine, as of one image or one user's
  /// two folders.
  @Test func anotherDeviceOfTheSameName() throws {
    let device = try Device()
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime((device, folder)) {} }
    let notebook = try device.open()
    _ = try notebook.createNote(title: "Mine")
    try notebook.publish()
    #expect(try notebook.status().lastOther == nil)
    let other = try Notebook.open(at: device.path, state: StateFolder(path: folder.path("state")))
    _ = try other.createNote(title: "Theirs")
    try other.publish()
    _ = try notebook.refresh()
    let last = try #require(try notebook.status().lastOther)
    #expect(last.mark?.count == 8)
    // To each of them the other one is another.
    #expect(try other.status().lastOther == nil)
    _ = try notebook.createNote(title: "Mine again")
    try notebook.publish()
    _ = try other.refresh()
    let back = try #require(try other.status().lastOther)
    #expect(back.mark?.count == 8 && back.mark != last.mark)
  }

  @Test func othersAndConflicts() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("N", title: "T", text: "a")
    let first = try fixture.open().status()
    #expect(first.lastOther?.author == "test" && first.conflicts == 0)
    try fixture.put("N", ".noteText", text: "b", author: 2, at: "2025-01-01 00:00:00.000")
    let second = try fixture.open().status()
    #expect(second.conflicts == 1)
    #expect(second.lastOther?.time == Date(timeIntervalSince1970: 1_735_689_600))
    // Saves of this machine are not others'.
    let notebook = try fixture.open()
    _ = try notebook.createNote(title: "Mine")
    #expect(try notebook.status().lastOther?.time == second.lastOther?.time)
  }
}
