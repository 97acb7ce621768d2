package import JSON

/// The parameters of `initialize`.
///
/// Source: LSP 3.17, "InitializeParams".
package struct InitializeParams: Sendable, Equatable {
  /// The process that started the server; nil if there is none. The server exits when it ends.
  package var processId: Int?
  package var clientInfo: ProgramInfo?
  /// The URI of the open folder, for clients without `workspaceFolders`.
  package var rootUri: String?
  /// The path of the open folder, for clients older than `rootUri`.
  package var rootPath: String?
  /// The open folders; nil if there are none or the client does not send them.
  package var workspaceFolders: [WorkspaceFolder]?
  package var initializationOptions: JSONValue?
  package var capabilities: ClientCapabilities
  package var trace: TraceValue?

  package init(
    processId: Int? = nil, clientInfo: ProgramInfo? = nil, rootUri: String? = nil,
    rootPath: String? = nil, workspaceFolders: [WorkspaceFolder]? = nil,
    initializationOptions: JSONValue? = nil,
    capabilities: ClientCapabilities = ClientCapabilities(), trace: TraceValue? = nil
  ) {
    self.processId = processId
    self.clientInfo = clientInfo
    self.rootUri = rootUri
    self.rootPath = rootPath
    self.workspaceFolders = workspaceFolders
    self.initializationOptions = initializationOptions
    self.capabilities = capabilities
    self.trace = trace
  }
}

extension InitializeParams: JSONDecodable {
  /// Every member may be absent. An unknown trace value is ignored.
  package init(json: JSONValue) throws(JSONDecodingError) {
    processId = try json.decodeIfPresent("processId")
    clientInfo = try json.decodeIfPresent("clientInfo")
    rootUri = try json.decodeIfPresent("rootUri")
    rootPath = try json.decodeIfPresent("rootPath")
    workspaceFolders = try json.decodeIfPresent("workspaceFolders")
    initializationOptions = try json.decodeIfPresent("initializationOptions")
    capabilities = ClientCapabilities(json: json["capabilities"] ?? .null)
    trace = json["trace"]?.string.flatMap(TraceValue.init)
  }
}

/// Source: LSP 3.17, "InitializeParams.clientInfo", "InitializeResult.serverInfo".
package struct ProgramInfo: Sendable, Hashable {
  package var name: String
  package var version: String?

  package init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }
}

extension ProgramInfo: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    name = try json.decode("name")
    version = try json.decodeIfPresent("version")
  }

  package var json: JSONValue { ["name": name.json, "version": version?.json] }
}

/// A folder that is open in the client.
///
/// Source: LSP 3.17, "WorkspaceFolder".
package struct WorkspaceFolder: Sendable, Hashable {
  package var uri: String
  package var name: String

  package init(uri: String, name: String) {
    self.uri = uri
    self.name = name
  }
}

extension WorkspaceFolder: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    name = try json.decode("name")
  }

  package var json: JSONValue { ["uri": uri.json, "name": name.json] }
}

/// The result of `initialize`.
///
/// Source: LSP 3.17, "InitializeResult".
package struct InitializeResult: Sendable, Equatable {
  /// The server's capabilities, combined from its features: "ServerCapabilities".
  package var capabilities: JSONObject
  package var serverInfo: ProgramInfo?

  package init(capabilities: JSONObject, serverInfo: ProgramInfo? = nil) {
    self.capabilities = capabilities
    self.serverInfo = serverInfo
  }
}

extension InitializeResult: JSONEncodable {
  package var json: JSONValue {
    ["capabilities": capabilities.json, "serverInfo": serverInfo?.json]
  }
}
