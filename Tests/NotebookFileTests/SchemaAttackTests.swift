import Foundation
import GRDB
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookSearch

/// Files that are made to harm their reader: nothing of theirs runs, and nothing of them changes.
@Suite struct SchemaAttackTests {
  @Test(arguments: SchemaAttack.all)
  func isRefusedAndSalvaged(_ attack: SchemaAttack) throws {
    let fixture = try NotebookFixture(notes: ["# One\n\nA sentence to be found.", "# Two"])
    try fixture.execute(attack.sql)
    let content = try Data(contentsOf: URL(fileURLWithPath: fixture.path))

    if let object = attack.object {
      #expect(throws: NotebookError.unsafeSchema(path: fixture.path, object: object)) {
        try fixture.open()
      }
    } else {
      let notebook = try fixture.open()
      let error = #expect(throws: NotebookError.self) {
        _ = try notebook.notes.all()
        _ = try notebook.searches.run(SearchQuery(parsing: "sentence"))
      }
      #expect(
        error == .tooLarge(path: fixture.path) || error == .damaged(path: fixture.path))
    }

    let new = fixture.folder + "/new.libnotes"
    if attack.keepsNotes {
      #expect(try Salvage.run(from: fixture.path, to: new).notes == 2)
      let notes = try Notebook.open(at: new)
      #expect(try notes.searches.run(SearchQuery(parsing: "sentence")).total == 1)
    } else {
      #expect(throws: NotebookError.nothingRecovered(path: fixture.path)) {
        try Salvage.run(from: fixture.path, to: new)
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == content)
    #expect(try fixture.files == (attack.keepsNotes ? ["new.libnotes"] : []) + ["test.libnotes"])
  }
}
