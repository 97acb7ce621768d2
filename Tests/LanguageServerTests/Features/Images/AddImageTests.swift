import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// Images that a client adds to notes.
@Suite struct AddImageTests {
  private func add(_ server: ServerFixture, _ more: JSONObject) throws -> JSONValue {
    var params = more
    if params["uri"] == nil { params["uri"] = try server.uri(titled: "Walden").json }
    return try server.client.request("commonplace/addImage", .object(params))
  }

  @Test func answersTheMarkdown() throws {
    let server = try ServerFixture(notes: ["# Walden\n"])
    let path = server.folder.path("a pond.txt")
    try TestImages.png().write(to: URL(filePath: path))
    let key = try ImageContent(TestImages.png()).key
    let added = try add(server, ["path": path.json])
    #expect(added["key"]?.string == key && added["markdown"]?.string == "![](\(key))")
    #expect(added["mimeType"] == "image/png" && added["width"] == 640 && added["height"] == 480)
    #expect(added["message"] == "Added: image/png, 640 × 480 pixels, 29 bytes")
    let again = try add(
      server,
      [
        "data": TestImages.png().base64EncodedString(options: .lineLength64Characters).json,
        "name": "a [pond]\nat dawn",
      ])
    #expect(again["markdown"]?.string == "![a pond at dawn](\(key))")
    #expect(
      again["message"]
        == "The note has this image already: image/png, 640 × 480 pixels, 29 bytes")
    let byAddress = try add(
      server, ["path": URL(filePath: path).absoluteString.json])
    #expect(byAddress["key"]?.string == key)
    // The text is the client's to change.
    #expect(try server.client.read(server.uri(titled: "Walden")).text == "# Walden\n")
  }

  /// A text that shows an image that is not there has a diagnostic until it is.
  @Test func diagnosticsFollow() throws {
    let server = try ServerFixture(notes: ["# Walden\n"])
    let uri = try server.uri(titled: "Walden")
    let key = try ImageContent(TestImages.gif).key
    server.client.open(uri, "# Walden\n\n![](\(key))\n")
    let missing = try server.client.notification("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.array?.first?["code"] == "missing-image"
    }
    #expect(missing["uri"] == uri.json)
    _ = try add(server, ["data": TestImages.gif.base64EncodedString().json])
    _ = try server.client.notification("textDocument/publishDiagnostics") {
      $0["uri"] == uri.json && $0["diagnostics"] == []
    }
  }

  @Test(
    arguments: [
      (["path": "FOLDER/none.png"], "FOLDER/none.png cannot be read: No such file or directory."),
      (["path": "FOLDER"], "FOLDER is not a file."),
      (["path": "FOLDER/pipe"], "FOLDER/pipe is not a file."),
      (["path": "pond.png"], "path: expected an absolute path or a file: URI"),
      (["path": "https://example.org/a.png"], "path: expected an absolute path or a file: URI"),
      (
        ["path": "FOLDER/page.png"],
        "Not a PNG, JPEG, GIF or WebP image: convert it to one of these."
      ),
      (["data": ""], "The image is empty."), ([:], "data: "),
    ] as [([String: String], String)])
  func refusals(params: [String: String], message: String) throws {
    let server = try ServerFixture(notes: ["# Walden\n"])
    let folder = String(server.folder.path("x").dropLast(2))
    try Data("<html></html>".utf8).write(to: URL(filePath: "\(folder)/page.png"))
    #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
    func inFolder(_ text: String) -> String { text.replacing("FOLDER", with: folder) }
    var json = JSONObject()
    for (name, value) in params { json[name] = inFolder(value).json }
    let error = #expect(throws: ResponseError.self) { try add(server, json) }
    #expect(error?.message.hasPrefix(inFolder(message)) == true, "\(error?.message ?? "")")
    let id = try #require(NoteURI(try server.uri(titled: "Walden"))?.id)
    let notebook = try Notebook.open(
      at: server.notebookPath, state: StateFolder(path: server.folder.path("other")))
    #expect(try notebook.images.assets(of: id) == [])
  }

  @Test func aNoteThatIsGone() throws {
    let server = try ServerFixture(notes: ["# Walden\n"])
    for uri in ["commonplace://mine/GONE/a.md", "untitled:1"] {
      let error = #expect(throws: ResponseError.self) {
        try add(
          server, ["uri": uri.json, "data": TestImages.gif.base64EncodedString().json])
      }
      #expect(error != nil)
    }
  }
}
