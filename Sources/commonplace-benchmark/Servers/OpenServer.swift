import Foundation
import JSON

/// A server with a document open in it, and the key that is pressed in it again and again.
final class OpenServer {
  let server: PipeServer
  private let uri = "file:///bench.md"
  private let position: JSONValue
  private let text: String
  private let sendsWholeTexts: Bool
  private var version = 1
  private var resultId: String?

  /// Opens `text`; keys go to its middle, on a line of prose.
  init(
    _ server: PipeServer, _ text: String, options: JSONObject = [:], sendsWholeTexts: Bool = false
  ) throws {
    var options = options
    options["semanticTokenTypes"] = "minimarkdown"
    self.server = server
    self.text = text
    self.sendsWholeTexts = sendsWholeTexts
    let utf8 = Array(text.utf8)
    let place = Places(utf8).middleWord
    let start = utf8[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = utf8[..<place].count { $0 == 0x0A }
    let column = String(decoding: utf8[start..<place], as: UTF8.self).utf16.count
    position = ["line": .integer(Int64(line)), "character": .integer(Int64(column))]
    _ = try server.ask(
      "initialize",
      [
        "processId": .null, "rootUri": .null, "capabilities": Self.capabilities,
        "initializationOptions": .object(options),
      ])
    server.send(PipeServer.notification("initialized", [:]))
    server.send(
      PipeServer.notification(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": .string(uri), "languageId": "markdown", "version": 1, "text": .string(text),
          ]
        ]))
    resultId = try server.ask("textDocument/semanticTokens/full", document)["resultId"]?.string
  }

  private static let capabilities: JSONValue = [
    "workspace": ["diagnostics": ["refreshSupport": true]],
    "textDocument": [
      "diagnostic": [:],
      "semanticTokens": [
        "requests": ["full": ["delta": true]],
        "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"],
      ],
    ],
  ]

  var document: JSONValue { ["textDocument": ["uri": .string(uri)]] }

  /// A letter typed, or taken out again.
  private func change() -> [UInt8] {
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

  /// What an editor sends for a key: the change, and a request for what has changed in the tokens.
  func key() -> (frames: [UInt8], id: Int) {
    let (frame, id) = server.request(
      "textDocument/semanticTokens/full/delta",
      [
        "textDocument": ["uri": .string(uri)],
        "previousResultId": resultId.map(JSONValue.string) ?? "none",
      ])
    return (change() + frame, id)
  }

  /// Presses the key; nanoseconds until the changed tokens are here.
  func timeKey() -> UInt64 {
    let (frames, id) = key()
    var answer: [UInt8] = []
    let time = Stopwatch.time {
      server.send(frames)
      answer = (try? server.answer(to: id)) ?? []
    }
    resultId = (try? JSONValue(parsing: answer))?["result"]?["resultId"]?.string ?? resultId
    return time
  }

  /// Presses the key; nanoseconds until the diagnostics are here.
  func timeDiagnostics() -> UInt64 {
    let (frame, id) = server.request("textDocument/diagnostic", document)
    let frames = change() + frame
    return Stopwatch.time {
      server.send(frames)
      _ = try? server.answer(to: id)
    }
  }

  /// Nanoseconds for a request.
  func time(_ method: String, _ params: JSONValue) -> UInt64 {
    let (frame, id) = server.request(method, params)
    return Stopwatch.time {
      server.send(frame)
      _ = try? server.answer(to: id)
    }
  }
}
