public import JSON

/// The parameters of `workspace/symbol`.
///
/// Source: LSP 3.17, "WorkspaceSymbolParams".
public struct WorkspaceSymbolParams: Sendable, Hashable {
  /// What the user typed; empty for everything.
  public var query: String

  /// Asks for what fits `query`.
  public init(query: String) { self.query = query }
}

extension WorkspaceSymbolParams: JSONCodable {
  /// Reads the query.
  public init(json: JSONValue) throws(ResponseError) { query = try json.decode("query") }

  /// The LSP form.
  public var json: JSONValue { ["query": query.json] }
}

/// A symbol that `workspace/symbol` found: a `SymbolInformation` with data.
///
/// Source: LSP 3.17, "WorkspaceSymbol".
public struct WorkspaceSymbol: Sendable, Equatable {
  /// What it is called.
  public var name: String
  /// The icon.
  public var kind: SymbolKind
  /// Where it is.
  public var location: Location
  /// What it is in, to be shown beside the name.
  public var containerName: String?
  /// What the client gives back to `workspaceSymbol/resolve`.
  public var data: JSONValue?

  /// A symbol called `name`.
  public init(
    name: String, kind: SymbolKind, location: Location, containerName: String? = nil,
    data: JSONValue? = nil
  ) {
    self.name = name
    self.kind = kind
    self.location = location
    self.containerName = containerName
    self.data = data
  }
}

extension WorkspaceSymbol: JSONCodable {
  /// Reads a symbol.
  public init(json: JSONValue) throws(ResponseError) {
    name = try json.decode("name")
    kind = try json.decode("kind")
    location = try json.decode("location")
    containerName = try json.decodeIfPresent("containerName")
    data = json["data"]
  }

  /// The LSP form.
  public var json: JSONValue {
    [
      "name": name.json, "kind": kind.json, "location": location.json,
      "containerName": containerName?.json, "data": data,
    ]
  }
}
