package import JSON

/// The parameters of `workspace/configuration`, which requests the client's settings.
///
/// Source: LSP 3.17, "Configuration Request".
package struct ConfigurationParams: Sendable, Hashable {
  /// The response has a value for each section.
  package var sections: [String]

  package init(sections: [String]) { self.sections = sections }
}

extension ConfigurationParams: JSONEncodable {
  package var json: JSONValue { ["items": .array(sections.map { ["section": $0.json] })] }
}

/// The parameters of `workspace/didChangeConfiguration`.
///
/// Source: LSP 3.17, "DidChangeConfiguration Notification".
package struct DidChangeConfigurationParams: Sendable, Equatable {
  /// The settings that the client sends; null from a client that expects a
  /// `workspace/configuration` request.
  package var settings: JSONValue
}

extension DidChangeConfigurationParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { settings = json["settings"] ?? .null }
}

/// A capability that the server adds after `initialize`.
///
/// Source: LSP 3.17, "Registration".
package struct Registration: Sendable, Equatable {
  package var id: String
  package var method: String
  package var registerOptions: JSONValue?

  package init(id: String, method: String, registerOptions: JSONValue? = nil) {
    self.id = id
    self.method = method
    self.registerOptions = registerOptions
  }
}

extension Registration: JSONEncodable {
  package var json: JSONValue {
    ["id": id.json, "method": method.json, "registerOptions": registerOptions]
  }
}
