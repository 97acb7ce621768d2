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
    #expect(sides.map { $0["words"]?.array?.first } == ["shown", "other"])
    for (number, side) in sides.enumerated() {
      let line = side["line"]?.string
      #expect(line?.hasPrefix("\(number + 1). this machine [") == true)
      #expect(side["number"] == .integer(Int64(number + 1)))
      #expect(side["state"] == "present" && side["isOwn"] == true)
      #expect(side["writtenBy"]?.string?.hasPrefix("commonplace") == true)
    }
    let texts = try sides.map { try ask("readView", ["uri": $0["uri"]])["text"] }
    #expect(texts == ["# Mine\n", "# Theirs\n"])
    let other = try server.uri(titled: "Emma")
    #expect(try ask("listConflicts", ["uri": other.json])["conflicts"] == [])
  }

  /// The merged text is a text of the note, whose save settles the conflict.
  @Test func overlapsAreMarkedAndSettled() throws {
    let stored = try server.client.read(uri)
    let merged = try ask("mergeConflict", ["uri": uri.json])
    #expect(merged["overlaps"] == 1 && merged["hasBase"] == true)
    #expect(merged["stored"]?.string == stored.version)
    let (text, base) = (try #require(merged["text"]?.string), merged["version"]?.string)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 5 && lines[1] == "# Mine" && lines[3] == "# Theirs")
    #expect(
      lines[0].hasPrefix("<<<<<<< this machine [") && lines[4].hasPrefix(">>>>>>> this machine"))
    // As long as a marker is there, nothing is settled.
    for left in [text, "# Mine\n=======\n# Theirs\n", "# Mine\n\(lines[4])\n"] {
      let error = #expect(throws: ResponseError.self) {
        try server.client.write(uri, left, base: base)
      }
      #expect(error?.code == -32803 && error?.message.contains("is a merge marker") == true)
    }
    #expect(try server.client.read(uri).version == stored.version)
    let settled = try server.client.write(uri, "# Mine and theirs\n", base: base)
    #expect(settled["isInConflict"] == nil)
    #expect(settled["version"]?.string == (try server.client.read(uri).version))
    #expect(try server.client.read(uri).text == "# Mine and theirs\n")
    #expect(try sides() == [])
    let notMore = #expect(throws: ResponseError.self) {
      try ask("mergeConflict", ["uri": uri.json])
    }
    #expect(notMore?.code == -32803)
  }

  /// The server reports it to a client without a request for saving, which settles nothing.
  @Test func aSavedDocumentWithAMarkerIsNotStored() throws {
    let stored = try server.client.read(uri)
    let text = try #require(try ask("mergeConflict", ["uri": uri.json])["text"]?.string)
    server.client.change(uri, version: 3, text)
    server.client.save(uri, text)
    let reported = try server.client.notification("window/showMessage") {
      $0["message"]?.string?.contains("is a merge marker") == true
    }
    #expect(reported["type"] == 1)
    #expect(try server.client.read(uri).version == stored.version)
    server.client.change(uri, version: 4, "# Both\n")
    server.client.save(uri, "# Both\n")
    #expect(try server.client.read(uri).text == "# Both\n")
    #expect(try sides().count == 2)
  }

  /// A conflict that was not shown is not resolved.
  @Test func laterVersionsStayInConflict() throws {
    let merged = try ask("mergeConflict", ["uri": uri.json])
    let shown = try server.client.read(uri)
    _ = try server.client.write(uri, "# Newer\n", base: shown.version)
    let settled = try server.client.write(uri, "# Settled\n", base: merged["version"]?.string)
    #expect(settled["isInConflict"] == true)
    let texts = try sides().map { try ask("readView", ["uri": $0["uri"]])["text"] }
    #expect(texts == ["# Settled\n", "# Newer\n"])
  }

  /// A note that is deleted while its texts are merged is asked about.
  @Test func aMergeOfADeletedNoteIsAConflict() throws {
    let merged = try ask("mergeConflict", ["uri": uri.json])
    _ = try ask("deleteNote", ["uri": uri.json, "permanently": true])
    let answer = try server.client.write(uri, "# Both\n", base: merged["version"]?.string)
    #expect(answer["conflict"] == ["version": .null, "text": .null])
  }

  /// A text that could not be saved replaces the stored one, with which it is merged, without the
  /// markers only. Lines that a note has itself are no markers.
  @Test func aRefusedTextIsMerged() throws {
    let emma = try server.uri(titled: "Emma")
    let own = "\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n"
    _ = try server.client.write(emma, "# Emma\n\nzero\n\(own)")
    let base = try server.client.read(emma).version
    _ = try server.client.write(emma, "# Emma\n\none\n\(own)", base: base)
    let mine = "# Emma\n\ntwo\n\(own)"
    #expect(try server.client.write(emma, mine, base: base)["conflict"]?["merged"] == nil)
    let merged = try ask(
      "mergeConflict", ["uri": emma.json, "text": mine.json, "baseVersion": base.json])
    #expect(merged["overlaps"] == 1)
    #expect(merged["stored"]?.string == (try server.client.read(emma).version))
    let text = try #require(merged["text"]?.string)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[2...5] == ["<<<<<<< the text in this buffer", "two", "=======", "one"])
    #expect(lines[6].hasPrefix(">>>>>>> this machine, 20"))
    let version = merged["version"]?.string
    let error = #expect(throws: ResponseError.self) {
      try server.client.write(emma, text, base: version)
    }
    #expect(error?.message.hasPrefix("Line 3 is a merge marker") == true)
    // Another change comes, and is merged; then it is saved.
    let now = try server.client.read(emma)
    _ = try server.client.write(
      emma, now.text.replacing("# Emma", with: "# Emma Woodhouse"), base: now.version)
    let again = try server.client.write(emma, "# Emma\n\nboth\n\(own)", base: version)
    let both = "# Emma Woodhouse\n\nboth\n\(own)"
    #expect(again["conflict"]?["merged"] == both.json)
    let saved = try server.client.write(
      emma, both, base: again["conflict"]?["version"]?.string)
    #expect(saved["version"] != nil && saved["isInConflict"] == nil)
    #expect(try server.client.read(emma).text == both)
    // Who undoes all that, and saves, has the markers before their eyes.
    #expect(throws: ResponseError.self) {
      try server.client.write(emma, text, base: saved["version"]?.string)
    }
    #expect(try server.client.read(emma).text == both)
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
      ("mergeConflict", ["uri": "commonplace://x/nobody/a.md", "text": "a"], -32803),
      ("copyNote", ["uri": "commonplace://x/nobody/a.md", "text": "a"], -32803),
    ] as [(String, JSONValue, Int)])
  func impossibleRequestsAreRefused(method: String, params: JSONValue, code: Int) throws {
    let error = #expect(throws: ResponseError.self) { try ask(method, params) }
    #expect(error?.code == code)
  }
}
