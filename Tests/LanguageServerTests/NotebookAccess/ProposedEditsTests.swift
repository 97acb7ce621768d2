import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The server remembers the edits that it proposed, and tells a save which prompts they rewrote.
@Suite struct ProposedEditsTests {
  private let old = "Q: Which?\nA: [[Emma]]\n"
  private let new = "Q: Which?\nA: [[Miss Woodhouse]]\n"

  private func snapshot(_ text: String) -> DocumentSnapshot { MiniMarkdownDocument(text).snapshot }

  @Test func onlyWhatTheClientMade() throws {
    let proposed = ProposedEdits()
    let name = try #require(old.range(of: "Emma"))
    let start = old.utf8.distance(from: old.startIndex, to: name.lowerBound)
    let edit = ByteEdit(start..<start + 4, "Miss Woodhouse")
    proposed.propose([edit], for: "A", snapshot(old))
    #expect(proposed.rewrites(of: "A").isEmpty)
    proposed.change("B", to: snapshot(new))
    // Of the same length, and another text.
    proposed.change("A", to: snapshot(new.replacing("Miss", with: "Mrs.")))
    #expect(proposed.rewrites(of: "A").isEmpty && proposed.rewrites(of: "B").isEmpty)
    proposed.change("A", to: snapshot(new))
    proposed.change("A", to: snapshot(new + "\nMore.\n"))
    #expect(!proposed.rewrites(of: "A").isEmpty)
    proposed.forget("A")
    #expect(proposed.rewrites(of: "A").isEmpty)
  }

  /// A title is renamed where another note is open: its card goes on, whether the note is saved by our own
  /// request or by a notification.
  @Test(arguments: [true, false]) func aRenameOverThePipe(isRequest: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Cards.libnotes")
    let texts = ["# Emma\n", "# B\n\n\(old)"]
    try Notebook.create(at: path, notes: texts)
    _ = try SQLite.run(
      """
      UPDATE entry SET json = json_set(json, '$.promptStatistics[0].reviewCount', 4)
        WHERE key LIKE 'prompt=%'
      """, on: path)
    let server = try ServerFixture(notebookPath: path)
    let emma = try server.uri(titled: "Emma")
    let b = try server.uri(titled: "B")
    for uri in [emma, b] { server.client.open(uri, try server.client.read(uri).text) }
    let edit = try server.client.request(
      "textDocument/rename",
      [
        "textDocument": ["uri": emma.json], "position": ["line": 0, "character": 3],
        "newName": "Miss Woodhouse",
      ])
    #expect(edit != .null)
    let text = "# B\n\n\(new)"
    server.client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": b.json, "version": 2],
        "contentChanges": [["text": text.json]],
      ])
    if isRequest {
      _ = try server.client.write(b, text)
    } else {
      server.client.notify("textDocument/didSave", ["textDocument": ["uri": b.json]])
    }
    // The next request about the notebook waits for the save.
    #expect(try server.client.read(b).text == text)
    let counts = try server.client.request("commonplace/review/counts", [:])
    #expect(counts["new"] == 0, "\(counts)")
  }
}
