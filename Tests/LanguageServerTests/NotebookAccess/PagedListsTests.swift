import Foundation
import Notebook
import NotebookFile
import NotebookReview
import TestSupport
import Testing

@testable import LanguageServer

/// The changes of a list since a state of it.
@Suite struct PagedListsTests {
  /// A prompt that becomes due by time alone is a change of its note; so are all that are due once they
  /// are counted.
  @Test func dueNotesAreChanges() throws {
    let now = Date()
    let reviewed = try ReviewedNotebook(now: now)
    let notebook = try Notebook.open(
      at: reviewed.path, state: StateFolder(path: reviewed.folder.path("state")))
    _ = try notebook.createNote(text: "# Saved\n")
    let lists = PagedLists()
    func page(_ since: String?, days: Double) throws -> (titles: [String], state: String?) {
      let page = try lists.page(
        ListedPage.Params(since: since), of: notebook, selection: "all",
        now: now.addingTimeInterval(days * 86_400)
      ) { (notebook) throws(NotebookError) in try notebook.notes.all() }
      if since != nil { #expect(page.removed == []) }
      return (page.notes.map(\.title), page.state)
    }
    let uncounted = try page(nil, days: 0)
    #expect(uncounted.titles.count == 3 && uncounted.state != nil)
    #expect(try page(uncounted.state, days: 1).titles == [])
    _ = try notebook.reviews.counts(now: now)
    let counted = try page(uncounted.state, days: 1)
    #expect(counted.titles == ["Walden"])
    #expect(try page(counted.state, days: 4).titles == [])
    let later = try page(counted.state, days: 6)
    #expect(later.titles == ["Walden"])
    #expect(try page(later.state, days: 7).titles == [])
    // The clock was set back.
    #expect(try page(later.state, days: 1).titles == ["Walden"])
    try notebook.close()
    withExtendedLifetime(reviewed) {}
  }
}
