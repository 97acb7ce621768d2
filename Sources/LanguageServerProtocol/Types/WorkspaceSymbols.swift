package import JSON

/// The parameters of `workspace/symbol`.
///
/// Source: LSP 3.17, "WorkspaceSymbolParams".
package struct WorkspaceSymbolParams: Sendable, Hashable {
  /// The typed query; empty for all symbols.
  package var query: String
}

extension WorkspaceSymbolParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { query = try json.decode("query") }
}

/// A symbol that `workspace/symbol` found: a `SymbolInformation` with data.
///
/// Source: LSP 3.17, "WorkspaceSymbol".
package struct WorkspaceSymbol: Sendable, Equatable {
  package var name: String
  package var kind: SymbolKind
  package var location: Location
  package var containerName: String?
  /// The data that the client returns in `workspaceSymbol/resolve`.
  package var data: JSONValue?

  package init(
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

extension WorkspaceSymbol: JSONEncodable {
  package var json: JSONValue {
    [
      "name": name.json, "kind": kind.json, "location": location.json,
      "containerName": containerName?.json, "data": data,
    ]
  }
}
