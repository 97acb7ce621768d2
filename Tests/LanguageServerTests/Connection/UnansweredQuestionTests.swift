import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Nothing waits for the answer to a question of the server. While one is open, every request is
/// answered, saves are made, and the server ends when it is asked to.
@Suite struct UnansweredQuestionTests {
  /// Everything that the server asks, but for the progress bar (`WorkDoneProgressTests`).
  enum Question: String, CaseIterable, Sendable {
    case merge = "window/showMessageRequest"
    case edit = "workspace/applyEdit"
    case show = "window/showDocument"
    case register = "client/registerCapability"
    case settings = "workspace/configuration"
    case lenses = "workspace/codeLens/refresh"
    case hints = "workspace/inlayHint/refresh"
    case diagnostics = "workspace/diagnostic/refresh"
    case content = "workspace/textDocumentContent/refresh"
  }

  /// A client that says it can do all of that.
  private static let capabilities: JSONValue = [
    "textDocument": ["diagnostic": [:]],
    "workspace": [
      "applyEdit": true, "configuration": true, "textDocumentContent": [:],
      "workspaceEdit": ["documentChanges": true],
      "didChangeConfiguration": ["dynamicRegistration": true],
      "codeLens": ["refreshSupport": true], "inlayHint": ["refreshSupport": true],
      "diagnostics": ["refreshSupport": true],
    ],
    "window": ["showMessage": [:], "showDocument": ["support": true]],
  ]

  private static let zero: JSONValue = ["line": 0, "character": 0]

  /// Has the question asked. The open note is `# One\n\n#a\n`.
  private func provoke(_ question: Question, _ server: ServerFixture, _ uri: String) throws {
    let client = server.client
    switch question {
    case .merge:
      _ = client.send(
        request: "textDocument/rename",
        [
          "textDocument": ["uri": uri.json], "position": ["line": 2, "character": 1],
          "newName": "b",
        ])
    case .edit:
      let range: JSONValue = ["start": Self.zero, "end": ["line": 2, "character": 2]]
      let argument: JSONValue = ["uri": uri.json, "version": 1, "range": range]
      _ = client.send(
        request: "workspace/executeCommand",
        ["command": "commonplace.extractNote", "arguments": [argument]])
    case .show:
      _ = client.send(
        request: "workspace/executeCommand",
        ["command": "commonplace.newNote", "arguments": [["title": "New"]]])
    case .register, .settings: break
    case .lenses, .hints, .diagnostics, .content:
      let other = try server.anotherClient()
      _ = try other.request("commonplace/createNote", ["text": "# Another\n\n#a\n"])
      let note = try other.read(uri)
      _ = try other.write(uri, note.text + "more\n", base: note.version)
    }
    try client.waitForRequest(question.rawValue)
  }

  @Test(arguments: Question.allCases)
  func nothingWaits(_ question: Question) throws {
    _ = try answered(beside: question)
  }

  /// `script/bench questions` prints by how much the slowest answer was later beside a question than
  /// without one.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["COMMONPLACE_FIGURES"] != nil,
      "script/bench questions prints figures"))
  func figures() throws {
    let alone = try (0..<3).map { _ in try answered(beside: nil) }
    for question in Question.allCases {
      let beside = try answered(beside: question)
      let delays = beside.map { request, duration in
        (request, duration - (alone.compactMap { $0[request] }.min() ?? .zero))
      }
      guard let (request, delay) = delays.max(by: { $0.1 < $1.1 }) else { continue }
      print(
        "figures: \(question.rawValue): \(delays.count) requests, the latest by",
        "\(Int(delay / .milliseconds(1))) ms: \(request)")
    }
  }

  /// Leaves `question` unanswered, sends every request and command, and returns how long each answer
  /// took.
  private func answered(beside question: Question?) throws -> [String: Duration] {
    let server = try ServerFixture(
      notes: ["# One\n\n#a\n", "# Two\n\n#b\n"], capabilities: Self.capabilities)
    let client = server.client
    let (uri, two) = (try server.uri(titled: "One"), try server.uri(titled: "Two"))
    for uri in [uri, two] { client.open(uri, try client.read(uri).text) }
    if let question { try provoke(question, server, uri) }
    let asked = question.map { client.requestsSoFar($0.rawValue) }
    // A save, which is the most that must not wait.
    client.save(two, "# Two\n\n#b saved\n")
    #expect(try client.read(two).text == "# Two\n\n#b saved\n")
    let range: JSONValue = ["start": Self.zero, "end": Self.zero]
    var durations: [String: Duration] = [:]
    for method in RequestTable.methods {
      var target = RequestTable.Target(uri: two, range: range)
      // Each of the commands.
      let count = method == "workspace/executeCommand" ? ServerCommand.all.count : 1
      for number in 0..<count {
        target.number = number
        let params =
          RequestTable.params(method, at: target)
          ?? RequestTable.params(method, uri: two, range: range)
        durations["\(method) \(number)"] = try ContinuousClock().measure {
          let id = client.send(request: method, params)
          // An error is an answer, too.
          do { _ = try client.response(to: id) } catch is ResponseError {}
        }
      }
    }
    if let question, let asked {
      // It was open all the time.
      #expect(client.requestsSoFar(question.rawValue) >= asked)
    }
    #expect(try client.shutDown() == 0)
    return durations
  }
}

extension LanguageClient {
  /// Waits until the server has asked `method`, and leaves that unanswered.
  func waitForRequest(_ method: String) throws {
    try #require(eventually { requestsSoFar(method) > 0 })
  }
}
