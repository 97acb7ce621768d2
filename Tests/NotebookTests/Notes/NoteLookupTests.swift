import Notebook
import NotebookTestSupport
import Testing

@Suite struct NoteLookupTests {
  @Test(arguments: [
    ("719CCAFD-A179", ["719CCAFD-A179"]),  // a whole id
    ("719ccafd-a179", ["719CCAFD-A179"]),
    (" 719C\n", ["719CCAFD-A179"]),  // the beginning of one
    ("719", []), ("7", []),  // too little of one
    ("6039", ["6039CB06", "6039CB07"]),
    ("6039cb07", ["6039CB07"]),
    ("6039cb06", ["6039CB06"]),
    ("Hamlet", ["719CCAFD-A179"]),  // a title
    ("hamlet", []),
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
    try fixture.putNote("KEPT", title: "Kept", minute: 3)
    let found: [String] =
      switch try fixture.open().find(reference) {
      case .none: []
      case .one(let note): [note.id]
      case .ambiguous(let notes): notes.map(\.id)
      }
    #expect(found == ids)
  }
}
