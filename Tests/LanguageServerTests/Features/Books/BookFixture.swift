import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A server with notes, one of which is about a book.
struct BookFixture {
  let server: ServerFixture
  /// The note “Walden”, and the record of its book.
  let note: String
  var record: String { Self.record(of: note) }
  var client: LanguageClient { server.client }

  /// A client that shows notes and views.
  static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "window": ["showDocument": ["support": true]],
    "textDocument": [
      "publishDiagnostics": ["versionSupport": true],
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]],
      "hover": ["contentFormat": ["markdown"]],
    ],
    "experimental": [
      "commonplace": ["notesChanged": true, "views": true, "pictures": true]
    ],
  ]

  init() throws {
    server = try ServerFixture(
      notes: ["# Walden\n\nSimplify.\n", "# Plain\n"], capabilities: Self.capabilities)
    note = try server.uri(titled: "Walden")
    _ = try Self.run(
      server.client, "add",
      ["uri": note.json, "authors": ["Henry David Thoreau"], "isbn": "9780691096124"])
  }

  static func record(of note: String) -> String {
    note.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/book.yaml"
  }

  static func run(
    _ client: LanguageClient, _ step: String, _ argument: JSONValue
  ) throws -> JSONValue {
    try client.request(
      "workspace/executeCommand",
      ["command": "commonplace.book.\(step)".json, "arguments": [argument]])
  }

  /// Runs a command about the book of the note.
  @discardableResult
  func run(_ step: String, _ more: JSONObject = [:]) throws -> JSONValue {
    var argument = more
    argument["uri"] = note.json
    return try Self.run(client, step, .object(argument))
  }

  /// One book that is being read, and two that were.
  static func withThree() throws -> BookFixture {
    let book = try BookFixture()
    try book.run("start", ["date": "2026-10"])
    for (title, year, stars) in [("Emma", "2024-03-02", 4), ("Persuasion", "2021", 5)] {
      let made = try BookFixture.run(
        book.client, "add", ["title": title.json, "authors": ["Jane Austen"]])
      let uri = made["uri"] ?? .null
      _ = try BookFixture.run(book.client, "finish", ["uri": uri, "date": year.json])
      _ = try BookFixture.run(book.client, "rate", ["uri": uri, "stars": stars.json])
    }
    return book
  }

  /// Opens the record as it is stored. Returns its text.
  @discardableResult
  func openRecord(_ change: (String) -> String = { $0 }) throws -> String {
    let text = change(try client.read(record).text)
    client.open(record, text)
    return text
  }

  /// The code actions at a line.
  func actions(at line: Int, of uri: String, only: String? = nil) throws -> [JSONValue] {
    let position: JSONValue = ["line": line.json, "character": 0]
    return try client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": uri.json], "range": ["start": position, "end": position],
        "context": ["diagnostics": [], "only": only.map { [$0.json] }],
      ]
    ).array ?? []
  }
}

extension String {
  /// The number of the first line that begins with `start`.
  func line(of start: String) -> Int {
    split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.hasPrefix(start) } ?? -1
  }
}
