import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Titles are offered after `[[`, and headings after `#`.
@Suite struct LinkCompletionTests {
  private static let notes = [
    "# Walden\n\n## The ponds\n\n## Solitude\n", "# On walking\n", "# C# [and] more\n",
    "---\naliases: [Life in the Woods]\n---\n# Thoreau\n", "# Twins\n", "# Twins\n\nTwo.\n",
  ]

  /// The text before the cursor's mark, and what each item makes of the line.
  @Test(arguments: [
    ("see [[Wald«»", ["see [[Walden]]"]), ("[[wald«»]] rest", ["[[Walden]] rest"]),
    ("[[wal«»", ["[[Walden]]", "[[On walking]]"]),
    ("[[alking«»", ["[[On walking]]"]), ("[[Life«»", ["[[Thoreau]]"]),
    ("[[Walden#«»", ["[[Walden#The ponds]]", "[[Walden#Solitude]]"]),
    ("[[Walden#Sol«»]]", ["[[Walden#The ponds]]", "[[Walden#Solitude]]"]),
    ("[[On w«»]] [[x]]", ["[[On walking]] [[x]]"]), ("[[Nothing#«»]]", []),
    ("`[[Wal«»`", []), ("[[Walden|«»", []), ("[[a]] «»", []), ("[Wal«»", []),
  ])
  func items(marked: String, expected: [String]) throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let found = try lines(fixture, marked)
    #expect(found == expected)
  }

  @Test func aTitleThatCannotStandInBracketsAndOneOfTwo() throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let odd = try lines(fixture, "[[C#«»")
    // `#` begins a heading.
    #expect(odd == [])
    let found = try lines(fixture, "[[C«»")
    #expect(found.count == 1 && found.first?.hasSuffix("|C# and more]]") == true)
    let twins = try lines(fixture, "[[Twi«»")
    #expect(twins.count == 2 && twins.allSatisfy { $0.hasSuffix("|Twins]]") })
    #expect(Set(twins).count == 2)
  }

  /// The brackets of a Chinese or Japanese keyboard are replaced.
  @Test(arguments: [
    ("见【【Wald«»", ["[[Walden]]"], "【【Wald"), ("［［Wald«»", ["[[Walden]]"], "［［Wald"),
    ("【【Walden#Sol«»", ["[[Walden#The ponds]]", "[[Walden#Solitude]]"], "【【Walden#The ponds"),
    ("【Wald«»", [], nil), ("【【a】】«»", [], nil), ("[[a【Wald«»", [], nil),
  ])
  func afterFullWidthBrackets(marked: String, expected: [String], filter: String?) throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let params = try fixture.open("file:///a.md", marked)
    let items = try fixture.ask("textDocument/completion", params)["items"]?.array ?? []
    #expect(items.compactMap { $0["textEdit"]?["newText"]?.string } == expected)
    #expect(items.first?["filterText"]?.string == filter)
    let start = marked.prefix { $0 == "见" }.count
    #expect(
      items.allSatisfy { $0["textEdit"]?["range"]?["start"]?["character"] == start.json })
  }

  @Test func headingsOfTheSameText() throws {
    let fixture = try HashtagFixture(notes: [])
    let params = try fixture.open("file:///a.md", "αβ 🗺 [[#«»\n\n## Here\n## Foo / Bar\n")
    let items = try fixture.ask("textDocument/completion", params)["items"]?.array ?? []
    #expect(items.map { $0["label"] } == ["Here", "Foo / Bar"])
    #expect(items.first?["textEdit"]?["range"]?["start"]?["character"] == 9)
  }

  /// The brackets that an editor has closed are replaced only where the client says that it can.
  @Test(arguments: [
    ("[[Wald«»]] x", false, "Walden", 6), ("[[Wald«»]] x", true, "Walden]]", 8),
    ("[[Wald«»en]]", false, "Walden]]", 10), ("[[Wald«»", false, "Walden]]", 6),
    ("[[Walden#The«»]]", false, "The ponds", 12), ("[[Emma«»]]", false, "Emma", 6),
  ])
  func closedBrackets(marked: String, canReplace: Bool, text: String, end: Int) throws {
    let item: JSONValue = ["insertReplaceSupport": canReplace.json]
    let capabilities = HashtagFixture.capabilities(
      textDocument: ["completion": ["completionItem": item]], workspace: ["applyEdit": true])
    let fixture = try HashtagFixture(notes: Self.notes, capabilities: capabilities)
    let params = try fixture.open("file:///a.md", marked)
    let items = try fixture.ask("textDocument/completion", params)["items"]?.array ?? []
    let edit = try TextEdit(json: items.first?["textEdit"] ?? .null)
    #expect(edit.newText == text && edit.range.end.character == UInt32(end))
  }

  @Test func aTitleThatNoNoteHasIsOffered() throws {
    let capabilities = HashtagFixture.capabilities(workspace: ["applyEdit": true])
    let fixture = try HashtagFixture(notes: Self.notes, capabilities: capabilities)
    let params = try fixture.open("file:///a.md", "[[Emma «»")
    let items = try fixture.ask("textDocument/completion", params)["items"]?.array ?? []
    #expect(items.map { $0["label"] } == ["Create “Emma”"])
    #expect(items.first?["textEdit"]?["newText"] == "Emma]]")
    let command = try #require(items.first?["command"])
    _ = try fixture.client.request(
      "workspace/executeCommand",
      ["command": command["command"], "arguments": command["arguments"]])
    #expect(try fixture.server.uri(titled: "Emma").contains("emma.md"))
  }

  private func lines(_ fixture: HashtagFixture, _ marked: String) throws -> [String] {
    let params = try fixture.open("file:///a.md", marked)
    let items = try fixture.ask("textDocument/completion", params)["items"]?.array ?? []
    let text = MarkedText(marked).text
    return try items.map { item in
      let edit = try TextEdit(json: item["textEdit"] ?? .null)
      let columns = Int(edit.range.start.character)..<Int(edit.range.end.character)
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(columns, with: Array(edit.newText.utf8))
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
