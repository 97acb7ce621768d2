public import JSON

/// The parameters of `workspace/configuration`: the client is asked for settings.
///
/// Source: LSP 3.17, "Configuration Request".
public struct ConfigurationParams: Sendable, Hashable {
  /// Which settings, each by its section; the answer has a value for each.
  public var sections: [String]

  /// Asks for `sections`, as in `commonplace`.
  public init(sections: [String]) { self.sections = sections }
}

extension ConfigurationParams: JSONEncodable {
  /// The LSP form.
  public var json: JSONValue { ["items": .array(sections.map { ["section": $0.json] })] }
}

/// The parameters of `workspace/didChangeConfiguration`.
///
/// Source: LSP 3.17, "DidChangeConfiguration Notification".
public struct DidChangeConfigurationParams: Sendable, Equatable {
  /// All settings that the client tells; null from one that wants to be asked.
  public var settings: JSONValue

  /// Tells `settings`.
  public init(settings: JSONValue) { self.settings = settings }
}

extension DidChangeConfigurationParams: JSONCodable {
  /// Reads the settings; without any, or without parameters, they are null.
  public init(json: JSONValue) throws(ResponseError) { settings = json["settings"] ?? .null }

  /// The LSP form.
  public var json: JSONValue { ["settings": settings] }
}

/// What the client is to do from now on, beyond what it was told in `initialize`.
///
/// Source: LSP 3.17, "Registration".
public struct Registration: Sendable, Equatable {
  /// A name for this registration.
  public var id: String
  /// What is registered for.
  public var method: String
  /// How; its shape belongs to the method.
  public var registerOptions: JSONValue?

  /// Registers for `method` under the name `id`.
  public init(id: String, method: String, registerOptions: JSONValue? = nil) {
    self.id = id
    self.method = method
    self.registerOptions = registerOptions
  }
}

extension Registration: JSONEncodable {
  /// The LSP form.
  public var json: JSONValue {
    ["id": id.json, "method": method.json, "registerOptions": registerOptions]
  }
}
