public import JSON

/// The parameters of `initialize`.
///
/// Source: LSP 3.17, "InitializeParams".
public struct InitializeParams: Sendable, Equatable {
  /// The process to end with; nil if none started the server.
  public var processId: Int?
  /// Who connects.
  public var clientInfo: ProgramInfo?
  /// The URI of the folder that is open, for clients without `workspaceFolders`.
  public var rootUri: String?
  /// The same as a path, for clients older still.
  public var rootPath: String?
  /// The folders that are open; nil if none is or the client does not tell.
  public var workspaceFolders: [WorkspaceFolder]?
  /// The user's settings for this server; their shape is the server's.
  public var initializationOptions: JSONValue?
  /// What the client can do.
  public var capabilities: ClientCapabilities
  /// How much the client wants to be told by `$/logTrace`.
  public var trace: TraceValue?

  /// The parameters of a client.
  public init(
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
  /// Reads the parameters. Every member may be missing; unknown ones are ignored, and so is an
  /// unknown trace value.
  public init(json: JSONValue) throws(ResponseError) {
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

/// A program's name and version.
///
/// Source: LSP 3.17, "InitializeParams.clientInfo", "InitializeResult.serverInfo".
public struct ProgramInfo: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The version, in the program's own form.
  public var version: String?

  /// The program `name`.
  public init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }
}

extension ProgramInfo: JSONCodable {
  /// Reads name and version.
  public init(json: JSONValue) throws(ResponseError) {
    name = try json.decode("name")
    version = try json.decodeIfPresent("version")
  }

  /// The LSP form.
  public var json: JSONValue { ["name": name.json, "version": version?.json] }
}

/// A folder that is open in the client.
///
/// Source: LSP 3.17, "WorkspaceFolder".
public struct WorkspaceFolder: Sendable, Hashable {
  /// The folder.
  public var uri: String
  /// What the client calls it.
  public var name: String

  /// The folder `uri`.
  public init(uri: String, name: String) {
    self.uri = uri
    self.name = name
  }
}

extension WorkspaceFolder: JSONCodable {
  /// Reads a folder.
  public init(json: JSONValue) throws(ResponseError) {
    uri = try json.decode("uri")
    name = try json.decode("name")
  }

  /// The LSP form.
  public var json: JSONValue { ["uri": uri.json, "name": name.json] }
}

/// The result of `initialize`.
///
/// Source: LSP 3.17, "InitializeResult".
public struct InitializeResult: Sendable, Equatable {
  /// What the server can do: "ServerCapabilities", put together from its features.
  public var capabilities: JSONObject
  /// Who serves.
  public var serverInfo: ProgramInfo?

  /// A server with `capabilities`.
  public init(capabilities: JSONObject, serverInfo: ProgramInfo? = nil) {
    self.capabilities = capabilities
    self.serverInfo = serverInfo
  }
}

extension InitializeResult: JSONCodable {
  /// Reads a result.
  public init(json: JSONValue) throws(ResponseError) {
    capabilities = try json.decode("capabilities")
    serverInfo = try json.decodeIfPresent("serverInfo")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["capabilities": capabilities.json, "serverInfo": serverInfo?.json]
  }
}
