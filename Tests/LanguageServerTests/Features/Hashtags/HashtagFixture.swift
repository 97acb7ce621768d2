import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing
import TextDiagnostics

@testable import LanguageServer

/// A server that is asked about hashtags, and what its answers say in words.
struct HashtagFixture {
  let server: ServerFixture
  let encoding: PositionEncoding

  var client: LanguageClient { server.client }

  /// The capabilities of clients in these tests, `more` included.
  static func capabilities(
    _ encoding: PositionEncoding = .utf16, textDocument: JSONObject = [:],
    workspace: JSONObject = [:], window: JSONObject = [:]
  ) -> JSONValue {
    [
      "general": ["positionEncodings": [encoding.rawValue.json]],
      "textDocument": .object(textDocument), "workspace": .object(workspace),
      "window": .object(window),
    ]
  }

  init(
    notes: [String]? = [], encoding: PositionEncoding = .utf16, capabilities: JSONValue? = nil
  ) throws {
    self.encoding = encoding
    server = try ServerFixture(
      notes: notes, capabilities: capabilities ?? Self.capabilities(encoding))
  }

  /// Opens `marked` as `uri`; the parameters of a request at its first mark.
  func open(_ uri: String, _ marked: String) throws -> JSONObject {
    let text = MarkedText(marked)
    client.open(uri, text.text)
    return try position(uri, of: text)
  }

  /// The parameters of a request at the first mark of a text that is open as `uri`.
  func position(_ uri: String, of text: MarkedText) throws -> JSONObject {
    let offset = try #require(text.ranges.first).lowerBound
    let position = Position(
      MiniMarkdownDocument(text.text).snapshot.position(of: offset, in: encoding))
    return ["textDocument": ["uri": uri.json], "position": position.json]
  }

  func ask(_ method: String, _ params: JSONObject) throws -> JSONValue {
    try client.request(method, .object(params))
  }

  /// The text at locations or links: `TITLE LINE text`, where the title is the text's first line.
  func locations(_ answer: JSONValue, open: [String: String] = [:]) throws -> [String] {
    try (answer.array ?? []).map { item in
      let uri = try #require((item["uri"] ?? item["targetUri"])?.string)
      let range = try LSPRange(json: item["range"] ?? item["targetRange"] ?? .null)
      let text = try open[uri] ?? client.read(uri).text
      let first = text.split(whereSeparator: \.isNewline).first ?? ""
      return "\(first) \(range.start.line) \(self.text(at: range, of: text))"
    }
  }

  /// The text at a range.
  func text(at range: LSPRange, of text: String) -> String {
    let snapshot = MiniMarkdownDocument(text).snapshot
    return snapshot.text(in: snapshot.utf8Range(of: range, in: encoding))
  }

  /// `text` after the edits of `uri` in a workspace edit of any form.
  func edited(_ text: String, _ uri: String, by edit: JSONValue) throws -> String {
    let versioned = edit["documentChanges"]?.array?.first {
      $0["textDocument"]?["uri"]?.string == uri
    }
    let edits = (versioned?["edits"] ?? edit["changes"]?[uri])?.array ?? []
    let snapshot = MiniMarkdownDocument(text).snapshot
    var bytes = Array(text.utf8)
    for edit in try edits.map(TextEdit.init(json:)).reversed() {
      bytes.replaceSubrange(
        snapshot.utf8Range(of: edit.range, in: encoding), with: Array(edit.newText.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The diagnostics of a document that the server sends, once they are as `condition` says.
  func diagnostics(
    of uri: String, where condition: ([JSONValue]) -> Bool
  ) throws -> [JSONValue] {
    let params = try client.notification("textDocument/publishDiagnostics") { params in
      params["uri"]?.string == uri && condition(params["diagnostics"]?.array ?? [])
    }
    return params["diagnostics"]?.array ?? []
  }

  /// The texts of all notes outside the trash, sorted.
  var storedTexts: [String] {
    get throws {
      let notes = try client.request("commonplace/listNotes", [:])["notes"]?.array ?? []
      return try notes.compactMap { $0["uri"]?.string }.map { try client.read($0).text }.sorted()
    }
  }
}

extension PositionEncoding {
  static let everyOne: [PositionEncoding] = [.utf8, .utf16, .utf32]
}
