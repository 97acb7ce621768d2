import Notebook
import NotebookTestSupport
import Testing

@Suite struct HashtagTests {
  @Test(arguments: [
    ("#books", "#books", true), ("#books", "#books/2021", true),
    ("#books", "#Books/2021/May", true),
    ("#books", "#bookshop", false), ("#books/2021", "#books", false), ("books", "#books/x", true),
    ("#books", "Books", true), ("#a/b", "#a/bc", false), ("#a", "#a//b", true),
    ("#a/b", "#a//b", false), ("#É", "#é/x", true), ("#", "#a", false), ("#a", "#", false),
  ])
  func contains(path: String, other: String, expected: Bool) {
    #expect(HashtagPath(path).contains(HashtagPath(other)) == expected)
  }

  @Test(arguments: [
    ("#a", []), ("#a/b/c", ["#a", "#a/b"]), ("#A/b", ["#A"]), ("#a//b", ["#a"]), ("#/a", []),
    ("#a/", ["#a"]), ("#", []), ("#//", []),
  ])
  func ancestors(tag: String, ancestors: [String]) {
    #expect(HashtagPath(tag).ancestors.map(\.tag) == ancestors)
  }

  private static let notes: [(id: String, tags: [String], bookTags: [String], folder: String?)] = [
    ("A", ["#books/2021", "#books/2020"], [], nil),
    ("B", ["#books/2021/may", "#bookshop"], ["Drama", "#books"], nil),
    ("C", ["#Bookshop", "#deep/er/est", "#odd//one"], ["Drama", ""], nil),
    ("D", ["#bookshop"], [], "inbox"),
    ("E", ["#trash"], [], "recentlyDeleted"),
  ]

  @Test func countsEachNoteOnce() throws {
    let lines = try notebook().tags.all().map {
      "\($0.tag) \($0.noteCount)\($0.isImplied ? " implied" : "")"
    }
    #expect(
      lines == [
        "#books 2", "#books/2020 1", "#books/2021 2", "#books/2021/may 1", "#bookshop 3",
        "#deep 1 implied", "#deep/er 1 implied", "#deep/er/est 1", "#Drama 2", "#odd 1 implied",
        "#odd//one 1",
      ])
  }

  /// The note list has every note that the list of hashtags counts.
  @Test func listsAsManyNotesAsItCounts() throws {
    let notebook = try notebook()
    for line in try notebook.tags.all() {
      #expect(try notebook.notes.all(tag: line.tag).count == line.noteCount, "\(line.tag)")
    }
    #expect(try notebook.notes.all(tag: "bookshop").map(\.id) == ["B", "C", "D"])
    #expect(try notebook.notes.all(tag: "#trash").isEmpty)
    #expect(try notebook.notes.all(tag: "#trash", includingTrash: true).map(\.id) == ["E"])
    #expect(try notebook.notes.all(tag: "#book").isEmpty)
  }

  private func notebook() throws -> Notebook {
    let fixture = try NotebookFixture()
    for note in Self.notes {
      try fixture.putNote(
        note.id, tags: note.tags, book: ("", "", note.bookTags), folder: note.folder)
    }
    return try fixture.open()
  }
}
