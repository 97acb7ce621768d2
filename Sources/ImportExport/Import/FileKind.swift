internal import Foundation

/// The kind as which a file is imported.
enum FileKind: Equatable {
  case markdown
  case notebook
  case legacy
  /// As nothing, and why.
  case unknown(String)

  /// By the ending of a name in a folder. Returns nil for files that are not for import.
  init?(name: String) {
    switch URL(fileURLWithPath: name).pathExtension.lowercased() {
    case "md", "markdown", "org": self = .markdown
    case "libnotes", "kvcrdt": self = .notebook
    case "grail", "notedb": self = .legacy
    default: return nil
    }
  }

  /// The kind of a file that the user named.
  init(path: String) {
    if let kind = FileKind(name: path) {
      self = kind
      return
    }
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "txt", "text", "mdown", "mkd": self = .markdown
    case "zip": self = .unknown("is an archive: unpack it, and import the folder")
    default: self = .unknown("is of a kind that cannot be imported")
    }
  }
}
