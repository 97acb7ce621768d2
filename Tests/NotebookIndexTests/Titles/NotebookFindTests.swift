import Notebook
import NotebookIndex
import NotebookTestSupport
import Testing

/// A note is found by its id, the beginning of one, its title or a part of it, with an index and without.
@Suite struct NotebookFindTests {
  @Test(arguments: [
    ("719CCAFD-A179", ["719CCAFD-A179"]),  // a whole id
    ("719ccafd-a179", ["719CCAFD-A179"]),
    (" 719C\n", ["719CCAFD-A179"]),  // the beginning of one
    ("719", []), ("7", []),  // too little of one
    ("6039", ["6039CB06", "6039CB07"]),
    ("6039cb07", ["6039CB07"]),
    ("6039cb06", ["6039CB06"]),
    ("Hamlet", ["719CCAFD-A179"]),  // a title
    ("hamlet", ["719CCAFD-A179"]), ("aml", ["719CCAFD-A179"]),  // in any case, and a part of one
    ("TWICE", ["6039CB07", "TWICE-2"]), ("essay", ["6039CB06"]), ("oetr", ["6039CB06"]),
    ("e", ["719CCAFD-A179", "6039CB06", "6039CB07", "TWICE-2", "FACE-1", "KEPT", "OLD"]),
    ("face", ["FACE-1", "OLD"]),  // the beginning of an id, and a part of a title
    ("delet", ["DELETED"]),  // only in the trash
    ("Poetry", ["6039CB06"]),  // of the book
    ("Twice", ["6039CB07", "TWICE-2"]),
    ("Deleted", ["DELETED"]),  // only in the trash
    ("Kept", ["KEPT"]),  // there too, but one is not
    ("DELE", ["DELETED"]),
    ("Nothing", []), ("", []), ("   ", []), ("%", []), ("____", []),
  ])
  func finds(reference: String, ids: [String]) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("719CCAFD-A179", title: " Hamlet ", minute: 9)
    try fixture.putNote(
      "6039CB06", title: "An essay", book: (" Poetry", "T. S. Eliot", []), minute: 8)
    try fixture.putNote("6039CB07", title: "Twice", minute: 7)
    try fixture.putNote("TWICE-2", title: "Twice", minute: 6)
    try fixture.putNote("DELETED", title: "Deleted", folder: "recentlyDeleted", minute: 5)
    try fixture.putNote("OTHER", title: "Kept", folder: "recentlyDeleted", minute: 4)
    try fixture.putNote("FACE-1", title: "Eyes", minute: 3)
    try fixture.putNote("KEPT", title: "Kept", minute: 2)
    try fixture.putNote("OLD", title: "On the surface", minute: 1)
    let notebook = try fixture.open()
    #expect(try notebook.titles.find(reference).ids == ids)
    // Now there is a working copy.
    let other = try notebook.createNote(text: "# ~\n").summary.id
    try notebook.delete(other)
    #expect(try notebook.titles.find(reference).ids == ids)
  }

  @Test func theTrashComesFirstWhereItIsMeant() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "Walden")
    try fixture.putNote("B", title: "Walden drafts", folder: "recentlyDeleted")
    let notebook = try fixture.open()
    guard case .one(let found) = try notebook.titles.find("walden", isInTrash: true),
      case .one(let other) = try notebook.titles.find("walden")
    else {
      Issue.record("no note was found")
      return
    }
    #expect(found.id == "B" && other.id == "A")
    #expect(try notebook.titles.find("nothing", isInTrash: true) == .none)
  }

  @Test(arguments: [
    ("waldn", ["Thoreau: Walden", "On walks", "Emma"]), ("", ["Emma", "On walks", "Meditations"]),
    ("medidations", ["Meditations", "Emma", "On walks"]),
    ("WALK", ["On walks", "Thoreau: Walden", "Emma"]),
  ])
  func theNearest(reference: String, titles: [String]) throws {
    let fixture = try NotebookFixture()
    for (index, title) in ["Meditations", "Emma", "Thoreau: Walden", "On walks"].enumerated() {
      try fixture.putNote("N\(index)", title: title)
    }
    try fixture.putNote("T", title: "Waldn", folder: "recentlyDeleted")
    let found = try fixture.open().notes.nearest(to: reference).map(\.title)
    #expect(found == titles)
  }
}

extension NoteLookup {
  /// The notes that may be meant.
  var ids: [String] {
    switch self {
    case .none: []
    case .one(let note): [note.id]
    case .ambiguous(let notes): notes.map(\.id)
    }
  }
}
