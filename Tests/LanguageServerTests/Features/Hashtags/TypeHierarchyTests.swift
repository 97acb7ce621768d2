import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The tree of hashtags as a hierarchy of types.
@Suite struct TypeHierarchyTests {
  /// An item's name, what there is to it, and what stands where it is.
  private func describe(_ items: JSONValue, _ fixture: HashtagFixture) throws -> [String] {
    let locations = try fixture.locations(items, open: ["file:///a.md": "#books/2021/may #new/one"])
    return zip(items.array ?? [], locations).map { item, location in
      "\(item["name"]?.string ?? "") (\(item["detail"]?.string ?? "")): \(location)"
    }
  }

  @Test func theTreeIsWalked() throws {
    let fixture = try HashtagFixture(notes: [
      "# A\n\n#books/2021/may\n", "# B\n\n#books/2021\n", "# C\n\n#books/novels #books #bookshop\n",
    ])
    let params = try fixture.open("file:///a.md", "#books/20«»21/may #new/one")
    let prepared = try fixture.ask("textDocument/prepareTypeHierarchy", params)
    #expect(
      try describe(prepared, fixture)
        == ["#books/2021 (2 notes): #books/2021/may #new/one 0 #books/2021"])
    let item = try #require(prepared.array?.first)
    let above = try fixture.client.request("typeHierarchy/supertypes", ["item": item])
    #expect(try describe(above, fixture) == ["#books (3 notes): # C 2 #books"])
    let below = try fixture.client.request("typeHierarchy/subtypes", ["item": item])
    #expect(try describe(below, fixture) == ["#books/2021/may (1 note): # A 2 #books/2021/may"])
    let parent = try #require(above.array?.first)
    #expect(
      try describe(
        fixture.client.request("typeHierarchy/subtypes", ["item": parent]), fixture)
        == [
          "#books/2021 (2 notes): # B 2 #books/2021", "#books/novels (1 note): # C 2 #books/novels",
        ]
    )
    #expect(try fixture.client.request("typeHierarchy/supertypes", ["item": parent]) == [])
  }

  @Test func hashtagsOfOpenDocumentsAreInIt() throws {
    let fixture = try HashtagFixture(notes: nil)
    let params = try fixture.open("file:///a.md", "#books/2021/may #n«»ew/one")
    let item = try #require(
      try fixture.ask("textDocument/prepareTypeHierarchy", params).array?.first)
    let below = try fixture.client.request("typeHierarchy/subtypes", ["item": item])
    #expect(
      try describe(below, fixture)
        == ["#new/one (in an open document): #books/2021/may #new/one 0 #new/one"])
  }

  @Test func anItemOfSomebodyElseHasNothingAround() throws {
    let fixture = try HashtagFixture(notes: [])
    let params = try fixture.open("file:///a.md", "«»#a")
    var item = try #require(
      try fixture.ask("textDocument/prepareTypeHierarchy", params).array?.first?.object)
    item["data"] = nil
    for method in ["supertypes", "subtypes"] {
      #expect(
        try fixture.client.request("typeHierarchy/\(method)", ["item": .object(item)]) == .null)
    }
  }
}
