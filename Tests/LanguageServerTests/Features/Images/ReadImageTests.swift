import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// Images of notes as files, for the system's viewer.
@Suite struct ReadImageTests {
  private let notebook: ReviewedNotebook
  private let server: ServerFixture
  private let uri: String

  init() throws {
    notebook = try ReviewedNotebook()
    server = try ServerFixture(
      notebookPath: notebook.path, capabilities: BookFixture.capabilities)
    uri = try server.uri(titled: "Walden")
  }

  @Test func isAFileInTheCache() throws {
    let image = try server.client.request(
      "commonplace/readImage", ["uri": uri.json, "target": "assets/pond.png"])
    #expect(image["mimeType"] == "image/png" && image["byteCount"] == 12029)
    #expect(image["width"] == 640 && image["height"] == 480)
    let file = try #require(image["file"]?.string.flatMap(URL.init(string:)))
    let folder = server.folder.url.path(percentEncoded: false)
    #expect(file.path(percentEncoded: false).hasPrefix(folder))
    #expect(try ImageContent(Data(contentsOf: file)).kind == .png)
    for target in ["assets/gone.png", ".noteText", ".coverImage", "../x", ""] {
      let error = #expect(throws: ResponseError.self) {
        try server.client.request(
          "commonplace/readImage", ["uri": uri.json, "target": target.json])
      }
      #expect(error?.message == "This image is not stored with the note.", "\(target)")
    }
  }

  /// A link of a text says where it leads when it is followed.
  @Test func linksAreResolved() throws {
    server.client.open(uri, ReviewedNotebook.text)
    let links =
      try server.client.request(
        "textDocument/documentLink", ["textDocument": ["uri": uri.json]]
      ).array ?? []
    let images = links.filter { $0["data"] != nil }
    #expect(images.count == 2 && images.allSatisfy { $0["target"] == nil })
    let resolved = try server.client.request("documentLink/resolve", images[0])
    #expect(resolved["target"]?.string?.hasPrefix("file:///") == true)
    #expect(resolved["target"]?.string?.hasSuffix(".png") == true)
    let error = #expect(throws: ResponseError.self) {
      try server.client.request("documentLink/resolve", images[1])
    }
    #expect(error?.message == "This image is not stored with the note.")
    // One that has a target stays as it is.
    let other = try #require(links.first { $0["target"] != nil })
    #expect(try server.client.request("documentLink/resolve", other) == other)
  }

  /// Only the content makes an image, and not the stored type.
  @Test func nothingElseBecomesAFile() throws {
    let notebook = try ReviewedNotebook()
    _ = try SQLite.run(
      "UPDATE entry SET blob = CAST('#!/bin/sh' AS BLOB) WHERE key = 'assets/pond.png'",
      on: notebook.path)
    let server = try ServerFixture(notebookPath: notebook.path)
    let uri = try server.uri(titled: "Walden")
    defer { withExtendedLifetime(notebook) {} }
    let error = #expect(throws: ResponseError.self) {
      try server.client.request(
        "commonplace/readImage", ["uri": uri.json, "target": "assets/pond.png"])
    }
    #expect(
      error?.message
        == "Cannot show the image. Not a PNG, JPEG, GIF or WebP image: convert it to one of "
        + "these.")
  }

  @Test func hoversShowIt() throws {
    server.client.open(uri, ReviewedNotebook.text)
    let line = ReviewedNotebook.text.line(of: "![pond]")
    let hover = try server.client.request(
      "textDocument/hover",
      ["textDocument": ["uri": uri.json], "position": ["line": line.json, "character": 4]])
    let text = hover["contents"]?["value"]?.string ?? ""
    #expect(text.hasPrefix("![image](file:///"))
    #expect(text.hasSuffix(".png|height=200)\n\nimage/png, 640 × 480 pixels, 12 kB"))
  }

  /// The newest files stay; one that is asked for again is among them.
  @Test func theFolderHasAnEnd() throws {
    let folder = try TemporaryFolder()
    let images = ImageFiles(folder: folder.url.appending(path: "images"))
    let first = try ImageContent(TestImages.png())
    let file = try #require(images.file(of: first))
    #expect(try Data(contentsOf: file) == first.data && images.file(of: first) == file)
    for number in 0..<ImageFiles.most + 5 {
      _ = images.file(of: try ImageContent(TestImages.png(mark: "\(number)")))
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: images.folder.path(percentEncoded: false))
    #expect(names.count == ImageFiles.most)
  }

  /// Without a home it is not a name in /tmp, which another user could take first.
  @Test(
    arguments: [
      ([:], NSHomeDirectory() + "/.cache/commonplace/images/"),
      (["HOME": ""], NSHomeDirectory() + "/.cache/commonplace/images/"),
      (["HOME": "/home/a"], "/home/a/.cache/commonplace/images/"),
      (["HOME": "/home/a", "XDG_CACHE_HOME": "b"], "/home/a/.cache/commonplace/images/"),
      (["HOME": "/home/a", "XDG_CACHE_HOME": "/b"], "/b/commonplace/images/"),
    ] as [([String: String], String)])
  func theFolderIsTheUsersOwn(environment: [String: String], path: String) {
    #expect(ImageFiles.folder(in: environment).path(percentEncoded: false) == path)
  }
}
