package import JSON

/// The parameters of `workspace/didChangeWatchedFiles`.
///
/// Source: LSP 3.17, "DidChangeWatchedFiles Notification". The kinds of changes are not read.
package struct DidChangeWatchedFilesParams: Sendable, Hashable {
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
  package var oldUri: String
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
  /// A renamed folder is listed without its files.
  package var files: [FileRename]
}

extension RenameFilesParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { files = try json.decode("files") }
}
