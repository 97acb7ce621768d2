import Base
import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// Notes are written, made and deleted, and nothing is written over what its writer has not seen.
@Suite struct WriteNoteTests {
  private static let notes = ["# Walden\n\nSimplify. #nature\n", "# Emma\n"]

  @Test func aWriteIsReadBack() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try server.uri(titled: "Walden")
    let before = try server.client.read(uri)
    let text = "# Walden Pond\n\nDeliberately. ?[how?](simply)\n\n#woods\n"
    let version = try server.client.write(uri, text, base: before.version)["version"]?.string
    #expect(version?.isEmpty == false && version != before.version)
    let after = try server.client.read(uri)
    #expect(after.text == text && after.version == version)
    // Everything derived from the text follows: title, hashtags and the index for search.
    #expect(try server.uri(titled: "Walden Pond").contains("/walden-pond.md"))
    let tags = try server.client.request("commonplace/listTags", [:])["tags"]?.array
    #expect(tags?.map { $0["tag"] } == ["#woods"])
    #expect(
      try server.client.request("commonplace/search", ["query": "deliberate"])["total"] == 1)
  }

  @Test func theDigestOfAnOpenTextSavesIt() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try server.uri(titled: "Walden")
    let base = try server.client.read(uri).version
    let text = "# Walden\n\nSimplify — twice. #nature\n"
    func write(_ digest: String) throws -> JSONValue {
      try server.client.request(
        "commonplace/writeNote",
        ["uri": .string(uri), "digest": .string(digest), "baseVersion": .string(base)])
    }
    let digest = SHA256.hexadecimal(text)
    // It is not open; then the server has another text.
    #expect(try write(digest) == ["needsText": true])
    server.client.open(uri, "# Walden\n\nSimplify. #nature\n")
    #expect(try write(digest) == ["needsText": true])
    #expect(try server.client.read(uri).version == base)
    server.client.open(uri, text)
    #expect(try write(digest)["version"] != nil)
    #expect(try server.client.read(uri).text == text)
    // Over what is stored by now, it is a conflict as with the text.
    _ = try server.client.write(uri, "# Walden\n\nTheirs.\n")
    #expect(try write(digest)["conflict"]?["text"] == "# Walden\n\nTheirs.\n")
    #expect(throws: (any Error).self) {
      try server.client.request("commonplace/writeNote", ["uri": .string(uri)])
    }
  }

  @Test func aStaleBaseIsRefused() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try server.uri(titled: "Walden")
    let base = try server.client.read(uri).version
    let first = try server.client.write(uri, "# Walden\n\nFirst.\n", base: base)["version"]
    let answer = try server.client.write(uri, "# Walden\n\nSecond.\n", base: base)
    #expect(answer["version"] == nil)
    let conflict = try #require(answer["conflict"])
    #expect(conflict["version"] == first && conflict["text"] == "# Walden\n\nFirst.\n")
    #expect(conflict["merged"] == nil)
    let words = conflict["sides"]?.array?.compactMap { $0["words"] }
    #expect(words == [["shown", "1", "this machine"], ["other", "2", "the text in this buffer"]])
    #expect(try server.client.read(uri).text == "# Walden\n\nFirst.\n")
    // Based on what the answer said, it is taken.
    let next = try server.client.write(
      uri, "# Walden\n\nSecond.\n", base: answer["conflict"]?["version"]?.string)
    #expect(next["version"] != nil && next["version"] != first)
    #expect(try server.client.read(uri).text == "# Walden\n\nSecond.\n")
  }

  @Test func theSameTextIsNoConflict() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try server.uri(titled: "Walden")
    let base = try server.client.read(uri).version
    let first = try server.client.write(uri, "# Same\n", base: base)
    #expect(try server.client.write(uri, "# Same\n", base: base) == first)
  }

  /// A new base is given only with its text: who was shown nothing replaces nothing.
  @Test func withoutABaseNothingIsReplaced() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try server.uri(titled: "Walden")
    let stored = try server.client.read(uri)
    for _ in 0..<2 {
      let answer = try server.client.request(
        "commonplace/writeNote", ["uri": .string(uri), "text": "# One\n"])
      let conflict = answer["conflict"]
      #expect(conflict?["version"] == .string(stored.version))
      #expect(conflict?["text"] == .string(stored.text) && conflict?["merged"] == nil)
    }
    #expect(try server.client.read(uri).text == stored.text)
    let same = try server.client.request(
      "commonplace/writeNote", ["uri": .string(uri), "text": .string(stored.text)])
    #expect(same == ["version": .string(stored.version)])
  }

  /// Changes of different lines are offered as one text, and only offered.
  @Test func changesOfDifferentLinesAreMerged() throws {
    let server = try ServerFixture(notes: ["# Walden\n\nSimplify.\n\nThe end.\n"])
    let other = try server.anotherClient()
    let uri = try server.uri(titled: "Walden")
    let base = try server.client.read(uri).version
    let theirs = "# Walden\n\nSimplify.\n\nThe end, by them.\n"
    _ = try other.write(uri, theirs, base: base)
    let answer = try server.client.write(
      uri, "# Walden Pond\n\nSimplify.\n\nThe end.\n", base: base)
    let conflict = try #require(answer["conflict"])
    #expect(conflict["text"] == .string(theirs))
    let merged = "# Walden Pond\n\nSimplify.\n\nThe end, by them.\n"
    #expect(conflict["merged"] == .string(merged))
    #expect(try server.client.read(uri).text == theirs)
    _ = try server.client.write(uri, merged, base: conflict["version"]?.string)
    #expect(try other.read(uri).text == merged)
    // The same lines are nothing to merge, nor is what began elsewhere.
    for stale in [base, "nobody:1"] {
      let answer = try server.client.write(uri, "# Mine\n", base: stale)
      #expect(answer["conflict"]?["text"] == .string(merged))
      #expect(answer["conflict"]?["merged"] == nil)
    }
  }

  @Test func lineEndsBecomeLineFeeds() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try server.uri(titled: "Walden")
    _ = try server.client.write(uri, "# One\r\n\r\nTwo\r\n")
    #expect(try server.client.read(uri).text == "# One\n\nTwo\n")
  }

  @Test(arguments: [
    ("file:///a.md", -32602), ("commonplace://x", -32602), ("", -32602),
  ])
  func otherDocumentsAreNotWritten(uri: String, code: Int) throws {
    let server = try ServerFixture(notes: Self.notes)
    for method in ["commonplace/writeNote", "commonplace/deleteNote"] {
      let error = #expect(throws: ResponseError.self) {
        try server.client.request(method, ["uri": .string(uri), "text": "a"])
      }
      #expect(error?.code == code)
    }
  }

  @Test(
    arguments: [
      ("commonplace/writeNote", ["uri": "commonplace://x/y/z.md"]),
      ("commonplace/writeNote", ["text": "a"]),
      ("commonplace/writeNote", ["uri": "commonplace://x/y/z.md", "text": "a", "baseVersion": 7]),
      ("commonplace/createNote", ["title": 1]), ("commonplace/createNote", ["tags": "#a"]),
      ("commonplace/deleteNote", [:]),
    ] as [(String, JSONValue)])
  func parametersOfAnotherShape(method: String, params: JSONValue) throws {
    let server = try ServerFixture(notes: Self.notes)
    let error = #expect(throws: ResponseError.self) {
      try server.client.request(method, params)
    }
    #expect(error?.code == -32602)
  }

  @Test(
    arguments: [
      (["title": "Emma"], "# Emma\n"),
      (["text": "plain\n"], "plain\n"),
      (
        ["title": "Emma", "text": "One.\n", "tags": ["novels", "#read/2026"]],
        "# Emma\n#novels #read/2026\n\nOne.\n"
      ),
    ] as [(JSONValue, String)])
  func notesAreMade(params: JSONValue, text: String) throws {
    let server = try ServerFixture()
    let made = try server.client.request("commonplace/createNote", params)
    #expect(made["text"] == .string(text))
    let uri = try #require(made["uri"]?.string)
    let stored = try server.client.read(uri)
    #expect(stored.text == text && .string(stored.version) == made["version"])
    let listed = try server.client.request("commonplace/listNotes", [:])["notes"]?.array
    #expect(listed?.map { $0["uri"] } == [made["uri"]])
    // It can be edited at once.
    let write = try server.client.write(uri, text + "more\n", base: stored.version)
    #expect(write["version"]?.string?.isEmpty == false)
  }

  @Test func deletedNotesAreInTheTrashOrGone() throws {
    let server = try ServerFixture(notes: Self.notes)
    func listed() throws -> Int? {
      try server.client.request("commonplace/listNotes", [:])["notes"]?.array?.count
    }
    let (walden, emma) = (try server.uri(titled: "Walden"), try server.uri(titled: "Emma"))
    let text = try server.client.read(walden).text
    let answer = try server.client.request("commonplace/deleteNote", ["uri": .string(walden)])
    #expect(answer == .null)
    #expect(try listed() == 1)
    #expect(try server.client.read(walden).text == text)
    let base = try server.client.read(emma).version
    _ = try server.client.request(
      "commonplace/deleteNote", ["uri": .string(emma), "permanently": true])
    #expect(try listed() == 0)
    let error = #expect(throws: ResponseError.self) { try server.client.read(emma) }
    #expect(error?.code == -32803)
    // A user who edits it meanwhile is notified, and can bring it back.
    let conflict = try server.client.write(emma, "# Emma, again\n", base: base)["conflict"]
    #expect(conflict == ["version": .null, "text": .null])
    let again = ["uri": .string(emma), "text": "# Emma, again\n"] as JSONValue
    _ = try server.client.request("commonplace/writeNote", again)
    #expect(try server.client.read(emma).text == "# Emma, again\n")
    // Once it is back, it is not replaced by who has not seen it.
    _ = try server.client.write(emma, "# Emma, by another\n")
    let late = try server.client.request("commonplace/writeNote", again)
    #expect(late["conflict"]?["text"] == "# Emma, by another\n")
  }

  @Test func deletingWhatIsNotThereIsAnError() throws {
    let server = try ServerFixture(notes: Self.notes)
    let error = #expect(throws: ResponseError.self) {
      try server.client.request("commonplace/deleteNote", ["uri": "commonplace://x/nobody/a.md"])
    }
    #expect(error?.code == -32803)
  }

  /// A write makes no note: that is `createNote`.
  @Test func writingWhatNeverWasIsAnError() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = "commonplace://x/nobody/a.md"
    let error = #expect(throws: ResponseError.self) { try server.client.write(uri, "# A\n") }
    #expect(error?.code == -32803)
    let conflict = try server.client.write(uri, "# A\n", base: "a:1")["conflict"]
    #expect(conflict == ["version": .null, "text": .null])
  }

  /// Two saves of one note keep their order, and a read after them sees them, unanswered or not.
  @Test func writesKeepTheirOrder() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, try server.client.read(uri).text)
    for number in 1...30 { server.client.save(uri, "# Number \(number)\n") }
    let write = server.client.send(
      request: "commonplace/writeNote", ["uri": .string(uri), "text": "# Number 30\n"])
    #expect(try server.client.read(uri).text == "# Number 30\n")
    #expect(try server.client.response(to: write)["version"] != nil)
  }

  @Test func twoServersWriteOneNotebook() throws {
    let server = try ServerFixture(notes: Self.notes)
    let other = try server.anotherClient()
    let uri = try server.uri(titled: "Walden")
    var count = 0
    for number in 1...10 {
      for client in [server.client, other] {
        let stored = try client.read(uri)
        #expect(stored.text.contains("line") == (count > 0))
        let answer = try client.write(uri, stored.text + "line \(number)\n", base: stored.version)
        #expect(answer["version"] != nil, "\(number)")
        count += 1
      }
    }
    let lines = try other.read(uri).text.split(separator: "\n").count { $0.hasPrefix("line") }
    #expect(lines == count)
  }

  /// Of two servers with the same base, one is refused, and learns the other's text.
  @Test func twoServersWithOneBase() throws {
    let server = try ServerFixture(notes: Self.notes)
    let other = try server.anotherClient()
    let uri = try server.uri(titled: "Walden")
    let base = try server.client.read(uri).version
    #expect(try other.read(uri).version == base)
    #expect(try server.client.write(uri, "# Ours\n", base: base)["version"] != nil)
    let answer = try other.write(uri, "# Theirs\n", base: base)
    #expect(answer["conflict"]?["text"] == "# Ours\n")
  }

  @Test func aNotebookOfANewerVersionIsReadOnly() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("newer.libnotes")
    try Notebook.create(at: path, notes: Self.notes)
    _ = try SQLite.run("INSERT INTO grdb_migrations VALUES ('fromTheFuture')", on: path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let server = try ServerFixture(notebookPath: path)
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["message"]?.string?.contains("newer version") == true)
    let uri = try server.uri(titled: "Walden")
    let note = try server.client.request("commonplace/readNote", ["uri": .string(uri)])
    #expect(note["text"] == .string(Self.notes[0]) && note["readOnly"] == true)
    let error = #expect(throws: ResponseError.self) { try server.client.write(uri, "# Mine\n") }
    #expect(error?.code == -32803 && error?.message.contains("newer version") == true)
    _ = try server.client.shutDown()
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }
}
