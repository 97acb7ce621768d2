package import JSON

/// A line of text that a client shows above a line of the document.
///
/// Source: LSP 3.17, "CodeLens".
package struct CodeLens: Sendable, Equatable {
  /// What it is about, within one line.
  package var range: LSPRange
  /// What it says and does. Without one it must be resolved; one without a name only says something.
  package var command: Command?
  /// What the client gives back to `codeLens/resolve`.
  package var data: JSONValue?

  /// Shows `command` above `range`.
  package init(range: LSPRange, command: Command? = nil, data: JSONValue? = nil) {
    self.range = range
    self.command = command
    self.data = data
  }
}

extension CodeLens: JSONCodable {
  /// Reads a lens.
  package init(json: JSONValue) throws(ResponseError) {
    range = try json.decode("range")
    command = try json.decodeIfPresent("command")
    data = json["data"]
  }

  /// The LSP form.
  package var json: JSONValue {
    ["range": range.json, "command": command?.json, "data": data]
  }
}
