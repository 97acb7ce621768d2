import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// The fix of an image by the name of a file: the file is stored with the note, which shows it.
@Suite struct AddImageFileTests {
  /// A client that opens notes, and lets the server edit its documents.
  private static var capabilities: JSONValue {
    guard var capabilities = CodeActionsTests.capabilities().object,
      var document = capabilities["textDocument"]?.object
    else { return .null }
    document["publishDiagnostics"] = ["versionSupport": true]
    capabilities["textDocument"] = .object(document)
    capabilities["experimental"] = ["commonplace": ["notesChanged": true]]
    return .object(capabilities)
  }

  private static let key = (try? ImageContent(TestImages.png()).key) ?? ""
  private static let title = "Add the image file to the note"

  /// The fixes of this kind on the third line of a document.
  private func fixes(_ client: LanguageClient, _ uri: String) throws -> [JSONValue] {
    let range = LSPRange(
      start: Position(line: 2, character: 0), end: Position(line: 2, character: 99))
    return try CodeActionsTests.actions(client, uri, range, ["only": ["quickfix"]])
      .filter { $0["title"]?.string == Self.title }
  }

  private func run(_ client: LanguageClient, _ fix: JSONValue?) throws -> JSONValue {
    let command = fix?["command"]
    return try client.request(
      "workspace/executeCommand",
      ["command": command?["command"], "arguments": command?["arguments"]])
  }

  /// Takes the only fix there is: the text that it leads to.
  private func fixed(_ client: LanguageClient, _ uri: String, _ text: String) throws -> String {
    let fixes = try fixes(client, uri)
    #expect(fixes.count == 1)
    #expect(fixes.first?["diagnostics"]?.array?.first?["code"] == "image-not-in-note")
    #expect(try run(client, fixes.first)["key"]?.string == Self.key)
    let edit = try client.serverRequest("workspace/applyEdit", answer: ["applied": true])
    return try CodeActionsTests.applying(edit["edit"], to: text, of: uri)
  }

  /// Whether the note at `uri`, with `text`, shows the image.
  private func expectShown(_ client: LanguageClient, _ uri: String, _ text: String) throws {
    client.change(uri, version: 2, text)
    let found = try client.notification("textDocument/publishDiagnostics") {
      $0["uri"] == uri.json && $0["version"] == 2
    }
    #expect(found["diagnostics"] == [])
    let image = try client.request(
      "commonplace/readImage", ["uri": uri.json, "target": Self.key.json])
    #expect(image["width"] == 640 && image["height"] == 480)
  }

  /// In a file of a mirror a name counts from the file's folder.
  @Test(arguments: [
    ("![Pond](pond.png)", "![Pond](KEY)"),
    ("![Pond](../pictures/a%20pond.png \"The pond\")", "![Pond](KEY)"),
    ("a ![](<../pictures/a pond.png>) b", "a ![](KEY) b"),
    ("![[pond.png]]", "![](KEY)"),
    ("![[pond.png|300]]", "![](KEY)"),
    ("![[pond.png|The pond]]", "![The pond](KEY)"),
    ("![](FOLDER/pond.png)", "![](KEY)"),
  ])
  func besideAFileOfAMirror(line: String, fixed: String) throws {
    let mirror = try MirrorServerFixture(notes: ["# Pond\n"], capabilities: Self.capabilities)
    try TestImages.png().write(to: URL(filePath: mirror.path("pond.png")))
    let pictures = mirror.server.folder.path("pictures")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: false)
    try TestImages.png().write(to: URL(filePath: pictures + "/a pond.png"))
    let line = line.replacing("FOLDER", with: mirror.folder)
    let name = try #require(mirror.files.first { $0.hasSuffix(".md") })
    let uri = try mirror.open(name)
    let old = mirror.text(name) ?? ""
    let text = "# Pond\n\n\(line)\n"
    #expect(old.hasPrefix("# Pond\n"))
    mirror.client.change(uri, version: 1, text)
    let result = try self.fixed(mirror.client, uri, text)
    #expect(result == "# Pond\n\n\(fixed.replacing("KEY", with: Self.key))\n")
    try expectShown(mirror.client, uri, result)
  }

  /// In a note of the notebook only a whole path says which file it is.
  @Test(arguments: ["FOLDER/pond.png", "~/pond.png", "file://FOLDER/pond.png"])
  func byAWholePath(path: String) throws {
    let server = try ServerFixture(notes: ["# Pond\n"], capabilities: Self.capabilities)
    let folder = String(server.folder.path("x").dropLast(2))
    try TestImages.png().write(to: URL(filePath: folder + "/pond.png"))
    let uri = try server.uri(titled: "Pond")
    let text = "# Pond\n\n![Pond](\(path.replacing("FOLDER", with: folder)))\n"
    server.client.open(uri, text)
    let result = try fixed(server.client, uri, text)
    #expect(result == "# Pond\n\n![Pond](\(Self.key))\n")
    try expectShown(server.client, uri, result)
  }

  /// It is not offered where the path of the file cannot be known, and where nothing can be stored.
  @Test func whereItIsNotOffered() throws {
    let server = try ServerFixture(notes: ["# Pond\n"], capabilities: Self.capabilities)
    let uri = try server.uri(titled: "Pond")
    let lines = [
      "![](pond.png)", "![](~other/pond.png)", "![](https://example.org/pond.png)",
      "![](file://elsewhere/pond.png)", "![[pond.png]]", "![](\(Self.key))", "pond.png",
    ]
    for (index, line) in lines.enumerated() {
      server.client.open(uri, "# Pond\n\n\(line)\n")
      #expect(try fixes(server.client, uri) == [], "\(line)")
      if index == 0 { #expect(try server.outline(of: uri) == ["Pond"]) }
      server.client.notify("textDocument/didClose", ["textDocument": ["uri": uri.json]])
    }
    server.client.open("file:///a.md", "# Pond\n\n![](/pond.png)\n")
    #expect(try fixes(server.client, "file:///a.md") == [])
  }

  /// Each refusal is one sentence without the name that is in the text, and nothing is stored.
  @Test(arguments: [
    ("none.png", "The image cannot be read: No such file or directory."),
    (".", "The image is not a file."),
    ("pipe", "The image is not a file."),
    ("page.png", "Not a PNG, JPEG, GIF or WebP image: convert it to one of these."),
    ("large.png", "The image is larger than 32 MB: use a smaller one."),
    ("link.png", "The image is a symbolic link: write the path of the image file itself."),
  ])
  func refusals(name: String, message: String) throws {
    let server = try ServerFixture(notes: ["# Pond\n"], capabilities: Self.capabilities)
    let folder = String(server.folder.path("x").dropLast(2))
    try Data("<html></html>".utf8).write(to: URL(filePath: "\(folder)/page.png"))
    try TestImages.png().write(to: URL(filePath: "\(folder)/pond.png"))
    #expect(symlink("\(folder)/pond.png", "\(folder)/link.png") == 0)
    #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
    _ = FileManager.default.createFile(atPath: "\(folder)/large.png", contents: nil)
    #expect(truncate("\(folder)/large.png", off_t(ImageContent.mostBytes) + 1) == 0)
    let uri = try server.uri(titled: "Pond")
    server.client.open(uri, "# Pond\n\n![Pond](\(folder)/\(name))\n")
    let fix = try #require(try fixes(server.client, uri).first)
    let error = #expect(throws: ResponseError.self) { try run(server.client, fix) }
    #expect(error?.message == message)
    #expect(server.client.notificationsSoFar("workspace/applyEdit") == [])
    let id = try #require(NoteURI(uri)?.id)
    let notebook = try Notebook.open(
      at: server.notebookPath, state: StateFolder(path: server.folder.path("other")))
    #expect(try notebook.images.assets(of: id) == [])
  }

  /// A folder that is a link leads out of the one beside the note.
  @Test func noLinkIsFollowedFromTheNote() throws {
    let mirror = try MirrorServerFixture(notes: ["# Pond\n"], capabilities: Self.capabilities)
    let pictures = mirror.server.folder.path("pictures")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: false)
    try TestImages.png().write(to: URL(filePath: pictures + "/pond.png"))
    #expect(symlink(pictures, mirror.path("inside")) == 0)
    let name = try #require(mirror.files.first { $0.hasSuffix(".md") })
    let uri = try mirror.open(name)
    mirror.client.change(uri, version: 1, "# Pond\n\n![](inside/pond.png)\n")
    let fix = try #require(try fixes(mirror.client, uri).first)
    let error = #expect(throws: ResponseError.self) { try run(mirror.client, fix) }
    #expect(
      error?.message
        == "A folder in the image's path is a symbolic link: write the full path of the image.")
  }

  /// The text that the fix was for is not there any more.
  @Test func aTextThatMovedOn() throws {
    let server = try ServerFixture(notes: ["# Pond\n"], capabilities: Self.capabilities)
    let uri = try server.uri(titled: "Pond")
    server.client.open(uri, "# Pond\n\n![](/pond.png)\n")
    let fix = try fixes(server.client, uri).first
    server.client.change(uri, version: 2, "# Pond\n\nother\n")
    let error = #expect(throws: ResponseError.self) { try run(server.client, fix) }
    #expect(
      error?.message
        == "The image was not added: the document has changed or was closed. Try again.")
    let part: JSONValue = ["uri": uri.json, "version": 2, "range": .range(2, 0, 2, 3)]
    let other = #expect(throws: ResponseError.self) {
      try server.client.request(
        "workspace/executeCommand",
        ["command": "commonplace.addImageFile", "arguments": [part]])
    }
    #expect(other?.code == -32602)
  }
}
