import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The links that point at a note.
@Suite struct LinkReferencesTests {
  static let notes = [
    "# Walden\n", "# A\n\nFirst. See [[Walden]] and\n[[walden|it]]. Last.\n",
    "# B\n\n[x](walden.md) `[[Walden]]`\n", "# C\n\n[[Emma]]\n",
  ]

  @Test(arguments: ["# Wal«»den\n", "# T\n\n[[wal«»den]]"])
  func references(marked: String) throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let isNote = marked.hasPrefix("# Wal")
    let uri = try isNote ? fixture.server.uri(titled: "Walden") : "file:///t.md"
    var params = try fixture.open(uri, marked)
    params["context"] = ["includeDeclaration": true]
    let locations = try fixture.locations(fixture.ask("textDocument/references", params))
    #expect(Set(locations) == ["# A 2 [[Walden]]", "# A 3 [[walden|it]]", "# B 2 [x](walden.md)"])
  }

  @Test func anOpenNoteIsAsItIsInTheEditor() throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let (a, c) = (try fixture.server.uri(titled: "A"), try fixture.server.uri(titled: "C"))
    fixture.client.open(a, "# A\n\nNo link.\n")
    fixture.client.open(c, "# C\n\n[[Walden]]\n")
    var params = try fixture.open(try fixture.server.uri(titled: "Walden"), "# Wald«»en\n")
    params["context"] = ["includeDeclaration": false]
    let locations = try fixture.locations(
      fixture.ask("textDocument/references", params), open: [c: "# C\n\n[[Walden]]\n"])
    #expect(Set(locations) == ["# C 2 [[Walden]]", "# B 2 [x](walden.md)"])
  }

  @Test func theTrashPointsNowhere() throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let (a, walden) = (
      try fixture.server.uri(titled: "A"), try fixture.server.uri(titled: "Walden")
    )
    _ = try fixture.client.request("commonplace/deleteNote", ["uri": a.json])
    let list = try fixture.client.request("commonplace/listLinks", ["uri": walden.json])
    #expect(list["pointing"]?.array?.map { $0["title"] } == ["B"])
  }

  @Test func theList() throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let a = try fixture.server.uri(titled: "A")
    let walden = try fixture.server.uri(titled: "Walden")
    let list = try fixture.client.request("commonplace/listLinks", ["uri": walden.json])
    let pointing = list["pointing"]?.array ?? []
    #expect(Set(pointing.compactMap { $0["title"]?.string }) == ["A", "B"])
    let positions = pointing.first { $0["title"] == "A" }?["places"]?.array
    #expect(positions?.first?["sentence"] == "See [[Walden]] and")
    #expect(list["pointedAt"] == [] && list["isComplete"] == true)
    let other = try fixture.client.request("commonplace/listLinks", ["uri": a.json])
    #expect(other["pointedAt"] == [["uri": walden.json, "title": "Walden"]])
  }

  /// The first line of a note says how many notes point at it, if that is wanted.
  @Test func theLens() throws {
    let server = try ServerFixture(notes: Self.notes)
    server.client.notify(
      "workspace/didChangeConfiguration", ["settings": ["codeLens": ["links": true]]])
    let walden = try server.uri(titled: "Walden")
    server.client.open(walden, "# Walden\n")
    // Links are looked up by now.
    _ = try server.client.request("commonplace/listLinks", ["uri": walden.json])
    let lenses = try server.client.request(
      "textDocument/codeLens", ["textDocument": ["uri": walden.json]])
    #expect(lenses.array?.map { $0["command"]?["title"] } == ["2 notes link here"])
  }

  /// A note points at those that have it in their lists, and at no others.
  @Test func theListsAreInverse() throws {
    let fixture = try HashtagFixture(notes: [
      "# Walden\n\n[[DC]]\n", "---\naliases: [Walden, DC]\n---\n# Essay\n\n[[Walden]]\n",
      "# DC\n\n[[AC/DC]] [x](dc.md)\n", "# AC/DC\n\n[[a/DC]] [x](ac-dc.md) [y](walden.md)\n",
      "# Report.pdf\n\n[[Report.pdf]] [x](Report.pdf.md)\n", "# C++\n\n[[C]] [[essay]]\n",
      "# C\n\n[x](C++.md) [[c++]] [[Report.pdf.md]]\n",
    ])
    let titles = ["Walden", "Essay", "DC", "AC/DC", "Report.pdf", "C++", "C"]
    var (pointing, pointedAt): (Set<[String]>, Set<[String]>) = ([], [])
    for title in titles {
      let list = try fixture.client.request(
        "commonplace/listLinks", ["uri": fixture.server.uri(titled: title).json])
      for other in list["pointing"]?.array ?? [] {
        pointing.insert([other["title"]?.string ?? "", title])
        #expect(other["places"]?.array?.isEmpty == false)
      }
      for other in list["pointedAt"]?.array ?? [] {
        pointedAt.insert([title, other["title"]?.string ?? ""])
      }
    }
    #expect(pointing == pointedAt)
    #expect(pointing.contains(["Essay", "Walden"]) && !pointing.contains(["Walden", "Essay"]))
  }
}
