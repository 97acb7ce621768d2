import Foundation
import LanguageServerProtocol

/// The name of a read-only document that the server makes: `commonplace-view://NOTEBOOK/search?q=…`.
///
/// The notebook's name is for people; there is one notebook a server.
struct ViewURI: Sendable, Equatable {
  static let scheme = "commonplace-view"

  let text: String

  /// The results of a search.
  static func search(_ query: String, notebookPath: String) -> ViewURI {
    let notebook = NoteURI.plain(
      URL(filePath: notebookPath).deletingPathExtension().lastPathComponent, or: "notebook")
    let escaped = query.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    return ViewURI(text: "\(scheme)://\(notebook)/search?q=\(escaped)")
  }

  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
}

extension Session {
  /// Whether the client shows documents of the server's own scheme.
  var showsViews: Bool { client.workspace.textDocumentContent != nil || client.showsViews }
}
