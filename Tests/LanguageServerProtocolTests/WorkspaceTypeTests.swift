import JSON
import Testing

@testable import LanguageServerProtocol

/// Messages about the workspace: settings, folders, files.
@Suite struct WorkspaceTypeTests {
  func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  @Test func writesWhatIsAsked() throws {
    #expect(
      ConfigurationParams(sections: ["a", "b"]).json
        == (try json(#"{"items":[{"section":"a"},{"section":"b"}]}"#)))
    #expect(Registration(id: "1", method: "m").json == (try json(#"{"id":"1","method":"m"}"#)))
    #expect(
      Registration(id: "1", method: "m", registerOptions: [:]).json
        == (try json(#"{"id":"1","method":"m","registerOptions":{}}"#)))
    #expect(LogTraceParams(message: "m").json == (try json(#"{"message":"m"}"#)))
    #expect(
      LogTraceParams(message: "m", verbose: "v").json
        == (try json(#"{"message":"m","verbose":"v"}"#)))
  }

  @Test func readsFoldersAndFiles() throws {
    let types = TypeTests()
    try types.expect(
      DidChangeWorkspaceFoldersParams(
        added: [WorkspaceFolder(uri: "file:///a", name: "a")], removed: []),
      is: #"{"event":{"added":[{"uri":"file:///a","name":"a"}],"removed":[]}}"#)
    try types.expect(
      RenameFilesParams(files: [FileRename(oldUri: "a", newUri: "b")]),
      is: #"{"files":[{"oldUri":"a","newUri":"b"}]}"#)
    try types.expect(DidChangeConfigurationParams(settings: ["a": 1]), is: #"{"settings":{"a":1}}"#)
  }

  @Test(arguments: ["null", "[1]", "{}", #"{"settings":null}"#])
  func settingsMayBeMissing(text: String) throws {
    #expect(try DidChangeConfigurationParams(json: json(text)).settings == .null)
  }

  /// The kind of a change may be any.
  @Test func readsChangesOfFiles() throws {
    let params = try DidChangeWatchedFilesParams(
      json: json(#"{"changes":[{"uri":"a","type":2},{"uri":"b","type":"?"},{"uri":"c"}]}"#))
    #expect(params.uris == ["a", "b", "c"])
  }

  @Test func errorsNameTheMember() throws {
    let folders = try json(#"{"event":{"added":[{"uri":1}],"removed":[]}}"#)
    #expect(throws: JSONDecodingError.expected("a string", at: "event.added[0].uri")) {
      try DidChangeWorkspaceFoldersParams(json: folders)
    }
    let files = try json(#"{"files":[{"oldUri":"a"}]}"#)
    #expect(throws: JSONDecodingError.expected("a string", at: "files[0].newUri")) {
      try RenameFilesParams(json: files)
    }
  }
}
