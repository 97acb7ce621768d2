import Base
import Books
import Foundation
import Notebook
import NotebookIndex
import NotebookTestSupport
import TestSupport
import Testing
import WebServer

@testable import WebPages

@Suite struct PageTests {
  let site: SiteFixture

  init() throws { site = try SiteFixture(fill: SmallNotebook.fill) }

  @Test func homeShowsReadingNotesPromptsAndQuotes() throws {
    let page = try site.page("/")
    #expect(
      page.all("h2").map(\.text)
        == ["Currently reading", "Review", "Recently changed", "Quotes"])
    #expect(page.text.contains("4 prompts are due, 4 of them new"))
    #expect(page.all("img").map { $0.attributes["src"] } == ["/cover/\(try site.note("Emma"))"])
    #expect(page.all("figure").count == 2)
  }

  @Test(arguments: [
    ("/shelf", ["Reading: Emma", "Want to read: Moby-Dick", "Read: Walden"]),
    ("/shelf?section=want", ["Want to read: Moby-Dick"]),
    ("/shelf?section=read&view=list", ["Read in 2021: Walden"]),
    ("/shelf?year=2021", ["Read in 2021: Walden"]),
    ("/shelf?year=2020", []),
    ("/shelf?author=aus&sort=title", ["Reading: Emma"]),
    (
      "/shelf?section=nonsense&page=99999999999999999999&sort=x",
      [
        "Reading: Emma", "Want to read: Moby-Dick", "Read: Walden",
      ]
    ),
    ("/shelf?page=2", []),
  ])
  func shelves(_ address: String, _ groups: [String]) throws {
    let page = try site.page(address)
    // The facts of a group are its heading and its links to books.
    let sections = page.all("section").map { section in
      let names = ["Emma", "Moby-Dick", "Walden"].filter(section.text.contains)
      return page.all("h2").map(\.text).first(where: section.text.hasPrefix).map {
        "\($0): \(names.joined(separator: ", "))"
      } ?? ""
    }
    #expect(
      sections.sorted()
        == groups.sorted())
  }

  @Test func aBookHasItsRecordReadingsChaptersQuotesAndPrompts() throws {
    let id = try site.note("Walden")
    let page = try site.page("/book/\(id)")
    #expect(page.all("h1").map(\.text) == ["Walden"])
    #expect(page.text.contains("★★★★½"))
    #expect(page.text.contains("1 March 2021 to 11 March 2021 (11 days)"))
    #expect(page.all("dd").map(\.text).contains("1854"))
    let links = page.all("a").compactMap { $0.attributes["href"] }
    #expect(links.contains("/note/\(id)#h-economy") && links.contains("/note/\(id)#h-sounds"))
    #expect(page.text.contains("The mass of men lead lives of quiet desperation."))
    #expect(page.text.contains("3 prompts in all"))
    #expect(links.contains("/shelf?author=Henry%20David%20Thoreau&sort=title"))
  }

  @Test func aNoteIsRendered() throws {
    let id = try site.note("Walden")
    let page = try site.page("/note/\(id)?line=6#here")
    #expect(page.all("h1").map { $0.text.trimmed } == ["Walden"])
    #expect(page.elements.first { $0.attributes["id"] == "here" }?.name == "blockquote")
    #expect(page.all("details").count == 1)
    #expect(page.all("label").contains { $0.attributes["class"] == "cloze" })
    #expect(page.all("a").contains { $0.attributes["href"] == "/tag/books%2Fessays" })
    #expect(
      page.all("a").contains {
        $0.attributes["href"] == "vscode://commonplace.commonplace/note/\(id)"
      })
  }

  @Test func searchFindsAndMarks() throws {
    let page = try site.page("/search?q=desperation")
    #expect(page.all("mark").map(\.text) == ["desperation"])
    #expect(page.text.contains("1 note."))
    let part = site.get("/search?q=desperation&part")
    #expect(ReadPage(part.body).all("html").isEmpty && ReadPage(part.body).all("mark").count == 1)
    #expect(try site.page("/search?q=%22nothing+here").text.contains("Nothing found."))
    let unknown = try site.page("/search?q=links-to%3ANone").text
    #expect(unknown.contains("“links-to:None” does not name a note"))
    #expect(try site.page("/search").all("mark").isEmpty)
  }

  @Test func hashtagsAreATree() throws {
    let page = try site.page("/tags")
    #expect(page.all("li").suffix(2).map { $0.attributes["class"] } == ["in0", "in1"])
    let tag = try site.page("/tag/books")
    #expect(tag.text.contains("#books/essays") && tag.text.contains("1 note"))
    _ = try site.page("/tag/unknown", status: 404)
  }

  @Test func aQuoteIsAPicture() throws {
    let id = try site.note("Emma")
    let page = try site.page("/quote/\(id)/2")
    #expect(page.all("blockquote").map(\.text) == ["Handsome, clever, and rich."])
    let picture = site.get("/quote/\(id)/2/picture")
    #expect(picture.contentType == .drawing)
    let drawing = ReadPage(picture.body)
    #expect(drawing.fault == nil)
    #expect(
      drawing.all("text").map(\.text) == ["Handsome, clever, and rich.", "— Jane Austen, Emma"])
    _ = try site.page("/quote/\(id)/3", status: 404)
    #expect(try site.page("/quotes?q=clever").all("figure").count == 1)
  }

  @Test func statisticsAreTables() throws {
    let page = try site.page("/statistics")
    #expect(page.all("caption").map(\.text).contains("Books read"))
    #expect(page.text.contains("2021"))
  }

  /// The texts of a conflict are listed as everywhere else.
  @Test func conflictsShowTheList() throws {
    let site = try SiteFixture(notes: ["# Walden\n"])
    let id = try site.note("Walden")
    let base = try site.notebook.note(id: id).version
    let other = try site.fixture.open()
    _ = try other.save(text: "# Theirs\n", note: id)
    _ = try site.notebook.conflicts.saveKeepingOthers(text: "# Mine\n", note: id, base: base)
    let conflict = try #require(try site.notebook.conflicts.of(id))
    let lines = try site.notebook.conflicts.list(conflict).entries.map(\.line)
    #expect(lines.map { $0.hasSuffix("(shown)") } == [true, false])
    let page = try site.page("/note/\(id)/conflict")
    #expect(page.all("h2").map(\.text) == lines)
  }

  @Test func historyShowsEarlierTexts() throws {
    let id = try site.note("Emma")
    _ = try site.notebook.save(text: "# Emma\n\nAnother text.\n", note: id)
    let page = try site.page("/note/\(id)/history")
    let links = page.all("a").compactMap { $0.attributes["href"] }.filter {
      $0.contains("/history/")
    }
    #expect(links.count == 2)
    let earlier = try site.page(try #require(links.last))
    #expect(earlier.text.contains("Handsome"))
    #expect(earlier.all("ins").map { $0.text.trimmed }.joined().contains("Another"))
  }

  @Test func picturesAreKnownByTheirBytes() throws {
    let id = try site.note("Emma")
    #expect(site.get("/cover/\(id)").contentType == .png)
    let svg = NoteCover(
      mimeType: "image/png", data: Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8))
    try site.notebook.books.setCover(of: id, to: svg)
    #expect(site.get("/cover/\(id)").status == 404)
    #expect(site.get("/image/\(id)/.coverImage").status == 404)
    #expect(site.get("/image/\(id)/.noteText").status == 404)
  }

  @Test func stylesAndScriptsHaveTheirDigestInTheAddress() throws {
    let page = try site.page("/")
    for (element, name) in [("link", "href"), ("script", "src")] {
      let address = try #require(page.all(element).first?.attributes[name])
      let answer = site.get(address)
      #expect(answer.status == 200 && answer.isImmutable)
    }
    #expect(site.get("/asset/0/style.css").status == 404)
    #expect(Asset.allCases.reduce(0) { $0 + $1.bytes.count } <= 60_000)
  }

  /// The first page shows the notes that were written last, and the books that are being read, in a notebook of
  /// any length; without an index, for a moment it may have to say that it looks.
  @Test func theFirstPageNeedsNoListOfAllNotes() throws {
    let site = try SiteFixture(notes: (0..<30).map { "# Note \($0)\n" })
    let notebook = site.site.state.notebook
    let id = try #require(try notebook.notes.all().last?.id)
    _ = try notebook.save(text: "# Last\n", note: id)
    try notebook.titles.makeIndex()
    let page = try site.page("/")
    let rows = page.all("li").filter { $0.attributes["class"] == "row" }
    let titles = try notebook.notes.all().prefix(8).map(\.title)
    #expect(rows.count == 8 && zip(rows, titles).allSatisfy { $0.text.contains($1) })
    #expect(!page.text.contains("Reading the notebook"))
  }

  /// A page of many notes is as long as one of some, and the lists are made once for a state.
  @Test func pagesOfManyNotesAreBounded() throws {
    func texts(_ count: Int) -> [String] {
      (0..<count).map { "# Note \($0)\n\n#tag/\($0 % 50) a word\n\n> Quote \($0)\n" }
    }
    let (few, many) = (try SiteFixture(notes: texts(100)), try SiteFixture(notes: texts(1500)))
    for address in [
      "/", "/notes", "/tags", "/tag/tag", "/quotes", "/search?q=word", "/shelf", "/statistics",
    ] {
      let (short, long) = (few.get(address).body.count, many.get(address).body.count)
      #expect(Double(long) < 1.5 * Double(short), "\(address): \(short), \(long)")
    }
    #expect(many.site.state.survey.surveysMade == 1)
    let page = try many.page("/notes?page=25")
    #expect(page.all("li").count { $0.attributes["class"] == "row" } == 60)
    #expect(
      try many.page("/notes?page=26").all("li").allSatisfy { $0.attributes["class"] != "row" })
  }
}
