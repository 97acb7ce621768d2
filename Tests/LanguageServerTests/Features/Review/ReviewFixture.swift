import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// A server, and a client that reviews with it.
struct ReviewFixture {
  let server: ServerFixture

  init(_ server: ServerFixture) { self.server = server }

  /// With a notebook of `notes`, and a client's settings.
  init(
    notes: [String], settings: JSONObject = [:],
    capabilities: JSONValue = ServerFixture.capabilities
  ) throws {
    server = try ServerFixture(notes: notes, capabilities: capabilities, options: settings)
  }

  /// `commonplace/review/NAME`.
  func call(_ name: String, _ params: JSONObject = [:]) throws -> ShownReview {
    ShownReview(
      json: try server.client.request("commonplace/review/\(name)", .object(params)))
  }

  /// A step in the session that `state` is of.
  func step(
    _ name: String, in state: ShownReview, ease: String? = nil
  ) throws -> ShownReview {
    try call(name, ["session": state.session, "ease": ease?.json])
  }

  /// Reveals and answers.
  func answer(_ ease: String, in state: ShownReview) throws -> ShownReview {
    try step("answer", in: step("reveal", in: state), ease: ease)
  }

  /// The code of the error that a call ends in.
  func error(_ name: String, _ params: JSONObject) throws -> Int? {
    try server.client.errorCode("commonplace/review/\(name)", .object(params))
  }

  /// The due prompts of the notebook, of a note or of a view.
  func counts(_ uri: String? = nil) throws -> JSONValue {
    try call("counts", ["uri": uri?.json]).json
  }
}

/// The state of a session as a client sees it.
struct ShownReview {
  let json: JSONValue

  var session: JSONValue { json["session"] ?? .null }
  var card: JSONValue? { json["card"].flatMap { $0 == .null ? nil : $0 } }
  var front: String? { card?["frontText"]?.string }
  var back: String? { card?["backText"]?.string }
  var message: String? { json["message"]?.string }
  var canUndo: Bool { json["canUndo"]?.bool ?? false }
  /// The number of cards that are over, and of those that are still asked.
  var progress: [Int] { ["done", "remaining"].compactMap { json["progress"]?[$0]?.int } }
  /// The right and the wrong answers of a session that is over.
  var summary: [Int]? {
    json["summary"].map { summary in ["correct", "incorrect"].compactMap { summary[$0]?.int } }
  }
  /// The answers there are, as in "1 again Wrong".
  var answers: [String] {
    (json["answers"]?.array ?? []).map { answer in
      ["key", "ease", "title"].compactMap { answer[$0]?.string }.joined(separator: " ")
    }
  }
  var intervals: [String] {
    (json["answers"]?.array ?? []).compactMap { $0["interval"]?.string }
  }
}
