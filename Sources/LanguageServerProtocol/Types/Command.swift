package import JSON

/// A command that the client can ask the server to execute.
///
/// Source: LSP 3.17, "Command".
package struct Command: Sendable, Equatable {
  package var title: String
  package var command: String
  package var arguments: [JSONValue]

  package init(title: String, command: String, arguments: [JSONValue] = []) {
    self.title = title
    self.command = command
    self.arguments = arguments
  }
}

extension Command: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    title = try json.decode("title")
    command = try json.decode("command")
    arguments = try json.decodeIfPresent("arguments") ?? []
  }

  package var json: JSONValue {
    [
      "title": title.json, "command": command.json,
      "arguments": arguments.isEmpty ? nil : arguments.json,
    ]
  }
}

/// The parameters of `workspace/executeCommand`.
///
/// Source: LSP 3.17, "ExecuteCommandParams".
package struct ExecuteCommandParams: Sendable, Equatable {
  package var command: String
  package var arguments: [JSONValue]
}

extension ExecuteCommandParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    command = try json.decode("command")
    arguments = try json.decodeIfPresent("arguments") ?? []
  }
}
