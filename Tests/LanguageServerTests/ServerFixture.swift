import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport

/// The built server with a client on it, and a notebook of its own.
struct ServerFixture {
  let client: LanguageClient
  let folder: TemporaryFolder
  let notebookPath: String
  /// What the server answered to `initialize`.
  let initializeResult: JSONValue

  /// What a test's client can do unless the test says otherwise.
  static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "textDocument": [
      "semanticTokens": ["tokenTypes": []],
      "publishDiagnostics": ["versionSupport": true],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
    ],
  ]

  /// Starts a server on a notebook that is there.
  init(notebookPath: String) throws {
    folder = try TemporaryFolder()
    self.notebookPath = notebookPath
    client = try Self.start(in: folder)
    initializeResult = try client.initialize(
      capabilities: Self.capabilities, options: ["notebook": .string(notebookPath)])
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

  /// A server that was told nothing yet.
  static func start(in folder: TemporaryFolder) throws -> LanguageClient {
    try LanguageClient(
      executable: BuiltProducts.executable("commonplace"),
      environment: ["HOME": folder.url.path(percentEncoded: false), "PATH": "/usr/bin:/bin"],
      directory: folder.url)
  }

  /// The names in the outline of a document: a way to see the text the server holds.
  func outline(of uri: String) throws -> [String] {
    let symbols = try client.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]])
    return symbols.array?.compactMap { $0["name"]?.string } ?? []
  }
}
