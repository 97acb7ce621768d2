import JSON
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// The server's questions to the client, and the effects of its answers.
@Suite struct ClientConnectionTests {
  private let client = PipedClient()

  private func introduce(_ capabilities: JSONValue) {
    client.connection.introduce(ClientCapabilities(json: capabilities))
  }

  /// The methods that were sent, and of messages the text.
  private func received() throws -> [String] {
    try client.received().map { message in
      switch message {
      case .request(_, let method, _): method
      case .notification(_, let params): params?["message"]?.string ?? "?"
      case .response: "?"
      }
    }
  }

  private func applyEdit() {
    client.connection.applyEdit(WorkspaceEdit(documentChanges: []), label: "New note")
  }

  @Test func editsAreAskedOfThoseWhoTakeThem() throws {
    applyEdit()
    introduce(["workspace": ["applyEdit": true]])
    applyEdit()
    client.connection.receive(.string("commonplace-1"), .success(["applied": true]))
    #expect(
      try received() == [
        "“New note” failed: this editor does not let a server edit documents.",
        "workspace/applyEdit",
      ])
  }

  @Test(
    arguments: [
      (.success(["applied": false, "failureReason": "read-only"]), "read-only"),
      (.success(["applied": false]), "the editor refused the edit."),
      (.success(.null), "the editor refused the edit."),
      (.failure(.internalError("no window")), "no window"),
    ] as [(Result<JSONValue, ResponseError>, String)])
  func refusedEditsAreReported(answer: Result<JSONValue, ResponseError>, reason: String) throws {
    introduce(["workspace": ["applyEdit": true]])
    applyEdit()
    client.connection.receive(.string("commonplace-1"), answer)
    #expect(
      try received() == ["workspace/applyEdit", "“New note” failed: \(reason)"])
  }

  @Test func answersToNothingAreIgnored() throws {
    client.connection.receive(nil, .success(.null))
    client.connection.receive(.integer(1), .success(.null))
    client.connection.receive(.string("commonplace-1"), .failure(.internalError()))
    #expect(try received() == [])
  }
}
