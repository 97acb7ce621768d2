package import JSON

/// The parameters of `workspace/didChangeWorkspaceFolders`.
///
/// Source: LSP 3.17, "DidChangeWorkspaceFolders Notification", with the members of its `event`.
package struct DidChangeWorkspaceFoldersParams: Sendable, Equatable {
  package var added: [WorkspaceFolder]
  package var removed: [WorkspaceFolder]
}

extension DidChangeWorkspaceFoldersParams: JSONDecodable {
  private struct Event: JSONDecodable {
    var added: [WorkspaceFolder]
    var removed: [WorkspaceFolder]

    init(json: JSONValue) throws(JSONDecodingError) {
      added = try json.decode("added")
      removed = try json.decode("removed")
    }
  }

  package init(json: JSONValue) throws(JSONDecodingError) {
    let event: Event = try json.decode("event")
    self.init(added: event.added, removed: event.removed)
  }
}
