import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// The commands that clients can have done by name.
@Suite struct ExecuteCommandTests {
  static func run(_ server: ServerFixture, _ command: String, _ argument: JSONValue? = nil) throws
    -> JSONValue
  {
    try server.client.request(
      "workspace/executeCommand",
      ["command": command.json, "arguments": argument.map { [$0] }])
  }

  @Test func missingImagesAreReported() throws {
    let server = try ServerFixture(notes: [])
    for (command, argument) in [
      ("commonplace.openByTitle", ["title": "none"] as JSONValue), ("commonplace.openByTitle", [:]),
      ("commonplace.else", [:]), ("commonplace.newNote", ["title": 1]),
      ("commonplace.randomQuotes", ["count": "x"]),
    ] {
      #expect(throws: ResponseError.self) { try Self.run(server, command, argument) }
    }
  }

  /// Every command that is advertised is one that is carried out.
  @Test func allAreAdvertised() throws {
    let server = try ServerFixture(notes: [])
    let advertised = server.initializeResult["capabilities"]?["executeCommandProvider"]?["commands"]
    #expect(advertised == ServerCommand.all.map(\.name).json)
  }
}
