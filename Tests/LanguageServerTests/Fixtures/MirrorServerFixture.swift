import Foundation
import JSON
import LanguageClient
import Mirror
import Notebook
import NotebookFile
import TestSupport
import Testing

/// A server, and a mirror of its notebook that it keeps up to date.
struct MirrorServerFixture {
  let server: ServerFixture
  let folder: String
  /// The folder of the notebook, if the server was given one.
  private let kept: TemporaryFolder?
  var client: LanguageClient { server.client }

  /// The capabilities of a client that opens `commonplace:` documents.
  static var ownCapabilities: JSONValue {
    guard var capabilities = ServerFixture.capabilities.object else { return .null }
    capabilities["experimental"] = ["commonplace": ["notesChanged": true]]
    return .object(capabilities)
  }

  init(_ server: ServerFixture, keeping kept: TemporaryFolder? = nil) throws {
    (self.server, self.kept) = (server, kept)
    folder = server.folder.path("mirror")
    let notebook = try notebook()
    _ = try NoteMirror.open(at: folder, of: notebook).sync()
    try notebook.close()
  }

  init(notes: [String], capabilities: JSONValue = Self.ownCapabilities) throws {
    try self.init(ServerFixture(notes: notes, capabilities: capabilities))
  }

  func path(_ name: String) -> String { folder + "/" + name }
  func uri(_ name: String) -> String { URL(filePath: path(name)).absoluteString }
  func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

  /// The notebook, as another program of the same person has it.
  func notebook() throws -> Notebook {
    let home = server.folder.url.path(percentEncoded: false)
    return try Notebook.open(
      at: server.notebookPath, state: StateFolder(environment: ["HOME": home]))
  }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }

  /// Opens a file, once the server knows that it is a note.
  func open(_ name: String) throws -> String {
    let uri = uri(name)
    #expect(client.eventually { (try? client.read(uri)) != nil })
    client.open(uri, text(name) ?? "")
    return uri
  }

  /// Saves as an editor does: the file, and then a word about it.
  func save(_ text: String, _ name: String, version: Int) throws {
    client.change(uri(name), version: version, text)
    try write(text, name)
    client.save(uri(name), text)
  }
}
