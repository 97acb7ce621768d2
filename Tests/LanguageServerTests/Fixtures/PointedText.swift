import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import TextDiagnostics

@testable import LanguageServer

/// A text with a position to ask about, `¦`, and a part that the answer is to be about, `«…»`; open
/// in a client that counts columns in one of the three ways.
struct PointedText {
  static let encodings: [PositionEncoding] = [.utf8, .utf16, .utf32]

  let text: String
  /// Bytes of UTF-8.
  let offset: Int
  let range: Range<Int>?
  let snapshot: DocumentSnapshot

  init(_ marked: String) {
    let parts = marked.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false)
    let marked = MarkedText(parts.joined())
    text = marked.text
    range = marked.ranges.first
    offset = MarkedText(String(parts.first ?? "")).text.utf8.count
    snapshot = MiniMarkdownDocument(text).snapshot
  }

  /// The parameters of a request about the position.
  func params(_ uri: String, _ encoding: PositionEncoding) -> JSONValue {
    [
      "textDocument": ["uri": .string(uri)],
      "position": Position(snapshot.position(of: offset, in: encoding)).json,
    ]
  }

  /// The bytes of a range in an answer.
  func bytes(_ range: JSONValue?, _ encoding: PositionEncoding) throws -> Range<Int> {
    snapshot.utf8Range(of: try LSPRange(json: range ?? .null), in: encoding)
  }
}

extension ServerFixture {
  /// The capabilities of a client that counts in `encoding`, and `textDocument` besides.
  static func capabilities(
    _ encoding: PositionEncoding, textDocument: JSONValue = [:]
  ) -> JSONValue {
    [
      "general": ["positionEncodings": [encoding.rawValue.json]], "textDocument": textDocument,
    ]
  }
}
