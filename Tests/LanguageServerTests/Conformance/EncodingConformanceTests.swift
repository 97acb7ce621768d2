import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// Columns are in the units that were agreed on, in everything that has a position.
@Suite struct EncodingConformanceTests {
  @Test(
    "49 The first encoding of the client's that there is; utf-16 if it names none",
    arguments: [
      (["utf-8", "utf-16"], "utf-8"), (["utf-32", "utf-8", "utf-16"], "utf-32"),
      (["utf-7", "utf-16"], "utf-16"), (["utf-7"], "utf-16"), ([], "utf-16"), (nil, "utf-16"),
    ] as [([String]?, String)])
  func choice(offered: [String]?, chosen: String) throws {
    let capabilities: JSONValue =
      offered.map { ["general": ["positionEncodings": $0.json]] } ?? [:]
    let server = try ServerFixture(capabilities: capabilities)
    #expect(server.initializeResult["capabilities"]?["positionEncoding"] == .string(chosen))
  }

  private static let uri = "file:///a.md"
  private static let start = "# 😀 é\n"
  private static let text = """
    # 😀 Wälden e\u{301}
    #nature/wälder 😀 ?[hint 中](answer 😀) #nature
    > quote 👨‍👩‍👧 with *emphasis* 中文
    Q: 😀 question?
    A: answer #nature/wälder

    1. one 😀 https://example.org/ä
    1. two ?[broken 中
    ![bild 😀](ä.png)

    """

  /// The text that each answer names, by method, in one session.
  private func session(_ encoding: String) throws -> [String: [String]] {
    let server = try ServerFixture(
      notes: [Self.text, "# other 😀\n#nature/wälder"],
      capabilities: ClientProfiles.everything(encodings: [encoding]))
    server.client.open(Self.uri, Self.start)
    var text = ClientText(Self.start, encoding: encoding)
    // Typed in pieces, so that edits are in the encoding as well.
    let end = text.range(text.bytes.count..<text.bytes.count)
    server.client.change(Self.uri, version: 2, [["range": end, "text": .string(Self.text)]])
    text.replace(text.bytes.count..<text.bytes.count, with: Self.text)
    let emoji = text.bytes.count - Self.text.utf8.count - 3
    server.client.change(
      Self.uri, version: 3, [["range": text.range(emoji - 5..<emoji), "text": "中"]])
    text.replace(emoji - 5..<emoji, with: "中")
    #expect(
      try server.client.outline(of: Self.uri).first
        == String(text.text.dropFirst(2).prefix { $0 != "\n" }))

    var found: [String: [String]] = [:]
    // A review asks by chance, and of other documents; its ranges have separate tests.
    for method in RequestTable.methods
    where !RequestTable.isWriting(method) && !method.hasPrefix("commonplace/review/") {
      for marker in ["#nature", "answer", "emphasis", "question", "broken", "bild", "one"] {
        guard let markerRange = text.text.range(of: marker) else { continue }
        let offset = text.text[..<markerRange.upperBound].utf8.count
        let params = RequestTable.params(
          method, uri: Self.uri, range: text.range(offset - 3..<offset))
        guard let answer = try? server.client.request(method, params) else { continue }
        if let data = answer["data"]?.array {
          found[method, default: []] += tokens(data.compactMap(\.int), in: text)
        } else {
          found[method, default: []] += ranges(in: answer, of: text)
        }
      }
    }
    return found
  }

  /// The texts of all ranges in an answer; ranges in other documents are left out.
  private func ranges(in json: JSONValue, of text: ClientText) -> [String] {
    if let elements = json.array { return elements.flatMap { ranges(in: $0, of: text) } }
    guard let object = json.object else { return [] }
    if let uri = object["uri"]?.string ?? object["targetUri"]?.string, uri != Self.uri { return [] }
    if object["start"]?["line"] != nil {
      return [text.text(of: json) ?? "no place: \(json)"]
    }
    return object.members.filter { $0.key != "changes" && $0.key != "data" }
      .flatMap { ranges(in: $0.value, of: text) }
  }

  private func tokens(_ data: [Int], in text: ClientText) -> [String] {
    var (line, column) = (0, 0)
    return stride(from: 0, to: data.count - data.count % 5, by: 5).map { index in
      column = data[index] == 0 ? column + data[index + 1] : data[index + 1]
      line += data[index]
      let range = JSONValue.range(line, column, line, column + data[index + 2])
      return text.text(of: range) ?? "no place: \(line):\(column)"
    }
  }

  @Test("50 The same session in each encoding names the same texts") func replay() throws {
    let (utf8, utf16, utf32) = (
      try session("utf-8"), try session("utf-16"), try session("utf-32")
    )
    for (method, texts) in utf16 {
      #expect(utf8[method] == texts && utf32[method] == texts, "\(method)")
      #expect(!texts.contains { $0.hasPrefix("no place") }, "\(method)")
    }
    for method in ["textDocument/semanticTokens/full", "textDocument/documentSymbol"] {
      #expect(utf16[method]?.isEmpty == false, "\(method)")
    }
  }

  @Test("51 Tokens and edits use the encoding", arguments: ["utf-8", "utf-16", "utf-32"])
  func tokensAndEdits(encoding: String) throws {
    let server = try ServerFixture(
      notes: ["# a\n#wälder"], capabilities: ClientProfiles.everything(encodings: [encoding]))
    let text = ClientText("😀 *é中* #wä", encoding: encoding)
    server.client.open(Self.uri, text.text)
    let document: JSONValue = ["uri": .string(Self.uri)]
    let answer = try server.client.request(
      "textDocument/semanticTokens/full", ["textDocument": document])
    #expect(
      tokens(answer["data"]?.array?.compactMap(\.int) ?? [], in: text).joined() == "😀*é中*#wä")
    let list = try server.client.request(
      "textDocument/completion",
      ["textDocument": document, "position": text.position(text.bytes.count)])
    let edit = list["items"]?.array?.first?["textEdit"]
    let range = edit?["range"] ?? edit?["replace"] ?? .null
    #expect(text.text(of: range) == "#wä")
  }
}
