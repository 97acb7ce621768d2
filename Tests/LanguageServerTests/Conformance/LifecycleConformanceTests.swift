import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// From the first message to the exit code.
@Suite struct LifecycleConformanceTests {
  private func start() throws -> (client: LanguageClient, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    return (try ServerFixture.start(in: folder), folder)
  }

  private static let document: JSONValue = ["textDocument": ["uri": "file:///a.md"]]

  @Test("16 A request before initialize: -32002") func requestTooSoon() throws {
    let (client, _) = try start()
    for method in ["textDocument/documentSymbol", "shutdown", "unheard/of"] {
      #expect(try client.errorCode(method, Self.document) == -32002)
    }
  }

  @Test("17 A notification before initialize is dropped") func notificationTooSoon() throws {
    let (client, _) = try start()
    client.open("file:///a.md", "# too soon")
    try client.initialize()
    #expect(try client.outline(of: "file:///a.md") == [])
  }

  @Test("18 exit first of all: 1") func exitFirst() throws {
    let (client, _) = try start()
    client.notify("exit")
    #expect(client.waitForExit() == 1)
  }

  @Test("19 A second initialize: -32600") func initializeTwice() throws {
    let server = try ServerFixture()
    #expect(try server.client.errorCode("initialize", ["capabilities": [:]]) == -32600)
    #expect(try server.outline(of: "file:///a.md") == [])
  }

  @Test("20 Nothing but messages and progress before the answer to initialize")
  func silence() throws {
    // The inspector, which every test has, is asked to look at a client that can do everything.
    let server = try ServerFixture(
      notes: ["# a"], capabilities: ClientProfiles.everything)
    #expect(server.initializeResult["capabilities"] != nil)
    try server.client.settle()
  }

  @Test("21 Registration only after initialized, and only what the client takes")
  func registration() throws {
    let (client, _) = try start()
    _ = try client.request(
      "initialize", ["processId": .null, "capabilities": ClientProfiles.everything])
    try client.settle()
    #expect(client.requestsSoFar("client/registerCapability") == 0)
    client.notify("initialized", [:])
    try client.settle()
    let staticOnly = try ServerFixture(capabilities: ClientProfiles.static)
    try staticOnly.client.settle()
    #expect(staticOnly.client.requestsSoFar("client/registerCapability") == 0)
  }

  @Test("22 shutdown answers null, and the server stays until exit") func shutdown() throws {
    let server = try ServerFixture()
    #expect(try server.client.request("shutdown") == .null)
    usleep(50_000)
    #expect(try server.client.errorCode("textDocument/documentSymbol", Self.document) == -32600)
    server.client.notify("exit")
    #expect(server.client.waitForExit() == 0)
  }

  @Test("23 After shutdown, requests: -32600; notifications are ignored") func afterwards() throws {
    let server = try ServerFixture(notes: ["# a"])
    let uri = try server.uri(titled: "a")
    let (text, _) = try server.client.read(uri)
    server.client.open(uri, text)
    _ = try server.client.request("shutdown")
    for method in ["textDocument/documentSymbol", "shutdown", "initialize", "$/unheard"] {
      #expect(try server.client.errorCode(method, Self.document) == -32600)
    }
    server.client.save(uri, "# lost")
    server.client.notify("exit")
    #expect(server.client.waitForExit() == 0)
    #expect(try server.publishedText(of: uri) == text)
  }

  @Test("24 Exit codes: 0 after shutdown, 1 without, 0 if the pipe closes after shutdown")
  func exitCodes() throws {
    #expect(try ServerFixture().client.shutDown() == 0)
    let hasty = try ServerFixture()
    hasty.client.notify("exit")
    #expect(hasty.client.waitForExit() == 1)
    let closing = try ServerFixture()
    _ = try closing.client.request("shutdown")
    #expect(closing.client.closeInput() == 0)
  }

  @Test("25 initialize with next to nothing, or with more than anybody knows")
  func initializeParams() throws {
    let variants: [JSONValue] = [
      ["processId": .null, "rootUri": .null, "workspaceFolders": .null, "capabilities": [:]],
      ["capabilities": [:]], [:],
      [
        "processId": .null, "rootUri": .null, "rootPath": .null, "trace": "surprising",
        "capabilities": ["textDocument": ["surprise": [1, 2]], "surprise": true, "general": [1]],
        "initializationOptions": ["surprise": .null], "workspaceFolders": [], "surprise": [:],
      ],
      ["capabilities": .null, "initializationOptions": [1]],
    ]
    for params in variants {
      let (client, _) = try start()
      let result = try client.request("initialize", params)
      #expect(result["capabilities"]?["positionEncoding"] == "utf-16")
      client.notify("initialized", [:])
      client.open("file:///a.md", "# a")
      #expect(try client.outline(of: "file:///a.md") == ["a"])
    }
  }

  @Test("26 serverInfo has a name and a version") func serverInfo() throws {
    let info = try ServerFixture().initializeResult["serverInfo"]
    #expect(info?["name"] == "commonplace")
    #expect(info?["version"]?.string?.contains(/^\d+\.\d+/) == true)
  }
}
