import Foundation
import JSON
import NotebookFile
import TestSupport
import Testing

@testable import Notebook

/// Notebooks that the app made, not this program.
@Suite(.enabled(if: AppOracle.isThere, "\(AppOracle.absence)"))
struct AppFilesTests {
  @Test func opensAndChangesAFileThatTheAppMade() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("mine.libnotes")
    let app = try AppOracle()
    let made = try app.ask(["cmd": "create", "file": path.json, "markdown": "# From the phone"])
    #expect(made?["saved"]?.bool == true)
    let notebook = try Notebook.open(at: path, state: StateFolder(path: folder.path("state")))
    #expect(try notebook.notes.all().map(\.title) == ["From the phone"])
    _ = try notebook.createNote(text: "# From the laptop")
    try notebook.publish()
    // The app gives a note its section with the first edit.
    let faults = try app.faults(of: path).filter { !$0.contains("bookSection: stored nil") }
    #expect(faults == [])
  }
}
