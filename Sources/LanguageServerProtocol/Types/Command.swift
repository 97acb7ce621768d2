public import JSON

/// Something the client has the server do, by its name.
///
/// Source: LSP 3.17, "Command".
public struct Command: Sendable, Equatable {
  /// What the user reads.
  public var title: String
  /// Its name.
  public var command: String
  /// What it is done with.
  public var arguments: [JSONValue]

  /// The command `command`, called `title`.
  public init(title: String, command: String, arguments: [JSONValue] = []) {
    self.title = title
    self.command = command
    self.arguments = arguments
  }
}

extension Command: JSONCodable {
  /// Reads a command.
  public init(json: JSONValue) throws(ResponseError) {
    title = try json.decode("title")
    command = try json.decode("command")
    arguments = try json.decodeIfPresent("arguments") ?? []
  }

  /// The LSP form; no arguments are left out.
  public var json: JSONValue {
    [
      "title": title.json, "command": command.json,
      "arguments": arguments.isEmpty ? nil : arguments.json,
    ]
  }
}

/// The parameters of `workspace/executeCommand`.
///
/// Source: LSP 3.17, "ExecuteCommandParams".
public struct ExecuteCommandParams: Sendable, Equatable {
  /// The command's name.
  public var command: String
  /// What it is done with.
  public var arguments: [JSONValue]

  /// Has `command` done.
  public init(command: String, arguments: [JSONValue] = []) {
    self.command = command
    self.arguments = arguments
  }
}

extension ExecuteCommandParams: JSONCodable {
  /// Reads the command's name and its arguments.
  public init(json: JSONValue) throws(ResponseError) {
    command = try json.decode("command")
    arguments = try json.decodeIfPresent("arguments") ?? []
  }

  /// The LSP form; no arguments are left out.
  public var json: JSONValue {
    ["command": command.json, "arguments": arguments.isEmpty ? nil : arguments.json]
  }
}
