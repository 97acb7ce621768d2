import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

@Suite struct HoverTests {
  private static let note = ReviewedNotebook.text

  /// The note with `part` found in it marked as `marked`: what the answer is about, and the
  /// position.
  private static func pointed(_ marked: String) -> String {
    let plain = PointedText(marked).text
    return note.replacingOccurrences(of: plain, with: marked)
  }

  static func hover(
    _ server: ServerFixture, _ uri: String, _ text: PointedText, _ encoding: PositionEncoding
  ) throws -> JSONValue {
    server.client.open(uri, text.text)
    return try server.client.request("textDocument/hover", text.params(uri, encoding))
  }

  /// Checks rows of a position in the note as it is stored, the hovered part marked, and the plain
  /// text.
  static func check(_ rows: [(String, String)], _ encoding: PositionEncoding) throws {
    let notebook = try ReviewedNotebook()
    let server = try Self.server(of: notebook, encoding)
    let uri = try server.uri(titled: "Walden")
    for (marked, expected) in rows {
      let text = PointedText(Self.pointed(marked))
      let answer = try Self.hover(server, uri, text, encoding)
      #expect(answer["contents"] == ["kind": "plaintext", "value": expected.json], "\(marked)")
      #expect(try text.bytes(answer["range"], encoding) == text.range, "\(marked)")
    }
  }

  private static func server(
    of notebook: ReviewedNotebook, _ encoding: PositionEncoding
  ) throws -> ServerFixture {
    try ServerFixture(
      notebookPath: notebook.path, capabilities: ServerFixture.capabilities(encoding))
  }

  @Test(arguments: PointedText.encodings)
  func saysNothingOfOtherPositions(_ encoding: PositionEncoding) throws {
    let notebook = try ReviewedNotebook()
    let server = try Self.server(of: notebook, encoding)
    let uri = try server.uri(titled: "Walden")
    for marked in [") ![far](https://exam¦ple.org/a.png)", " chamb¦ers"] {
      let text = PointedText(Self.pointed(marked))
      #expect(try Self.hover(server, uri, text, encoding) == .null, "\(marked)")
    }
  }

  private static let elsewhere = ["file:///a.md", "untitled:a", "commonplace://x/nobody/a.md"]

  /// Outside notes: the facts that the text alone says.
  @Test(arguments: [
    ("«?[h](¦é)» 😀", "Hint: h\nAnswer: é"), ("# Title\n\n«> quo¦te»\n", "From: Title"),
    ("«#a¦»", "#a: no notebook is open"), ("a\n«🇩🇪¦»", "flag DE"),
    ("«👍🏽»¦", "thumbs up sign, emoji modifier fitzpatrick type-4"),
    ("> a «?[](b¦)»\n", "Answer: b"),
  ])
  func saysElsewhere(_ marked: String, _ expected: String) throws {
    let server = try ServerFixture(notes: nil)
    let text = PointedText(marked)
    for uri in Self.elsewhere {
      let answer = try Self.hover(server, uri, text, .utf16)
      #expect(answer["contents"]?["value"]?.string == expected, "\(uri)")
      #expect(try text.bytes(answer["range"], .utf16) == text.range, "\(uri)")
    }
  }

  @Test(arguments: ["", "¦", "> quo¦te", "![a](b¦.png)"])
  func saysNothingElsewhere(_ marked: String) throws {
    let server = try ServerFixture(notes: nil)
    let text = PointedText(marked)
    for uri in Self.elsewhere {
      #expect(try Self.hover(server, uri, text, .utf16) == .null, "\(uri)")
    }
    let unknown = text.params("file:///unknown", .utf16)
    #expect(try server.client.request("textDocument/hover", unknown) == .null)
  }

  /// The first format that the client names and the server knows.
  @Test(arguments: [
    (["markdown", "plaintext"], "markdown", #"**Answer**: \*a\* \<b\> \& \[c\](x"#),
    (["x", "plaintext", "markdown"], "plaintext", "Answer: *a* <b> & [c](x"),
    ([], "plaintext", "Answer: *a* <b> & [c](x"),
  ])
  func isWrittenAsTheClientReads(_ formats: [String], _ kind: String, _ value: String) throws {
    let server = try ServerFixture(
      notes: nil,
      capabilities: ServerFixture.capabilities(
        .utf8, textDocument: ["hover": ["contentFormat": formats.json]]))
    let answer = try Self.hover(server, "untitled:a", PointedText("?[](*a*¦ <b> & [c](x)"), .utf8)
    #expect(answer["contents"]?["kind"]?.string == kind)
    #expect(answer["contents"]?["value"]?.string == value)
  }

  /// Wherever a client points or types, on a line or after its end, it has an answer and no error.
  @Test(arguments: [
    "?[](![a](#b/c :sm\n> Q: `?[\r\nQ: é\r\n\r\n> ?[😀](🇩🇪🇩) #//#/\n- :+1 ![](\n#",
    "\u{0}\u{301}#\u{301}:ab",
  ])
  func everyPositionIsAnswered(_ text: String) throws {
    let notebook = try ReviewedNotebook()
    let server = try ServerFixture(notebookPath: notebook.path)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, text)
    for line in 0..<9 {
      for character in 0..<28 {
        let params: JSONValue = [
          "textDocument": ["uri": .string(uri)],
          "position": ["line": line.json, "character": character.json],
        ]
        for method in ["textDocument/hover", "textDocument/completion"] {
          #expect(throws: Never.self) { try server.client.request(method, params) }
        }
      }
    }
  }
}
