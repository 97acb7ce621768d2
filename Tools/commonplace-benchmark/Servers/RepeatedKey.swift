import JSON

/// A key that is pressed repeatedly in a document, as an editor sends it: a letter inserted or
/// removed, and a request for the changed tokens.
struct RepeatedKey {
  let uri: String
  private let text: String
  private let position: JSONValue
  private let sendsWholeTexts: Bool
  private var version = 1
  /// The result ID of the tokens that the client has.
  private(set) var resultId: String?

  /// Creates a key in the middle of `text`, on a line of prose; at the start if there is none.
  init(uri: String, in text: String, sendsWholeTexts: Bool) {
    (self.uri, self.text, self.sendsWholeTexts) = (uri, text, sendsWholeTexts)
    let utf8 = Array(text.utf8)
    let offset = EditOffsets(utf8).middleWord
    let start = utf8[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = utf8[..<offset].count { $0 == 0x0A }
    let column = String(decoding: utf8[start..<offset], as: UTF8.self).utf16.count
    position = ["line": .integer(Int64(line)), "character": .integer(Int64(column))]
  }

  mutating func change() -> [UInt8] {
    version += 1
    let isTyped = version % 2 == 0
    var end = position.object ?? [:]
    if !isTyped { end["character"] = .integer(Int64(position["character"]?.int ?? 0) + 1) }
    let change: JSONValue =
      sendsWholeTexts
      ? ["text": .string(isTyped ? "e" + text : text)]
      : [
        "range": ["start": position, "end": .object(end)], "text": .string(isTyped ? "e" : ""),
      ]
    return PipeServer.notification(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": .integer(Int64(version))],
        "contentChanges": [change],
      ])
  }

  mutating func press(_ server: PipeServer) -> (frames: [UInt8], id: Int) {
    let (frame, id) = server.request(
      "textDocument/semanticTokens/full/delta",
      [
        "textDocument": ["uri": .string(uri)],
        "previousResultId": resultId.map(JSONValue.string) ?? "none",
      ])
    return (change() + frame, id)
  }

  mutating func take(_ answer: [UInt8]) {
    resultId = (try? JSONValue(parsing: answer))?["result"]?["resultId"]?.string ?? resultId
  }
}
