import Books
import Foundation
import Notebook
import NotebookFile
import NotebookSearch
import NotebookTestSupport
import Testing

@Suite struct NoteListTests {
  @Test func listsTheNewestFirst() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("B", title: "old", minute: 1)
    try fixture.putNote("C", title: "same as A", minute: 2)
    try fixture.putNote("A", title: "newest", minute: 2)
    try fixture.putNote("D", title: "in the trash", folder: "recentlyDeleted", minute: 3)
    try fixture.putNote("E", title: "in an old folder", folder: "inbox")
    let notebook = try fixture.open()
    #expect(try notebook.notes.all().map(\.id) == ["A", "C", "B", "E"])
    #expect(try notebook.notes.all(includingTrash: true).map(\.id) == ["D", "A", "C", "B", "E"])
    #expect(
      try notebook.notes.all(includingTrash: true).map(\.isTrashed) == [
        true, false, false, false, false,
      ])
  }

  /// The first of a listing are those that all notes, chosen and ordered, begin with.
  @Test func theFirstOfAListing() throws {
    let texts = (0..<1400).map { "# \($0 * 7919 % 100) \($0)\n\n\($0 % 3 == 0 ? "#third" : "")\n" }
    let notebook = try NotebookFixture(notes: texts).open()
    for (isReversed, limit, tag) in [
      (false, 3, nil), (true, 3, nil), (false, 700, nil), (true, 20, "#third"), (false, nil, nil),
    ] as [(Bool, Int?, String?)] {
      for order in NoteListing.Order.allCases.map(Optional.init) + [nil] {
        var listing = NoteListing()
        (listing.order, listing.isReversed) = (order, isReversed)
        let first = try notebook.notes.all(tag: tag, listing: listing, limit: limit)
        let all = listing.ordered(try notebook.notes.all(tag: tag), limit: limit) { $0 }
        #expect(first.notes == all && !first.isEmpty)
      }
    }
    var none = NoteListing()
    none.sections = [.read]
    let found = try notebook.notes.all(listing: none, limit: 1)
    #expect(found.notes.isEmpty && !found.isEmpty)
    #expect(try notebook.notes.all(tag: "#no", listing: none, limit: 1).isEmpty)
  }

  /// Titles are compared as in searches: without case, accents and compatibility forms.
  @Test func titlesFromAToZ() throws {
    let titles = ["Zoe", "Emma", "Émile", "Emil", "ＥＭＩＬＹ", "strata", "Straße", "éa"]
    let notebook = try NotebookFixture(notes: titles.map { "# \($0)\n" }).open()
    var listing = NoteListing()
    listing.order = .title
    let sorted = ["éa", "Emil", "Émile", "ＥＭＩＬＹ", "Emma", "Straße", "strata", "Zoe"]
    #expect(try notebook.notes.all(listing: listing, limit: nil).notes.map(\.title) == sorted)
    listing.isReversed = true
    let last = try notebook.notes.all(listing: listing, limit: 2).notes.map(\.title)
    #expect(last == ["Zoe", "strata"])
  }

  /// Other programs write while a notebook is open.
  @Test func seesWhatWasWrittenMeanwhile() throws {
    let fixture = try NotebookFixture()
    let notebook = try fixture.open()
    #expect(try notebook.notes.all().isEmpty && notebook.tags.all().isEmpty)
    try fixture.putNote("A", text: "word", tags: ["#a"])
    #expect(try notebook.notes.all().map(\.id) == ["A"] && notebook.tags.all().map(\.tag) == ["#a"])
    try fixture.putNote("B", text: "word")
    #expect(try notebook.searches.run(SearchQuery(parsing: "word")).total == 2)
    try fixture.execute("DELETE FROM entry")
    #expect(try notebook.notes.all().isEmpty)
  }

  @Test func readsAllOfANote() throws {
    let fixture = try NotebookFixture()
    try fixture.put(
      "A", ".metadata",
      json: #"""
        {"title":" On Reading ","summary":"s","tags":["#b\/c","#a"],"folder":null,"future":[1],
        "creationTimestamp":"2021-09-21T04:58:51Z","modifiedTimestamp":"2021-09-21T05:31:07Z",
        "bookSection":"read","authorLastFirst":"Eliot T. S.",
        "book":{"title":"Poetry","authors":["T. S. Eliot"],"yearPublished":2021,"rating":0,
        "originalYearPublished":1925,"publisher":"P","isbn":"1","isbn13":"2","numberOfPages":99,
        "tags":["Poetry","#a"],"review":null,"dateAdded":"2021-09-21T04:58:51Z",
        "readingHistory":{"hasRead":false,"multipleReadings":false,"entries":[]}}}
        """#)
    let note = try #require(try fixture.open().notes.all().first)
    #expect(note.title == "On Reading")
    #expect(note.storedTitle == " On Reading ")
    #expect(note.tags == ["#Poetry", "#a", "#b/c"])
    #expect(note.summary == "s")
    #expect(note.created == Date(timeIntervalSince1970: 1_632_200_331))
    #expect(note.modified == Date(timeIntervalSince1970: 1_632_202_267))
    let book = try #require(note.book)
    #expect(book.title == "Poetry" && book.authors == ["T. S. Eliot"] && book.year == 1925)
    #expect(book.yearPublished == 2021 && book.publisher == "P" && book.numberOfPages == 99)
    #expect(book.isbn == "1" && book.isbn13 == "2" && book.rating == nil)
    #expect(book.tags == ["Poetry", "#a"])
  }

  @Test(arguments: [
    (title: "T", book: "B", shown: "T"), (title: " \n", book: " B ", shown: "B"),
    (title: "", book: "", shown: "ID"), (title: "> q", book: "B", shown: "B"),
    (title: ">q", book: " ", shown: ">q"), (title: "- i", book: "B", shown: "B"),
    (title: "12. i", book: "B", shown: "B"), (title: "Q: why?", book: "B", shown: "B"),
    (title: "1984", book: "B", shown: "1984"), (title: "-1", book: "B", shown: "-1"),
    (title: ". x", book: "B", shown: ". x"),
  ])
  func showsATitleThatIsNeverEmpty(title: String, book: String, shown: String) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("ID", title: title, book: (book, "", []))
    #expect(try fixture.open().notes.all().map(\.title) == [shown])
  }

  /// Metadata that the app cannot read makes no note, for it or for us.
  @Test(arguments: [
    "{", "[]", "null", #"{"title":"x"}"#,
    try metadata().replacing("\"tags\"", with: "\"tag\""),
    try metadata().replacing("\"title\"", with: "\"name\""),
    try metadata().replacing("\"title\":\"\"", with: "\"title\":1"),
    try metadata().replacing("00:00Z", with: "00:00.5Z"),
    try metadata().replacing("[]", with: "[1]"),
    try metadata().replacing("{", with: #"{"folder":1,"#),
    try metadata().replacing("{", with: #"{"bookSection":"lost","#),
    try metadata().replacing("{", with: #"{"book":{"title":"no authors"},"#),
    try metadata()
      .replacing(
        "{", with: #"{"book":{"title":"","authors":[],"readingHistory":{"hasRead":true}},"#),
    try metadata().replacing(
      "{",
      with: #"{"book":{"title":"","authors":[],"readingHistory":{"multipleReadings":true}},"#),
  ])
  func skipsWhatCannotBeRead(json: String) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("good", title: "good")
    try fixture.put("bad", ".metadata", json: json)
    try fixture.put("bad", ".noteText", text: "hidden")
    let notebook = try fixture.open()
    #expect(try notebook.notes.all(includingTrash: true).map(\.id) == ["good"])
    #expect(throws: NotebookError.noteNotFound(id: "bad", path: fixture.path)) {
      try notebook.note(id: "bad")
    }
    #expect(try notebook.searches.run(SearchQuery(parsing: "hidden")).total == 0)
  }

  /// Values of the wrong type, which a table accepts, stop nothing.
  @Test func survivesStrangeRows() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("good", title: "good", text: "word")
    try fixture.execute(
      """
      INSERT INTO author VALUES (X'FF', 'x', 'y', 'z');
      INSERT INTO entry VALUES (X'FF00', '.metadata', X'FF', 'x', 1e99, 'x', X'FF', X'FE', 1, 2);
      INSERT INTO entry VALUES ('good', '.noteText', X'FF', 'x', 1, 'x', NULL, X'FE', 1, 2);
      INSERT INTO entry VALUES ('good', X'00', X'FF', 'x', 1, 'x', 'word', X'FE', 1, 2)
      """)
    let notebook = try fixture.open()
    #expect(try notebook.notes.all().map(\.id) == ["good"])
    #expect(try notebook.note(id: "good").text == "word")
    #expect(try notebook.searches.run(SearchQuery(parsing: "word")).total == 1)
  }
}
