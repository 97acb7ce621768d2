import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// Names in lists are one line, and nothing that a client's terminal obeys.
@Suite struct PlainTextTests {
  @Test(arguments: [
    ("a\u{202E}b\u{2069}", "a b "), ("a\r\nb\u{1B}[0m\u{2028}", "a  b [0m "), ("é 😀", "é 😀"),
  ])
  func namesAreOnOneLineAndSayWhatTheySeemTo(_ text: String, _ name: String) {
    #expect(text.withoutControls == name)
  }

  @Test(arguments: [
    ("Über #Bäume", "baume", true), ("Über", "ub", true), ("Über", "bu", false), ("a", "", true),
    ("wwwb", "wb", true), ("a\0b", "b", false),
  ])
  func foldedTextIsFound(_ text: String, _ word: String, _ isThere: Bool) {
    #expect(text.hasFolded(word) == isThere)
  }

  private static let note = "# A\ttab and \u{9B}1mbold\n\nSimplify,\u{1B}[2J simplify.\n"

  private func expectPlain(_ name: JSONValue?) throws {
    let name = try #require(name?.string)
    #expect(name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(name)")
  }

  @Test func symbolsAndLists() throws {
    let server = try ServerFixture(notes: [Self.note])
    for query in ["", "simplify"] {
      let symbol = try server.client.request("workspace/symbol", ["query": query.json]).array?.first
      #expect(symbol?["name"] == "A tab and  1mbold")
      if !query.isEmpty { try expectPlain(symbol?["containerName"]) }
    }
    let notes = try server.client.request("commonplace/listNotes", [:])
    #expect(notes["notes"]?.array?.first?["title"] == "A tab and  1mbold")
    let hit = try server.client.request("commonplace/search", ["query": "simplify"])["hits"]?
      .array?.first
    #expect(hit?["title"] == "A tab and  1mbold")
    try expectPlain(hit?["snippet"])
  }
}
