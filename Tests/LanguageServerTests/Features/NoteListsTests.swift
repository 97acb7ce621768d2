import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

/// Lists of notes and of hashtags.
@Suite struct NoteListsTests {
  private static let notes = [
    "# Walden\n\nSimplify, simplify.\n\nC++ and open-source, it's all here. #books/nature\n",
    "# Émile, or: a #1 title?\n\nNothing of the kind. #books\n",
    "No heading, but words about simplicity.\n",
  ]

  @Test func listsNotesAndTags() throws {
    let server = try ServerFixture(notes: Self.notes)
    func titles(_ params: JSONValue) throws -> [String] {
      try server.client.request("commonplace/listNotes", params)["notes"]?.array?
        .compactMap { $0["title"]?.string } ?? []
    }
    #expect(try titles([:]).count == 3)
    #expect(try titles(["tag": "#books/nature"]) == ["Walden"])
    #expect(try titles(["sort": "title", "limit": 1]) == ["Émile, or: a #1 title?"])
    #expect(try titles(["query": "kind"]) == ["Émile, or: a #1 title?"])
    let tags = try server.client.request("commonplace/listTags", [:])["tags"]?.array
    #expect(tags?.contains(["tag": "#books", "noteCount": 2, "isImplied": false]) == true)
  }

  /// The pages of a list are one list, whatever is saved meanwhile.
  @Test(arguments: [[:], ["sort": "title"], ["query": "note"]] as [JSONObject])
  func pagesAreOneList(_ params: JSONObject) throws {
    let server = try ServerFixture(notes: (0..<23).map { "# Note \($0)\n\nwords\n" })
    func ask(_ more: JSONObject) throws -> JSONValue {
      var params = params
      for member in more.members { params[member.key] = member.value }
      return try server.client.request("commonplace/listNotes", .object(params))
    }
    func ids(_ answer: JSONValue) -> [String] {
      answer["notes"]?.array?.compactMap { $0["id"]?.string } ?? []
    }
    let all = ids(try ask([:]))
    var page = try ask(["limit": 5])
    var found = ids(page)
    #expect(found.count == 5 && page["total"] == 23)
    while let next = page["next"] {
      let uri = try server.uri(titled: "Note \(found.count)")
      _ = try server.client.write(uri, "# Note \(found.count)\n\nsaved words\n")
      page = try ask(["limit": 5, "cursor": next])
      found += ids(page)
    }
    #expect(found == all && Set(found).count == 23)
    // A cursor that is not known any more goes on at its position.
    let answer = try ask(["limit": 5, "cursor": "999.20"])
    #expect(ids(answer).count == 3 && answer["next"] == nil)
    let (none, every) = (try ask(["limit": 0]), try ask(["cursor": "x"]))
    #expect(ids(none).isEmpty && ids(every).count == 23)
  }

  @Test func changesSinceAListAreReported() throws {
    let server = try ServerFixture(notes: Self.notes)
    func list(_ params: JSONValue) throws -> JSONValue {
      try server.client.request("commonplace/listNotes", params)
    }
    func titles(_ answer: JSONValue) -> [String] {
      answer["notes"]?.array?.compactMap { $0["title"]?.string } ?? []
    }
    let uri = try server.uri(titled: "Walden")
    _ = try server.client.write(uri, "# Walden\n\n#books #pond\n")
    // Now the due prompts are known of this state.
    _ = try server.client.request("commonplace/review/counts", [:])
    let first = try list(["tag": "#books"])
    #expect(first["removed"] == nil && titles(first).count == 2)
    let none = try list(["tag": "#books", "since": first["state"]])
    #expect(titles(none) == [] && none["removed"] == [] && none["total"] == 2)
    _ = try server.client.write(uri, "# Pond\n\n#books #pond\n")
    let one = try list(["tag": "#books", "since": first["state"]])
    #expect(titles(one) == ["Pond"] && one["removed"] == [])
    _ = try server.client.write(uri, "# Pond\n\n#pond\n")
    let gone = try list(["tag": "#books", "since": one["state"]])
    #expect(titles(gone) == [] && gone["removed"]?.array?.count == 1 && gone["total"] == 1)
    // A state that is not known, and that of another list: all of it.
    let states = ["", "x-1", "-", "0-99999999999999999999", "a-b-1-2", one["state"]?.string ?? ""]
    for state in states {
      let all = try list(["since": state.json])
      #expect(all["removed"] == nil && titles(all).count == 3, "\(state)")
    }
  }

  /// A list in another order, or turned around, is another list: its pages do not go on with the first.
  @Test func theOrderIsAPartOfAList() throws {
    let server = try ServerFixture(notes: (0..<9).map { "# Note \($0)\n" })
    func list(_ params: JSONObject) throws -> JSONValue {
      try server.client.request("commonplace/listNotes", .object(params))
    }
    func titles(_ answer: JSONValue) -> [String] {
      answer["notes"]?.array?.compactMap { $0["title"]?.string } ?? []
    }
    let cursor = try list(["sort": "title", "limit": 3])["next"]
    let turned = try list(["sort": "title", "reverse": true, "limit": 3, "cursor": cursor])
    #expect(titles(turned) == ["Note 5", "Note 4", "Note 3"])
    let tagged = try list(["sort": "title", "tag": "#none", "limit": 3, "cursor": cursor])
    #expect(titles(tagged) == [] && tagged["total"] == 0)
    let next = try list(["sort": "title", "limit": 3, "cursor": cursor])
    #expect(titles(next) == ["Note 3", "Note 4", "Note 5"])
    _ = try server.client.write(server.uri(titled: "Note 0"), "# Note 0\n\nwords\n")
    let state = try list(["sort": "title"])["state"]
    #expect(try list(["sort": "title", "since": state])["removed"] != nil)
    for other in [["sort": "title", "reverse": true], ["sort": "due"], [:]] as [JSONObject] {
      var params = other
      params["since"] = state
      let all = try list(params)
      #expect(all["removed"] == nil && titles(all).count == 9, "\(other)")
    }
  }
}
