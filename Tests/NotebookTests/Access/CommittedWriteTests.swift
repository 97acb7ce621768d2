import Foundation
import KeyValueStore
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// A write that fails after it was committed: it is not made once more, and nobody is told that nothing was written.
@Suite struct CommittedWriteTests {
  /// What happens to the files while the write is under way. In each case its commit is in a file without a name.
  enum Fault: CaseIterable {
    /// The lock cannot be taken, so that the content cannot be brought to where others look.
    case lock
    /// Another notebook is at the path.
    case another
  }

  @Test(arguments: Fault.allCases) func itIsNeitherDeniedNorMadeTwice(fault: Fault) throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    let another = try Device(notes: ["# Another\n", "# And another\n"])
    try another.save("theirs")
    let paths = device.paths
    var count = 0
    #expect {
      try notebook.write { author, db in
        count += 1
        try author.write(
          [(EntryKey(scope: "M", key: ".noteText"), .text("two"))], at: Date(),
          superseding: .winners, in: db)
        #expect(unlink(paths.state + "/notebook.sqlite") == 0)
        switch fault {
        case .lock:
          #expect(unlink(paths.lock) == 0)
          #expect(mkdir(paths.lock, 0o700) == 0)
        case .another: try device.receive(another.path)
        }
      }
    } throws: { error in
      switch (fault, error) {
      case (.lock, NotebookError.perhapsSaved): true
      // No notebook has it.
      case (.another, NotebookError.replaced): true
      default: false
      }
    }
    #expect(count == 1)
    guard fault == .lock else { return }
    // The next write finds it.
    #expect(rmdir(paths.lock) == 0)
    try notebook.save("three", to: "O")
    #expect(try notebook.text(of: "M") == "two")
    try notebook.close()
    #expect(try device.published()["M"] == ["two"])
  }
}
