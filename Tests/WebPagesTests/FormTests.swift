import Base
import BookLookup
import Books
import Foundation
import JSON
import Notebook
import NotebookReview
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing
import WebServer

@testable import WebPages

@Suite struct FormTests {
  /// The page after a form of the book's page, as that page has it.
  private func page(
    after form: [(String, String)], ofBook id: String, in site: SiteFixture
  ) throws -> ReadPage {
    try site.page(after: form + [version(of: id, in: site)], to: "/book/\(id)")
  }

  /// The field of a form that says which record it shows.
  private func version(of id: String, in site: SiteFixture) throws -> (String, String) {
    let field = try site.page("/book/\(id)").all("input").first {
      $0.attributes["name"] == "version"
    }
    return ("version", try #require(field?.attributes["value"]))
  }

  @Test func booksMoveBetweenLists() throws {
    let site = try SiteFixture(fill: SmallNotebook.fill)
    let id = try site.note("Moby-Dick")
    func text(_ form: (String, String)...) throws -> String {
      try page(after: form, ofBook: id, in: site).text
    }
    #expect(
      try text(("do", "start"), ("date", "2025-05")).contains("Reading since May 2025"))
    #expect(try text(("do", "page"), ("page", "40")).contains("page 40"))
    #expect(
      try text(("do", "finish"), ("date", "2025-06-07")).contains("May 2025 to 7 June 2025"))
    #expect(try text(("do", "rate"), ("stars", "3.5")).contains("★★★½"))
    #expect(try #require(try site.notebook.books.record(of: id)).section == .read)
  }

  /// Two clicks are one reading, also by a page that is shown again.
  @Test func aBookFormThatIsSentTwiceCountsOnce() throws {
    let site = try SiteFixture(fill: SmallNotebook.fill)
    let id = try site.note("Moby-Dick")
    let former = try version(of: id, in: site)
    let form = [("do", "finish"), ("date", "2025-06-07"), former]
    for _ in 0..<2 {
      #expect(try !site.page(after: form, to: "/book/\(id)").text.contains("has changed"))
    }
    #expect(try page(after: Array(form.dropLast()), ofBook: id, in: site).text.contains("7 June"))
    #expect(try #require(try site.notebook.books.record(of: id)).readings.count == 1)
    // Another day is something else, and the page is of before.
    let other = [("do", "finish"), ("date", "2025-06-08"), former]
    #expect(
      try site.page(after: other, to: "/book/\(id)").text.contains("was changed after this form"))
    #expect(try #require(try site.notebook.books.record(of: id)).readings.count == 1)
    #expect(site.post("/book/\(id)", Array(form.dropLast())).status == 400)
  }

  @Test func aBookIsWantedAgainWithAllThatWasNoted() throws {
    let site = try SiteFixture(fill: SmallNotebook.fill)
    let id = try site.note("Emma")
    try site.notebook.books.edit(of: id) { $0.page = 40 }
    let page = try page(after: [("do", "want")], ofBook: id, in: site)
    #expect(page.text.contains("Want to read") && page.text.contains("Did not finish, on page 40"))
    #expect(!page.all("button").contains { $0.text == "Want to read" })
    let record = try #require(try site.notebook.books.record(of: id))
    #expect(record.section == .want && record.stopped.map(\.page) == [40])
    #expect(record.stopped.first?.start == PartialDate("2024-01"))
    // Of a book that was read there is no such button.
    let walden = try site.page("/book/\(try site.note("Walden"))")
    #expect(!walden.all("button").contains { $0.text == "Want to read" })
  }

  @Test func notesAreOpenedInAnEditor() throws {
    let opened = Mutex<[String]>([])
    let editor = NoteOpener.program { name in
      opened.withLock { $0.append(name) }
      return name.contains("note")
    }
    let site = try SiteFixture(editor: editor, fill: SmallNotebook.fill)
    let id = try site.note("Moby-Dick")
    #expect(try site.page("/note/\(id)").text.contains("Open in my editor"))
    #expect(site.post("/note/\(id)/open").location == "/note/\(id)")
    #expect(opened.withLock { $0 } == ["commonplace://notebook/\(id)/note.md"])
    #expect(site.post("/note/unknown/open").status == 404)
    #expect(site.get("/note/\(id)/open").status == 404)

    let other = try SiteFixture(
      editor: .program { _ in false }, fill: SmallNotebook.fill)
    #expect(other.post("/note/\(try other.note("Moby-Dick"))/open").status == 500)
    let reading = try SiteFixture(isReadOnly: true, editor: editor, fill: SmallNotebook.fill)
    let note = try reading.note("Moby-Dick")
    #expect(try !reading.page("/note/\(note)").text.contains("Open in my editor"))
  }

  @Test(arguments: ["", "a b", "a;b", "$(x)", "a/b", "é", "a'b", "a%s"])
  func noEditorGetsOtherIDs(id: String) {
    #expect(NoteOpener.name(ofNote: id) == nil)
  }

  @Test(arguments: [
    ([("do", "start"), ("date", "soon")], "Write a date as"),
    ([("do", "finish"), ("date", "1990")], "before the start of the reading"),
    ([("do", "finish"), ("date", "9999")], "That date is in the future"),
    ([("do", "rate"), ("stars", "7")], "Choose stars from 0 to 5"),
    ([("do", "page"), ("page", "many")], "Enter the page as a whole number"),
  ])
  func refusalsSaySo(_ form: [(String, String)], _ words: String) throws {
    let site = try SiteFixture(fill: SmallNotebook.fill)
    let id = try site.note("Emma")
    let former = try site.notebook.books.record(of: id)
    #expect(try page(after: form, ofBook: id, in: site).text.contains(words))
    #expect(try site.notebook.books.record(of: id) == former)
  }

  @Test func aBookIsAddedByHandOnce() throws {
    let site = try SiteFixture(fill: SmallNotebook.fill)
    let form = [("title", "Persuasion"), ("authors", "Jane Austen; "), ("list", "reading")]
    let page = try site.page(after: form, to: "/add")
    #expect(page.all("h1").map(\.text) == ["Persuasion"])
    _ = try site.page(after: form, to: "/add")
    #expect(try site.notebook.notes.all().count { $0.title == "Persuasion" } == 1)
    #expect(try site.page(after: [("authors", "x")], to: "/add").text.contains("Enter the title"))
    #expect(
      try site.page(after: [("title", "A"), ("isbn", "12")], to: "/add").text
        .contains("Not a valid ISBN"))
  }

  /// The first change makes the working copy, which counts changes; the file did not.
  @Test func listsFollowTheFirstChange() throws {
    let site = try SiteFixture(notes: ["# A note\n"])
    #expect(try site.page("/shelf").text.contains("0 books"))
    _ = try site.page(after: [("title", "Persuasion")], to: "/add")
    #expect(try site.page("/shelf").text.contains("1 book."))
    _ = try site.notebook.createNote(text: "# Another note\n")
    #expect(try site.page("/notes").text.contains("Another note"))
  }

  @Test func aBookIsLookedUpOnlyByTheButton() throws {
    let asked = Counter()
    let site = try SiteFixture(lookup: { () throws(LookupFailure) in
      asked.add()
      throw .noProgram
    })
    #expect(try site.page("/add").text.contains("Ask Open Library"))
    #expect(asked.value == 0)
    let address = try #require(site.post("/add/look-up", [("words", "walden thoreau")]).location)
    site.site.state.lookups.wait()
    #expect(
      try site.page(address).text.contains("program curl is not installed") && asked.value == 1)
    #expect(
      try site.page(after: [("words", " ")], to: "/add/look-up").text.contains(
        "at least 3 characters"))
    #expect(
      try site.page(after: [("found", "x"), ("edition", "0")], to: "/add/edition").text
        .contains("no longer available"))
    #expect(asked.value == 1)
  }

  /// Services that do not answer hold up no page, and no look-up that has not begun is begun after the end.
  @Test func pagesDoNotWaitForLookUps() throws {
    let (asked, gate) = (Counter(), Gate())
    let site = try SiteFixture(
      fill: SmallNotebook.fill,
      lookup: { () throws(LookupFailure) in
        asked.add()
        gate.wait()
        throw .noProgram
      })
    let addresses = try (0..<5).map { number in
      try #require(site.post("/add/look-up", [("words", "walden \(number)")]).location)
    }
    for address in addresses {
      let page = try site.page(address)
      #expect(page.text.contains("Asking the services"))
      #expect(page.elements.contains { $0.attributes["data-part"] == "again" })
      #expect(!page.all("form").contains { $0.attributes["method"] == "post" })
    }
    #expect(try site.page("/").text.contains("Emma"))
    // One at a time.
    while asked.value == 0 { Thread.sleep(forTimeInterval: 0.005) }
    #expect(asked.value == 1)
    site.site.stop()
    gate.open()
    site.site.state.lookups.wait()
    #expect(asked.value == 1)
  }

  /// A cover comes after the page of its book, unless there is one by then, or the site has stopped.
  @Test func aCoverIsStoredLater() throws {
    let site = try SiteFixture(fill: SmallNotebook.fill)
    let (id, lookups) = (try site.note("Moby-Dick"), site.site.state.lookups)
    let cover = NoteCover(mimeType: "image/png", data: TestImages.png())
    let (gate, stored) = (Gate(), Counter())
    func fetch() {
      lookups.fetchCover(of: id) {
        gate.wait()
        return cover
      } store: { _ in
        stored.add()
      }
    }
    fetch()
    #expect(try site.page("/book/\(id)").text.contains("Fetching the cover"))
    gate.open()
    lookups.wait()
    #expect(stored.value == 1)
    #expect(try !site.page("/book/\(id)").text.contains("Fetching the cover"))
    site.site.stop()
    fetch()
    lookups.wait()
    #expect(stored.value == 1)
  }

  /// An id is a text of the file: a page that shows it in a command would have its reader run it.
  @Test(arguments: [
    "x; touch /tmp/owned #", "$(touch x)", "-rf", "--help", "a b", "a\nb", "\u{E9}",
  ])
  func aCommandToPasteHasAPlainID(id: String) throws {
    let site = try SiteFixture(notes: ["# A note\n"])
    let plain = try site.note("A note")
    #expect(try site.page("/note/\(plain)").text.contains("commonplace edit \(plain)"))
    try site.fixture.putNote(id, title: "Another", text: "# Another\n")
    _ = try site.notebook.refresh()
    let encoded = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let page = try site.page("/note/\(encoded)")
    #expect(page.all("h1").map(\.text) == ["Another"])
    #expect(!page.text.contains("commonplace edit") && page.all("code").isEmpty)
  }

  @Test func readOnlyRefusesAndHidesForms() throws {
    let site = try SiteFixture(isReadOnly: true, fill: SmallNotebook.fill)
    let id = try site.note("Emma")
    for address in ["/", "/book/\(id)", "/shelf", "/review", "/add", "/tag/books", "/note/\(id)"] {
      let page = try site.page(address)
      #expect(!page.all("form").contains { $0.attributes["method"] == "post" }, "\(address)")
    }
    let former = try site.notebook.notes.list()
    for address in ["/book/\(id)", "/add", "/add/look-up", "/add/edition", "/review", "/review/x"] {
      #expect(site.post(address, [("do", "start"), ("title", "x")]).status == 403)
    }
    #expect(try site.notebook.notes.list().notes == former.notes)
  }
}

@Suite struct ReviewFormTests {
  let site: SiteFixture

  init() throws { site = try SiteFixture(fill: SmallNotebook.fill) }

  private func begin(_ form: [(String, String)] = []) throws -> String {
    try #require(site.post("/review", form).location)
  }

  private func step(_ page: ReadPage) throws -> String {
    try #require(page.all("input").first { $0.attributes["name"] == "step" }?.attributes["value"])
  }

  private func take(_ word: String, _ page: ReadPage, _ address: String) throws -> ReadPage {
    try site.page(after: [("do", word), ("step", try step(page))], to: address)
  }

  @Test func cardsAreAskedAnsweredAndUndone() throws {
    let address = try begin()
    var page = try site.page(address)
    #expect(!page.elements.contains { $0.attributes["class"] == "back" })
    page = try take("reveal", page, address)
    #expect(page.elements.contains { $0.attributes["class"] == "back" })
    #expect(
      page.all("button").compactMap { $0.attributes["data-key"] }.prefix(2) == [
        "1 ArrowLeft", "2 ArrowRight",
      ])
    page = try take("good", page, address)
    #expect(try site.notebook.reviews.counts().answeredToday == 1)
    page = try take("undo", page, address)
    #expect(page.text.contains("The last answer was undone."))
    #expect(try site.notebook.reviews.counts().answeredToday == 0)
    page = try take("skip", page, address)
    #expect(page.text.contains("1 of 4"))
  }

  /// The source of a card is its answer, or a part of it.
  @Test func theSourceIsShownWithTheAnswer() throws {
    let emma = try site.note("Emma")
    let address = try begin([("query", "clever")])
    func tells(_ page: ReadPage) -> Bool {
      page.text.contains("Emma")
        || page.all("a").contains { $0.attributes["href"]?.contains(emma) == true }
    }
    let page = try site.page(address)
    #expect(page.text.contains("IDENTIFY THE SOURCE") && !tells(page))
    #expect(tells(try take("reveal", page, address)))
  }

  @Test func aScriptGetsTheNextCardAtOnce() throws {
    let address = try begin()
    let form = [("do", "reveal"), ("step", try step(try site.page(address)))]
    let answer = site.post(address + "?part=yes", form)
    #expect(answer.status == 200 && answer.location == nil)
    let page = SiteFixture.checked(answer, address)
    #expect(page.elements.contains { $0.attributes["class"] == "back" })
    #expect(site.post("/review/none?part=yes", form).status == 404)
    #expect(site.post(address + "?part=yes", [("do", "guess")]).status == 400)
  }

  @Test func aFormThatIsSentTwiceAnswersOnce() throws {
    let address = try begin()
    var page = try site.page(address)
    page = try take("reveal", page, address)
    let form = [("do", "good"), ("step", try step(page))]
    _ = site.post(address, form)
    _ = site.post(address, form)
    #expect(try site.notebook.reviews.counts().answeredToday == 1)
  }

  @Test func nothingIsAskedTwice() throws {
    let (one, other) = (try begin(), try begin())
    var first = try site.page(one)
    var answered = 0
    // Every card of the first session is answered; the second, begun before, has none left.
    while !first.text.contains("Done") {
      first = try take("good", try take("reveal", first, one), one)
      answered += 1
      #expect(answered < 10)
    }
    #expect(try site.page(other).text.contains("A card was removed from this review"))
    #expect(try site.notebook.reviews.counts().answeredToday == answered)
  }

  @Test func anAnswerToACardThatWasAnsweredElsewhereIsNotRecorded() throws {
    let emma = [("note", try site.note("Emma"))]
    let (one, other) = (try begin(emma), try begin(emma))
    let shown = try take("reveal", try site.page(one), one)
    _ = try take("good", try take("reveal", try site.page(other), other), other)
    let page = try take("good", shown, one)
    #expect(page.text.contains("A card was removed from this review: it is no longer due."))
    #expect(try site.notebook.reviews.counts().answeredToday == 1)
  }

  @Test func sessionsAreFewAndUnknownOnesMissing() throws {
    let first = try begin()
    for _ in 0..<WebReviews.limit { _ = try begin() }
    #expect(site.site.state.reviews.count == WebReviews.limit)
    _ = try site.page(first, status: 404)
    #expect(site.post(first, [("do", "reveal"), ("step", "0")]).status == 404)
    #expect(site.post(try begin(), [("do", "burn"), ("step", "0")]).status == 400)
  }

  @Test func scopesAndCrams() throws {
    #expect(try site.page(try begin([("tag", "#books")])).text.contains("0 of 3"))
    #expect(try site.page(try begin([("section", "reading")])).text.contains("0 of 1"))
    #expect(try site.page(try begin([("query", "clever")])).text.contains("0 of 1"))
    #expect(site.post("/review", [("note", "none")]).status == 400)
    let address = try begin([("cram", "yes"), ("limit", "1")])
    var page = try site.page(address)
    #expect(page.text.contains("answers are not recorded"))
    page = try take("good", try take("reveal", page, address), address)
    #expect(page.text.contains("Done"))
    #expect(try site.notebook.reviews.counts().answeredToday == 0)
  }
}

/// Counts calls.
final class Counter: Sendable {
  private let count = Mutex(0)
  func add() { count.withLock { $0 += 1 } }
  var value: Int { count.withLock { $0 } }
}
