package import JSON

/// A line of text that a client shows above a line of the document.
///
/// Source: LSP 3.17, "CodeLens".
package struct CodeLens: Sendable, Equatable {
  /// The range to which the code lens belongs, within one line.
  package var range: LSPRange
  /// The title and command. If nil, the code lens must be resolved; a command with an empty name is
  /// only a title.
  package var command: Command?
  /// The data that the client returns in `codeLens/resolve`.
  package var data: JSONValue?

  package init(range: LSPRange, command: Command? = nil, data: JSONValue? = nil) {
    self.range = range
    self.command = command
    self.data = data
  }
}

extension CodeLens: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    range = try json.decode("range")
    command = try json.decodeIfPresent("command")
    data = json["data"]
  }

  package var json: JSONValue {
    ["range": range.json, "command": command?.json, "data": data]
  }
}
