import Foundation
import JSON
import LanguageClient
import TestSupport
import Testing

/// Demands of users of similar tools that no other test covers; `UserDemands.md` beside this file lists
/// all of them.
@Suite struct UserDemandTests {
  private static let uri = "file:///a.md"

  /// Each name in the table is `Suite/function` or a suite alone.
  @Test func everyNamedTestExists() throws {
    let page = Repository.text(of: "Tests/LanguageServerTests/UserDemands.md")
    let rows = page.split(separator: "\n").filter { $0.wholeMatch(of: /\| \d+ \|.*/) != nil }
    #expect(rows.count == 40)
    let sources = Self.sources
    for match in page.matches(of: /`(\w+Tests)(?:\/(\w+))?`/) {
      let (suite, function) = (String(match.1), match.2.map(String.init))
      let source = try #require(sources[suite + ".swift"], "\(suite)")
      if let function { #expect(source.contains("func \(function)("), "\(suite)/\(function)") }
    }
  }

  private static var sources: [String: String] {
    let folder = Repository.root.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var sources: [String: String] = [:]
    while let file = files?.nextObject() as? URL {
      guard file.lastPathComponent.hasSuffix("Tests.swift") else { continue }
      sources[file.lastPathComponent] = try? String(contentsOf: file, encoding: .utf8)
    }
    return sources
  }

  private func complete(
    _ client: LanguageClient, _ column: Int, context: JSONValue? = nil
  ) throws -> [String] {
    let list = try client.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": .string(Self.uri)], "position": .position(0, column),
        "context": context,
      ])
    return list["items"]?.array?.compactMap { $0["label"]?.string } ?? []
  }

  @Test("9, 16 Brackets of other tools", arguments: ["[[", "[[a", "[][][]", "[[[[a]]", "[a][b]("])
  func brackets(text: String) throws {
    let server = try ServerFixture(notes: ["# a\n#tag"], capabilities: ClientProfiles.everything)
    server.client.open(Self.uri, text)
    for column in 0...text.count {
      for method in RequestTable.methods where !RequestTable.isWriting(method) {
        let params = RequestTable.params(
          method, uri: Self.uri, range: .range(0, column, 0, text.count))
        #expect(try server.client.errorCode(method, params) != -32603, "\(method)")
      }
    }
    #expect(try server.client.shutDown() == 0)
  }

  @Test("22 What is offered does not depend on what made the client ask") func askedByHand() throws
  {
    let server = try ServerFixture(notes: ["# a\n#tag/x #other"])
    server.client.open(Self.uri, "see #ta")
    let contexts: [JSONValue?] = [
      nil, ["triggerKind": 1], ["triggerKind": 2, "triggerCharacter": "#"], ["triggerKind": 3],
    ]
    for column in 0...7 {
      let offers = try contexts.map { try complete(server.client, column, context: $0) }
      #expect(Set(offers).count == 1, "column \(column)")
      #expect(offers[0].isEmpty == (column < 5), "column \(column)")
    }
  }

  @Test("34 What looks like a tag in code is none") func tagsInCode() throws {
    let server = try ServerFixture(notes: ["# a\n`#code` and #tag\n"])
    let tags = try server.client.request("commonplace/listTags", [:])["tags"]?.array ?? []
    #expect(tags.map { $0["tag"] } == ["#tag"])
  }
}
