package import JSON

/// The parameters of `workspace/didChangeWatchedFiles`.
///
/// Source: LSP 3.17, "DidChangeWatchedFiles Notification". The kind of a change is not read: the
/// server looks at the file anyway.
package struct DidChangeWatchedFilesParams: Sendable, Hashable {
  /// The URIs of the files that came, changed or went.
  package var uris: [String]

  /// Changes of `uris`.
  package init(uris: [String]) { self.uris = uris }
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

  /// `oldUri` became `newUri`.
  package init(oldUri: String, newUri: String) {
    self.oldUri = oldUri
    self.newUri = newUri
  }
}

extension FileRename: JSONCodable {
  /// Reads both names.
  package init(json: JSONValue) throws(JSONDecodingError) {
    oldUri = try json.decode("oldUri")
    newUri = try json.decode("newUri")
  }

  package var json: JSONValue { ["oldUri": oldUri.json, "newUri": newUri.json] }
}

/// The parameters of `workspace/didRenameFiles`.
///
/// Source: LSP 3.17, "RenameFilesParams".
package struct RenameFilesParams: Sendable, Hashable {
  /// The files, in the order in which they were renamed.
  package var files: [FileRename]

  /// Renames `files`.
  package init(files: [FileRename]) { self.files = files }
}

extension RenameFilesParams: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) { files = try json.decode("files") }

  package var json: JSONValue { ["files": files.json] }
}
