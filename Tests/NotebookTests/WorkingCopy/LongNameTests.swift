import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// A name may have 255 bytes, and whatever is put beside the file must fit in as many.
@Suite struct LongNameTests {
  /// The length of names in bytes; those of two-byte letters cannot be cut anywhere.
  @Test(arguments: [(93, "x"), (94, "x"), (214, "x"), (255, "x"), (255, "ä")])
  func aNotebookWithALongNameIsPublished(length: Int, letter: String) throws {
    let root = try TemporaryFolder()
    let count = (length - 9) / letter.utf8.count
    let stem = String(repeating: letter, count: count)
    let path = root.path("synced/\(stem).libnotes")
    let state = StateFolder(path: root.path("state"))
    try Notebook.create(at: path, notes: ["# First\n"], state: state)
    let notebook = try Notebook.open(at: path, state: state)
    try notebook.save("one")
    try notebook.publish()
    #expect(try Device.texts(in: path)["N"] == ["one"])
    // The files that an interrupted program left.
    let paths = NotebookPaths(path: path, state: state)
    let copy = try #require(try WorkingCopy.current(paths))
    let left = copy.hiddenPath()
    try copy.announce(left, FileIdentity(path: path))
    try Data("half".utf8).write(to: URL(fileURLWithPath: left))
    try notebook.save("two")
    try notebook.close()
    #expect(try Device.texts(in: path)["N"] == ["two"])
    #expect(try SystemCall.names(in: paths.folder) == [paths.name])
    #expect(try SystemCall.names(in: paths.merged).count == 1)
    // Another notebook replaces it while something is not published.
    let late = try Notebook.open(at: path, state: state)
    try late.save("three")
    #expect(unlink(path) == 0)
    try Notebook.create(
      at: path, notes: ["# Another\n"], state: StateFolder(path: root.path("other")))
    let kept = try #require(try late.refresh()?.keptCopy)
    #expect(try Device.texts(in: kept)["N"] == ["three"])
  }
}
