import Base
import Books
import Foundation
import Notebook
import NotebookIndex
import NotebookTestSupport
import TestSupport
import Testing
import UserSettings
import WebServer

@testable import WebPages

/// Links between notes: in their texts, under them, and on the map.
@Suite struct LinkPageTests {
  private static let notes = [
    "# Hub\n\nOne. It says [[Walden#Economy|the pond]] here! [[Twin]] [[None]] [[#Own]]\n\n## Own\n",
    "# Walden\n\nSee [[Hub]], not [[Twin]], first. And [[Hub]].\n\n## Economy\n\n[[Hub]] [[Hub]]\n",
    "# Twin\n", "# Twin\n", "# Alone\n\n`[[Hub]]`\n",
  ]

  private func links(_ page: ReadPage, _ prefix: String = "/note/") -> [String] {
    page.all("a").filter { $0.attributes["href"]?.hasPrefix(prefix) == true }.map {
      "\($0.text): \($0.attributes["href"] ?? "")"
    }
  }

  @Test func linksInATextLeadToNotes() throws {
    let site = try SiteFixture(notes: Self.notes)
    let (hub, walden) = (try site.note("Hub"), try site.note("Walden"))
    let page = try site.page("/note/\(hub)")
    let article = links(page, "/note/\(walden)#")
    #expect(article == ["the pond: /note/\(walden)#h-economy"])
    #expect(links(page, "#h") == ["Own: #h-own"])
    #expect(page.elements.filter { $0.attributes["class"] == "nowhere" }.map(\.text) == ["None"])
    #expect(page.elements.contains { $0.attributes["id"] == "h-own" })
    let target = try site.page("/note/\(walden)")
    #expect(target.elements.contains { $0.attributes["id"] == "h-economy" })

    let choice = try #require(links(page, "/called").first)
    #expect(choice.hasPrefix("Twin: "))
    let called = try site.page(String(choice.dropFirst("Twin: ".count)))
    #expect(links(called).count == 2)
    _ = try site.page("/called?name=nothing", status: 404)
    _ = try site.page("/called", status: 404)
  }

  @Test func theNotesThatPointAtANoteAreUnderIt() throws {
    let site = try SiteFixture(notes: Self.notes)
    let (hub, walden) = (try site.note("Hub"), try site.note("Walden"))
    let page = try site.page("/note/\(hub)")
    #expect(page.all("h2").map(\.text) == ["Own", "Notes that link here", "Links to"])
    #expect(page.text.contains("See Hub, not Twin, first.") && page.text.contains("And Hub."))
    #expect(page.text.contains("and 1 more link") == true)
    #expect(
      links(page, "/note/\(walden)?") == [
        "Hub: /note/\(walden)?line=2#here", "Hub: /note/\(walden)?line=2#here",
        "Hub: /note/\(walden)?line=6#here",
      ])
    #expect(try site.page("/note/\(walden)").text.contains("It says the pond here!"))
    #expect(try site.page("/note/\(site.note("Alone"))").all("h2").isEmpty)
  }

  @Test func aBookHasThemToo() throws {
    let site = try SiteFixture(notes: ["# Other\n\nI read [[Walden]].\n"], fill: SmallNotebook.fill)
    let page = try site.page("/book/\(try site.note("Walden"))")
    #expect(page.all("h2").map(\.text).contains("Notes that link here"))
    #expect(page.text.contains("I read Walden."))
  }

  @Test func longListsAreCut() throws {
    let texts = (0..<60).map { "# From \($0)\n\n[[Hub]]\n" }
    let hub = "# Hub\n\n" + (0..<70).map { "[[To \($0)]]\n" }.joined()
    let site = try SiteFixture(notes: [hub] + texts + (0..<70).map { "# To \($0)\n" })
    let page = try site.page("/note/\(try site.note("Hub"))")
    #expect(page.text.contains("and 10 more") && page.text.contains("and 20 more"))
    let rows = page.all("li").filter { $0.text.hasPrefix("From") || $0.text.hasPrefix("To ") }
    #expect(rows.count == 100)

    // Every group gets a part of the map.
    let map = try site.page("/note/\(try site.note("Hub"))/map")
    #expect(Self.nodes(map).count == 41)
    #expect(map.text.contains("and 40 more") && map.text.contains("and 50 more"))
  }

  /// The links of the drawing: the elements that have a rectangle in them.
  private static func nodes(_ page: ReadPage) -> [String] {
    page.all("a").filter { $0.attributes["aria-label"] != nil }
      .compactMap { $0.attributes["aria-label"] }
  }

  @Test func theMapIsADrawingAndLists() throws {
    let site = try SiteFixture { notebook in
      let book = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
      _ = try notebook.books.add(book, text: "# Mine\n\n#rare #common [[To]] [[Both]]\n")
      _ = try notebook.books.add(book, text: "# Same\n")
      for text in [
        "# From\n\n[[Mine]]\n", "# Both\n\n[[Mine]]\n", "# To\n", "# Rare\n\n#rare\n",
        "# Common 1\n\n#common\n", "# Common 2\n\n#common\n", "# Far\n",
      ] { _ = try notebook.createNote(text: text) }
    }
    let mine = try site.note("Mine")
    #expect(links(try site.page("/note/\(mine)"), "/note/\(mine)/map").count == 1)
    let page = try site.page("/note/\(mine)/map")
    let drawing = try #require(page.all("svg").first { $0.attributes["class"] == "map" })
    #expect(drawing.attributes["role"] == "group" && drawing.attributes["aria-label"] != nil)
    let nodes = Self.nodes(page)
    #expect(
      nodes.map { String($0.prefix(6)) } == [
        "From", "Both", "Mine", "To", "Same", "Rare", "Common", "Common",
      ])
    #expect(
      page.all("h2").map(\.text) == [
        "Notes that link here", "Notes with links in both directions",
        "Notes that this note links to", "Notes about the same book",
        "Notes that share hashtags",
      ])
    // The lists say the same, in the same order.
    let listed = page.all("li").filter { $0.attributes["class"] == "row" }.map(\.text)
    #expect(listed == nodes.filter { $0 != "Mine" })
    #expect(try !site.page("/note/\(site.note("Far"))/map").elements.contains { $0.name == "svg" })
    _ = try site.page("/note/none/map", status: 404)
  }

  @Test func otherPagesDoNotAskForLinks() throws {
    let site = try SiteFixture(notes: Self.notes, fill: SmallNotebook.fill)
    for address in [
      "/", "/notes", "/shelf", "/tags", "/search?q=hub", "/quotes", "/statistics", "/review",
      "/add",
      "/note/\(try site.note("Hub"))/history",
    ] { _ = try site.page(address) }
    #expect(site.site.state.links.asked == 0)
    _ = try site.page("/note/\(try site.note("Hub"))")
    #expect(site.site.state.links.asked == 1)
  }

  /// A long notebook's page does not wait for the index, says so, and has the links later.
  @Test func aPageComesBeforeTheIndexIsMade() throws {
    let fixture = try SiteFixture(notes: Self.notes)
    let hub = try fixture.note("Hub")
    let (gate, made) = (Gate(), Counter())
    let site = NotebookSite(
      SiteState(
        fixture.notebook, root: SiteFixture.root, settings: Settings(), isReadOnly: false,
        editor: nil,
        links: .links { notebook in
          gate.wait()
          try notebook.links.makeIndex()
          made.add()
        }, lookup: nil))
    func page(_ address: String) -> ReadPage {
      SiteFixture.checked(site.response(to: SiteFixture.request(address)), address)
    }
    for _ in 0..<2 {
      let early = page("/note/\(hub)")
      #expect(early.text.contains("Reading the links") && early.text.contains("the pond"))
      #expect(!early.elements.contains { $0.attributes["class"] == "nowhere" })
      #expect(links(early, "/note/").allSatisfy { $0.contains(hub) })
      #expect(page("/note/\(hub)/map").elements.contains { $0.attributes["data-part"] == "again" })
    }
    gate.open()
    while made.value == 0 { Thread.sleep(forTimeInterval: 0.005) }
    #expect(links(page("/note/\(hub)")).contains { $0.hasPrefix("the pond: ") })
    #expect(Self.nodes(page("/note/\(hub)/map")).count == 4)
  }

  @Test func anIndexThatCannotBeMadeIsNotMadeAgain() throws {
    let fixture = try SiteFixture(notes: Self.notes)
    let tries = Counter()
    let site = NotebookSite(
      SiteState(
        fixture.notebook, root: SiteFixture.root, settings: Settings(), isReadOnly: false,
        editor: nil,
        links: .links { _ in
          tries.add()
          throw CancellationError()
        }, lookup: nil))
    for _ in 0..<3 {
      let answer = site.response(to: SiteFixture.request("/note/\(try fixture.note("Hub"))"))
      #expect(ReadPage(answer.body).text.contains("cannot be read"))
    }
    #expect(tries.value == 1)
  }

  /// A save of a moment ago is seen.
  @Test func pagesFollowChanges() throws {
    // The first save of all makes another index, for which a page waits a moment only.
    let site = try SiteFixture(
      notes: Self.notes, fill: { _ = try $0.createNote(text: "# First\n") })
    let alone = try site.note("Alone")
    #expect(try !site.page("/note/\(alone)").text.contains("Notes that link here"))
    _ = try site.notebook.createNote(text: "# New\n\nAfter [[Alone]].\n")
    #expect(try site.page("/note/\(alone)").text.contains("After Alone."))
    try site.notebook.trash(try site.note("New"))
    #expect(try !site.page("/note/\(alone)").text.contains("After Alone."))
  }
}

/// Holds others until it is opened.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func wait() {
    semaphore.wait()
    // It stays open.
    semaphore.signal()
  }
  func open() { semaphore.signal() }

  /// Under a note are those of which a link leads to it, and no others.
  @Test func theListsSayWhereLinksLead() throws {
    let site = try SiteFixture(notes: [
      "# Walden\n\n[[DC]]\n", "---\naliases: [Walden, DC]\n---\n# Essay\n\n[[Walden]]\n",
      "# DC\n\n[[AC/DC]] [x](essay.md)\n", "# AC/DC\n\n[[a/DC]] [x](ac-dc.md) [y](walden.md)\n",
      "# Report.pdf\n\n[[Report.pdf]] [x](Report.pdf.md)\n", "# C++\n\n[[C]] [[essay]]\n",
    ])
    let oracle = try LinkOracle(site.notebook)
    let pointing = oracle.pointing
    for note in oracle.notes {
      let page = try site.page("/note/\(note.id)")
      let under = page.all("a").compactMap { link -> String? in
        let address = link.attributes["href"] ?? ""
        guard address.hasPrefix("/note/"), address.contains("?line=") else { return nil }
        return address.split(separator: "?").first.map { String($0.dropFirst("/note/".count)) }
      }
      #expect(Set(under) == pointing[note.id])
      #expect(page.text.contains("Links to") == !oracle.notes(pointedAtBy: note).isEmpty)
    }
  }
}
