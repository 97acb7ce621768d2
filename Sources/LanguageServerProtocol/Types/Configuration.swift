package import JSON

/// The parameters of `workspace/configuration`, which requests the client's settings.
///
/// Source: LSP 3.17, "Configuration Request".
package struct ConfigurationParams: Sendable, Hashable {
  /// The sections of the requested settings; the response has a value for each.
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
  /// Reads the settings; null if they or the parameters are absent.
  package init(json: JSONValue) throws(JSONDecodingError) { settings = json["settings"] ?? .null }
}

/// A capability that the server adds after `initialize`.
///
/// Source: LSP 3.17, "Registration".
package struct Registration: Sendable, Equatable {
  /// The ID of this registration.
  package var id: String
  /// The registered method.
  package var method: String
  /// The options of the registration; their shape depends on the method.
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
