package import JSON

/// The parameters of `workspace/didChangeWatchedFiles`.
///
/// Source: LSP 3.17, "DidChangeWatchedFiles Notification". The kinds of changes are ignored: the
/// server checks the file in any case.
package struct DidChangeWatchedFilesParams: Sendable, Hashable {
  /// The URIs of the files that were created, changed or deleted.
  package var uris: [String]
}

extension DidChangeWatchedFilesParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    let changes: [TextDocumentIdentifier] = try json.decode("changes")
    uris = changes.map(\.uri)
  }
}

/// The renaming of a file or folder.
///
/// Source: LSP 3.17, "FileRename".
package struct FileRename: Sendable, Hashable {
  /// The previous URI.
  package var oldUri: String
  /// The new URI.
  package var newUri: String
}

extension FileRename: JSONDecodable {
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
