import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// A real notebook, made by the app, read in place. It lies beside the checkout where there is one.
@Suite(.enabled(if: LibrarySample.isThere, Comment(rawValue: LibrarySample.absence)))
struct LibrarySampleTests {
  private func serve() throws -> ServerFixture {
    try ServerFixture(notebookPath: LibrarySample.path)
  }

  @Test func hasItsNotesAndTags() throws {
    let server = try serve()
    let notes = try server.client.request("commonplace/listNotes", [:])["notes"]?.array ?? []
    #expect(notes.count == 5)
    let tags = try server.client.request("commonplace/listTags", [:])["tags"]?.array ?? []
    #expect(tags.contains { $0["tag"] == "#welcome/basics" })
  }

  @Test(arguments: ["hamlet", "octob"])
  func finds(_ word: String) throws {
    let server = try serve()
    let result = try server.client.request("commonplace/search", ["query": .string(word)])
    #expect((result["total"]?.int ?? 0) > 0)
    let hit = result["hits"]?.array?.first
    let note = try server.client.request("commonplace/readNote", ["uri": hit?["uri"]])
    #expect(note["text"]?.string?.isEmpty == false)
  }

  @Test func completesItsTags() throws {
    let server = try serve()
    server.client.open("file:///a.md", "#wel")
    let list = try server.client.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": "file:///a.md"], "position": ["line": 0, "character": 4],
      ])
    #expect(list["items"]?.array?.contains { $0["label"] == "#welcome/basics" } == true)
  }

  /// Real notes: nothing to complain of, and tokens that follow the rules.
  @Test func raisesNoFalseAlarm() throws {
    let notebook = try Notebook.open(at: LibrarySample.path)
    for summary in try notebook.notes.all() {
      let snapshot = MiniMarkdownDocument(try notebook.note(id: summary.id).text).snapshot
      #expect(snapshot.diagnostics().map(\.code) == [], "\(summary.id)")

      let content = NoteContent(snapshot)
      #expect(content.title == summary.storedTitle)
    }
  }

  @Test func staysAsItIs() throws {
    let before = FileIdentity(path: LibrarySample.path)
    let server = try serve()
    _ = try server.client.request("commonplace/search", ["query": "the"])
    #expect(try server.client.shutDown() == 0)
    #expect(FileIdentity(path: LibrarySample.path) == before)
    let folder = URL(filePath: LibrarySample.path).deletingLastPathComponent().path(
      percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasSuffix("-journal") || $0.hasSuffix("-wal") })
  }
}
