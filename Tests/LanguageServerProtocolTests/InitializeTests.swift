import JSON
import LanguageServerProtocol
import Testing

@Suite struct InitializeTests {
  func params(_ text: String) throws -> InitializeParams {
    try InitializeParams(json: try JSONValue(parsing: Array(text.utf8)))
  }

  @Test(arguments: [
    "{}",
    #"{"processId":null,"rootUri":null,"rootPath":null,"workspaceFolders":null,"#
      + #""clientInfo":null,"initializationOptions":null,"capabilities":{},"trace":"loud","x":1}"#,
    #"{"capabilities":[]}"#,
  ])
  func theLeastIsEnough(text: String) throws {
    #expect(try params(text) == InitializeParams())
  }

  @Test func readsAll() throws {
    let params = try params(
      #"{"processId":17,"clientInfo":{"name":"vi"},"rootUri":"file:///a","rootPath":"/a","#
        + #""workspaceFolders":[{"uri":"file:///a","name":"a"}],"initializationOptions":{"o":[1]},"#
        + #""trace":"messages","capabilities":{"window":{"workDoneProgress":true}}}"#)
    var capabilities = ClientCapabilities()
    capabilities.window.workDoneProgress = true
    #expect(
      params
        == InitializeParams(
          processId: 17, clientInfo: ProgramInfo(name: "vi"), rootUri: "file:///a",
          rootPath: "/a", workspaceFolders: [WorkspaceFolder(uri: "file:///a", name: "a")],
          initializationOptions: ["o": [1]], capabilities: capabilities, trace: .messages))
  }

  @Test func aWrongTypeIsAnError() {
    #expect(throws: JSONDecodingError.expected("an integer", at: "processId")) {
      try params(#"{"processId":"17"}"#)
    }
    #expect(throws: JSONDecodingError.expected("an object")) { try params("[]") }
  }
}
