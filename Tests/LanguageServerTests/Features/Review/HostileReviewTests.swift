import Base
import JSON
import LanguageClient
import LanguageServerProtocol
import NoteGenerator
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// Each request for review is answered once, however wrong it is, and the server goes on.
@Suite struct HostileReviewTests {
  private static let notes = [
    "# Peaks\n\nThe ?[](Huascarán) is the highest of ?[](Peru). #a/b\n",
    "Q: Which is the highest?\nA: Everest\n\n> High.\n",
  ]
  private static let members = [
    "session", "ease", "uri", "tag", "section", "query", "cram", "limit",
  ]
  /// A mistake in a request, or in the thing that it asks for.
  private static let refusals: Set = [-32602, -32803]

  /// Anything, now and then what would be right.
  private static func value(
    _ random: inout SeededGenerator, sessions: [JSONValue], uris: [JSONValue], depth: Int = 0
  ) -> JSONValue {
    let rights: [JSONValue] =
      sessions + uris + ["again", "hard", "good", "easy", "#a", "read", "highest", true, false, 3]
    let wrongs: [JSONValue] = [
      .null, "", -1, 0, .number("1e300"), .number("-0.5"), .number("9223372036854775807"),
      "\u{0}", "\u{202E}#", "tag:", "in:title \"", .string(String(repeating: "(", count: 500)),
      "commonplace-view://n/review?limit=99999999999999999999&cram=true&note=%FF",
      "commonplace-view://n/search?q=%", "file:///", "commonplace://", "none", [], [:],
    ]
    switch Int.random(in: 0..<8, using: &random) {
    case 0...4: return rights.randomElement(using: &random) ?? .null
    case 5, 6: return wrongs.randomElement(using: &random) ?? .null
    default:
      guard depth < 3 else { return [] }
      let inner = value(&random, sessions: sessions, uris: uris, depth: depth + 1)
      return Bool.random(using: &random) ? [inner, inner] : ["session": inner, "uri": inner]
    }
  }

  @Test(arguments: [1, 2] as [UInt64]) func everyRequestHasOneAnswer(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let review = try ReviewFixture(
      notes: Self.notes, settings: ["review": ["answers": 4]])
    let client = review.server.client
    let uris: [JSONValue] = [
      try review.server.uri(titled: "Peaks").json, "commonplace-view://n/review?tag=%23a",
    ]
    let methods = Feature.review.map(\.method)
    let commands = ServerCommand.review.map(\.name)
    var sessions: [JSONValue] = []
    var asked: [RequestID] = []
    for number in 0..<240 {
      var params: JSONObject = [:]
      let wanted = Int.random(in: 0...3, using: &random)
      for member in Self.members.shuffled(using: &random).prefix(wanted) {
        params[member] = Self.value(&random, sessions: sessions, uris: uris)
      }
      if let session = sessions.randomElement(using: &random), number % 2 == 0 {
        params["session"] = session
      }
      let whole =
        number % 9 == 0
        ? Self.value(&random, sessions: sessions, uris: uris) : JSONValue.object(params)
      let id: RequestID
      if number % 4 == 0, let command = commands.randomElement(using: &random) {
        id = client.send(
          request: "workspace/executeCommand",
          ["command": command.json, "arguments": number % 3 == 0 ? whole : [whole]])
      } else {
        let method =
          number % 12 == 1 ? "commonplace/review/start" : methods.randomElement(using: &random)
        id = client.send(request: method ?? "", whole)
      }
      asked.append(id)
      do {
        let answer = try client.response(to: id)
        if let session = answer["session"], session != .null { sessions.append(session) }
      } catch let error as ResponseError {
        #expect(Self.refusals.contains(error.code), "\(number): \(error.code) \(error.message)")
      }
    }
    #expect(!sessions.isEmpty)
    // Nothing is answered twice, and all works as before.
    #expect(try review.call("start", ["cram": true]).card != nil)
    client.patience = 0.02
    for id in asked.suffix(20) {
      #expect(throws: LanguageClient.Failure.self) { try client.response(to: id) }
    }
  }
}
