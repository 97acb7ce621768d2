import Foundation
import JSON

/// A server with an open document, in which one key is pressed repeatedly.
final class OpenServer {
  let server: PipeServer
  private(set) var key: RepeatedKey
  private(set) var answer: [UInt8] = []

  init(
    _ server: PipeServer, _ text: String, options: JSONObject = [:], sendsWholeTexts: Bool = false
  ) throws {
    var options = options
    options["semanticTokenTypes"] = "minimarkdown"
    self.server = server
    key = RepeatedKey(uri: "file:///bench.md", in: text, sendsWholeTexts: sendsWholeTexts)
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
            "uri": .string(key.uri), "languageId": "markdown", "version": 1, "text": .string(text),
          ]
        ]))
    let (frame, id) = server.request("textDocument/semanticTokens/full", document)
    server.send(frame)
    key.take(try server.answer(to: id))
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

  var document: JSONValue { ["textDocument": ["uri": .string(key.uri)]] }

  /// Presses the key. Returns the time in nanoseconds until the changed tokens arrive.
  func timeKey() -> UInt64 {
    let (frames, id) = key.press(server)
    var time = Stopwatch.time {
      server.send(frames)
      try? server.waitForBody()
    }
    // Checks only after the timing whether this is the answer. If it is not, also times the wait
    // for the answer.
    if server.isNextBody(answerTo: id) {
      answer = (try? server.answer(to: id)) ?? []
    } else {
      time += Stopwatch.time { answer = (try? server.answer(to: id)) ?? [] }
    }
    key.take(answer)
    return time
  }

  /// Presses the key. Returns the time in nanoseconds until the diagnostics arrive.
  func timeDiagnostics() -> UInt64 {
    let (frame, id) = server.request("textDocument/diagnostic", document)
    let frames = key.change() + frame
    return Stopwatch.time {
      server.send(frames)
      _ = try? server.answer(to: id)
    }
  }

  /// Returns the time of a request in nanoseconds.
  func time(_ method: String, _ params: JSONValue) -> UInt64 {
    let (frame, id) = server.request(method, params)
    return Stopwatch.time {
      server.send(frame)
      _ = try? server.answer(to: id)
    }
  }
}
