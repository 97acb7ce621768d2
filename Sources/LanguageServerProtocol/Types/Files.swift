package import JSON

/// The parameters of `workspace/didChangeWatchedFiles`.
///
/// Source: LSP 3.17, "DidChangeWatchedFiles Notification". The kind of a change is not read: the
/// server looks at the file anyway.
package struct DidChangeWatchedFilesParams: Sendable, Hashable {
  /// The URIs of the files that came, changed or went.
  package var uris: [String]
}

extension DidChangeWatchedFilesParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    let changes: [TextDocumentIdentifier] = try json.decode("changes")
    uris = changes.map(\.uri)
  }
}

/// A file or folder that has another name now.
///
/// Source: LSP 3.17, "FileRename".
package struct FileRename: Sendable, Hashable {
  /// The name before.
  package var oldUri: String
  /// The name now.
  package var newUri: String
}

extension FileRename: JSONDecodable {
  /// Reads both names.
  package init(json: JSONValue) throws(JSONDecodingError) {
    oldUri = try json.decode("oldUri")
    newUri = try json.decode("newUri")
  }
}

/// The parameters of `workspace/didRenameFiles`.
///
/// Source: LSP 3.17, "RenameFilesParams".
package struct RenameFilesParams: Sendable, Hashable {
  /// The files, in the order in which they were renamed.
  package var files: [FileRename]
}

extension RenameFilesParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { files = try json.decode("files") }
}
