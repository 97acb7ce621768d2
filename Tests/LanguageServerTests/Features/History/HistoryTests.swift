import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// The texts that a note has and had.
@Suite struct HistoryTests {
  private let server: ServerFixture
  private let uri: String

  init() throws {
    server = try ServerFixture(notes: ["# Walden\n\nOne.\n"])
    uri = try server.uri(titled: "Walden")
    _ = try server.client.write(uri, "# Walden\n\nTwo.\n")
  }

  private func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    try server.client.request("commonplace/" + method, params)
  }

  private func texts() throws -> [JSONValue] {
    try ask("listHistory", ["uri": uri.json])["texts"]?.array ?? []
  }

  private func view(_ uri: JSONValue?) throws -> JSONValue {
    try ask("readView", ["uri": uri])
  }

  @Test func theTextsAreListed() throws {
    let history = try ask("listHistory", ["uri": uri.json])
    #expect(history["uri"] == uri.json && history["title"] == "Walden")
    #expect(history["state"] == "present")
    let texts = try texts()
    #expect(texts.count == 2)
    #expect(texts.map { $0["firstLine"] } == ["# Walden", "# Walden"])
    #expect(texts.map { $0["size"] } == [15, 15])
    #expect(texts[0]["replaced"] == nil && texts[1]["replaced"] != nil)
    #expect(texts[0]["version"] == (try server.client.read(uri).version).json)
    // Each is a document, which says when it was written.
    let old = try view(texts[1]["uri"])
    #expect(old["text"] == "# Walden\n\nOne.\n")
    #expect(old["title"]?.string?.hasPrefix("Walden, 20") == true)
  }

  @Test func anEarlierTextComesBackAsASave() throws {
    let texts = try texts()
    let answer = try ask(
      "restoreText",
      ["uri": uri.json, "version": texts[1]["version"], "baseVersion": texts[0]["version"]])
    #expect(answer["text"] == "# Walden\n\nOne.\n" && answer["title"] == "Walden")
    #expect(try server.client.read(uri).text == "# Walden\n\nOne.\n")
    #expect(try self.texts().count == 3)
    // A client that was shown another present text, or none, replaces nothing.
    for base in [texts[0]["version"], nil] {
      let late = try ask(
        "restoreText", ["uri": uri.json, "version": texts[0]["version"], "baseVersion": base])
      #expect(late["conflict"]?["text"] == "# Walden\n\nOne.\n")
    }
    #expect(try server.client.read(uri).text == "# Walden\n\nOne.\n")
  }

  @Test func aDeletedNoteHasAHistory() throws {
    _ = try ask("deleteNote", ["uri": uri.json, "permanently": true])
    let history = try ask("listHistory", ["uri": uri.json])
    #expect(history["state"] == "deleted" && history["title"] == "Walden")
    let last = history["texts"]?.array?.first?["version"]
    let answer = try ask("restoreText", ["uri": uri.json, "version": last])
    #expect(answer["text"] == "# Walden\n\nTwo.\n")
    #expect(try server.client.read(uri).text == "# Walden\n\nTwo.\n")
  }

  @Test func aNoteInTheTrashComesOutOfIt() throws {
    let texts = try texts()
    _ = try ask("deleteNote", ["uri": uri.json])
    #expect(try ask("listHistory", ["uri": uri.json])["state"] == "trashed")
    _ = try ask(
      "restoreText",
      ["uri": uri.json, "version": texts[1]["version"], "baseVersion": texts[0]["version"]])
    #expect(try ask("listTrash", [:])["notes"] == [])
  }

  @Test(
    arguments: [
      ("listHistory", ["uri": "commonplace://x/nobody/a.md"], -32803),
      ("listHistory", ["uri": "file:///a.md"], -32602),
      ("restoreText", ["uri": "commonplace://x/nobody/a.md"], -32602),
      ("restoreText", ["uri": "commonplace://x/nobody/a.md", "version": "a:1"], -32803),
    ] as [(String, JSONValue, Int)])
  func impossibleRequestsAreRefused(method: String, params: JSONValue, code: Int) throws {
    let error = #expect(throws: ResponseError.self) { try ask(method, params) }
    #expect(error?.code == code)
  }

  /// A record of a book is listed, is a document, and comes back over the one that was shown.
  @Test func aFormerRecordComesBack() throws {
    let book = try BookFixture()
    let uri = book.note
    func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
      try book.client.request("commonplace/" + method, params)
    }
    try book.run("start", ["date": "2020-05"])
    try book.run("page", ["page": 40])
    try book.run("want", ["forget": true])
    let history = try ask("listHistory", ["uri": uri.json])
    let records = history["records"]?.array ?? []
    #expect(
      records.map { $0["words"] } == [
        "Walden: want to read", "Walden: reading, 2020-05, page 40", "Walden: reading, 2020-05",
        "Walden: want to read",
      ])
    #expect(records.map { $0["replaced"] != nil } == [false, true, true, true])
    let reading = try #require(records.dropFirst().first)
    let document = try ask("readView", ["uri": reading["uri"]])
    #expect(document["text"]?.string?.contains("\npage: 40\n") == true)
    #expect(document["title"]?.string?.hasPrefix("Walden (book), 20") == true)

    let view = "commonplace-view://test-notes/history?note=\(try #require(NoteURI(uri)?.id))"
    let text = try #require(try ask("readView", ["uri": view.json])["text"]?.string)
    #expect(text.contains("\n## Records of the book\n\n- "))
    book.client.open(view, text)
    let line = try #require(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.hasSuffix("  before  Walden: reading, 2020-05, page 40") })
    let action = try #require(try book.actions(at: line, of: view).first)
    #expect(action["title"] == "Restore this record of the book")
    let command: JSONValue = [
      "command": action["command"]?["command"], "arguments": action["command"]?["arguments"],
    ]
    try book.run("rate", ["stars": 2])
    #expect(throws: ResponseError.self) {
      try book.client.request("workspace/executeCommand", command)
    }
    let base = try ask("listHistory", ["uri": uri.json])["recordVersion"]
    let stale = try ask(
      "restoreText",
      ["uri": uri.json, "version": reading["version"], "baseVersion": history["recordVersion"]])
    #expect(stale["conflict"]?["version"] == base)
    let answer = try ask(
      "restoreText", ["uri": uri.json, "version": reading["version"], "baseVersion": base])
    #expect(answer["uri"] == uri.json && answer["text"] != nil)
    #expect(try book.client.read(book.record).text.contains("\npage: 40\n"))
  }
}
