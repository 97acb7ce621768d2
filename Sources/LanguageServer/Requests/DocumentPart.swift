import JSON
import LanguageServerProtocol
import Notebook

/// A range of an open document: the argument of a command that edits it.
struct DocumentPart: JSONCodable {
  var uri: String
  var version: Int
  var range: LSPRange

  init(uri: String, version: Int, range: LSPRange) {
    (self.uri, self.version, self.range) = (uri, version, range)
  }

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    version = try json.decode("version")
    range = try json.decode("range")
  }

  var json: JSONValue { ["uri": uri.json, "version": version.json, "range": range.json] }
}

extension RequestContext {
  /// Whether a command can write to the notebook and let the client edit its documents.
  var canWriteBoth: Bool {
    profile.client.workspace.applyEdit && notebook.opened?.isNewer == false
  }

  /// Returns the open document of `part`, for a command that edits it. Throws `refusal` if the
  /// document is closed or has another version, and another error if the client cannot apply edits.
  func document(
    of part: DocumentPart, orElse refusal: String
  ) throws(ResponseError) -> OpenDocument {
    guard profile.client.workspace.applyEdit else {
      throw .requestFailed("This editor does not let the server edit its documents.")
    }
    guard let document = document(TextDocumentIdentifier(uri: part.uri)),
      document.version == part.version
    else { throw .requestFailed(refusal) }
    return document
  }
}
