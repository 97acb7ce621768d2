import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// The built server with a client on it, and a separate notebook.
struct ServerFixture {
  let client: LanguageClient
  let folder: TemporaryFolder
  let notebookPath: String
  /// The server's answer to `initialize`.
  let initializeResult: JSONValue

  /// The capabilities of a test's client unless the test says otherwise.
  static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "textDocument": [
      "semanticTokens": ["tokenTypes": []],
      "publishDiagnostics": ["versionSupport": true],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
    ],
  ]

  /// Starts a server on a notebook that is there.
  init(
    notebookPath: String, capabilities: JSONValue = Self.capabilities, options: JSONObject = [:]
  ) throws {
    folder = try TemporaryFolder()
    self.notebookPath = notebookPath
    client = try Self.start(in: folder)
    var options = options
    options["notebook"] = notebookPath.json
    initializeResult = try client.initialize(
      capabilities: capabilities, options: .object(options))
  }

  /// Starts a server whose notebook holds `notes`; with nil there is no notebook.
  init(
    notes: [String]? = [], capabilities: JSONValue = Self.capabilities,
    options: JSONObject = ["semanticTokenTypes": "minimarkdown"]
  ) throws {
    folder = try TemporaryFolder()
    notebookPath = folder.path("Test Notes.libnotes")
    if let notes { try Notebook.create(at: notebookPath, notes: notes) }
    client = try Self.start(in: folder)
    var options = options
    options["notebook"] = notebookPath.json
    initializeResult = try client.initialize(
      capabilities: capabilities, options: .object(options))
  }

  /// A server that got no message yet.
  ///
  /// All that it sends is held against the protocol.
  static func start(
    in folder: TemporaryFolder, inspector: ProtocolInspector = ProtocolInspector()
  ) throws -> LanguageClient {
    var environment = [
      "HOME": folder.url.path(percentEncoded: false), "PATH": "/usr/bin:/bin", "TZ": TimeZone.noon,
    ]
    // A server that was built to find races says where it found them.
    environment["TSAN_OPTIONS"] = ProcessInfo.processInfo.environment["TSAN_OPTIONS"]
    return try LanguageClient(
      executable: BuiltProducts.executable("commonplace"), environment: environment,
      directory: folder.url, inspector: inspector.inspect)
  }

  /// The names in the outline of a document: a way to see the text the server holds.
  func outline(of uri: String) throws -> [String] {
    let symbols = try client.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]])
    return symbols.array?.compactMap { $0["name"]?.string } ?? []
  }

  // MARK: Notes

  /// Another server on the same notebook, started by the same person.
  func anotherClient(capabilities: JSONValue = Self.capabilities) throws -> LanguageClient {
    let client = try Self.start(in: folder)
    try client.initialize(
      capabilities: capabilities, options: ["notebook": .string(notebookPath)])
    return client
  }

  /// The name of the note with this title.
  func uri(titled title: String) throws -> String {
    let notes = try client.request("commonplace/listNotes", [:])["notes"]?.array
    return try #require(notes?.first { $0["title"] == .string(title) }?["uri"]?.string)
  }

  /// The text of the note as it is in the published file, read as a stranger would.
  func publishedText(of uri: String) throws -> String {
    let id = try #require(NoteURI(uri)?.id)
    let notebook = try Notebook.open(
      at: notebookPath, state: StateFolder(path: folder.path("nobody's state")))
    return try notebook.note(id: id).text
  }
}

extension LanguageClient {
  /// `commonplace/readNote`.
  func read(_ uri: String) throws -> (text: String, version: String) {
    let note = try request("commonplace/readNote", ["uri": .string(uri)])
    return (note["text"]?.string ?? "", note["version"]?.string ?? "")
  }

  /// `commonplace/writeNote`; without a base over what is stored, as it was read just before.
  func write(_ uri: String, _ text: String, base: String? = nil) throws -> JSONValue {
    let base = base ?? (try? read(uri))?.version
    return try request(
      "commonplace/writeNote",
      ["uri": .string(uri), "text": .string(text), "baseVersion": base.map(JSONValue.string)])
  }

  /// `textDocument/didSave`.
  func save(_ uri: String, _ text: String?) {
    notify(
      "textDocument/didSave",
      ["textDocument": ["uri": .string(uri)], "text": text.map(JSONValue.string)])
  }

  /// Tries until `condition` holds; whether it did while an answer would be waited for.
  func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(patience)
    while true {
      if try condition() { return true }
      if ContinuousClock.now > deadline { return false }
      usleep(20_000)
    }
  }
}
