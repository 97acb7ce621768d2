import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// Conflicts by request: looking at them, bringing the texts together, settling them.
@Suite struct ConflictRequestsTests {
  private let server: ServerFixture
  private let uri: String

  init() throws {
    server = try ServerFixture(notes: SavedDocumentTests.notes)
    uri = try SavedDocumentTests.conflict(server)
    _ = try SavedDocumentTests.awaitConflict(server)
  }

  private func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    try server.client.request("commonplace/" + method, params)
  }

  private func sides() throws -> [JSONValue] {
    try ask("listConflicts", ["uri": uri.json])["conflicts"]?.array?.first?["sides"]?.array ?? []
  }

  @Test func theSidesAreListed() throws {
    let all = try ask("listConflicts", [:])["conflicts"]?.array
    #expect(all?.count == 1 && all?.first?["title"] == "Mine")
    let sides = try sides()
    #expect(sides.count == 2)
    for side in sides {
      #expect(side["state"] == "present" && side["isOwn"] == true)
      #expect(side["writtenBy"]?.string?.hasPrefix("commonplace") == true)
    }
    let texts = try sides.map { try ask("readView", ["uri": $0["uri"]])["text"] }
    #expect(texts == ["# Mine\n", "# Theirs\n"])
    let other = try server.uri(titled: "Emma")
    #expect(try ask("listConflicts", ["uri": other.json])["conflicts"] == [])
  }

  @Test func overlapsAreMarkedAndSettled() throws {
    let merged = try ask("mergeConflict", ["uri": uri.json])
    #expect(merged["overlaps"] == 1 && merged["hasBase"] == true)
    let text = try #require(merged["text"]?.string)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 5 && lines[1] == "# Mine" && lines[3] == "# Theirs")
    #expect(lines[0].hasPrefix("<<<<<<< this machine, 20"))
    // As long as a mark is there, nothing is settled.
    let error = #expect(throws: ResponseError.self) {
      try ask(
        "settleConflict", ["uri": uri.json, "text": text.json, "versions": merged["versions"]])
    }
    #expect(error?.code == -32803 && error?.message.contains("markers") == true)
    let settled = try ask(
      "settleConflict",
      ["uri": uri.json, "text": "# Mine and theirs\n", "versions": merged["versions"]])
    #expect(settled["isInConflict"] == false)
    #expect(settled["version"]?.string == (try server.client.read(uri).version))
    #expect(try server.client.read(uri).text == "# Mine and theirs\n")
    #expect(try sides() == [])
    let notMore = #expect(throws: ResponseError.self) {
      try ask("mergeConflict", ["uri": uri.json])
    }
    #expect(notMore?.code == -32803)
  }

  /// A conflict that was not shown is not resolved.
  @Test func laterVersionsStayInConflict() throws {
    let versions = try sides().compactMap { $0["version"] }
    let shown = try server.client.read(uri)
    _ = try server.client.write(uri, "# Newer\n", base: shown.version)
    let settled = try ask(
      "settleConflict", ["uri": uri.json, "text": "# Settled\n", "versions": .array(versions)])
    #expect(settled["isInConflict"] == true)
    let texts = try sides().map { try ask("readView", ["uri": $0["uri"]])["text"] }
    #expect(texts == ["# Settled\n", "# Newer\n"])
  }

  @Test func aCopyIsANoteWithTheBook() throws {
    let emma = try server.uri(titled: "Emma")
    let book = try ask("readBook", ["uri": emma.json])
    _ = try ask(
      "writeBook",
      [
        "uri": emma.json, "fields": ["title": "Emma", "isbn": "9780141439587"],
        "baseVersion": book["version"],
      ])
    let copy = try ask("copyNote", ["uri": emma.json, "text": "# Emma, mine\n"])
    #expect(copy["title"] == "Emma, mine" && copy["uri"] != emma.json)
    #expect(try server.client.read(copy["uri"]?.string ?? "").text == "# Emma, mine\n")
    let fields = try ask("readBook", ["uri": copy["uri"]])["fields"]
    #expect(fields?["isbn"] == "9780141439587")
  }

  @Test(
    arguments: [
      ("listConflicts", ["uri": "file:///a.md"], -32602),
      ("mergeConflict", ["uri": "commonplace://x/nobody/a.md"], -32803),
      ("settleConflict", ["uri": "commonplace://x/nobody/a.md", "text": "a"], -32602),
      (
        "settleConflict",
        ["uri": "commonplace://x/nobody/a.md", "text": "a", "versions": ["b:1"]], -32803
      ),
      ("copyNote", ["uri": "commonplace://x/nobody/a.md", "text": "a"], -32803),
    ] as [(String, JSONValue, Int)])
  func impossibleRequestsAreRefused(method: String, params: JSONValue, code: Int) throws {
    let error = #expect(throws: ResponseError.self) { try ask(method, params) }
    #expect(error?.code == code)
  }
}
