import MiniMarkdown
import Notebook

/// How the pages open a note for editing.
package enum NoteOpener: Sendable {
  case link(EditorLink)
  /// A program on this machine that opens the note's name as a document. Returns false if it cannot
  /// start.
  case program(@Sendable (_ name: String) -> Bool)

  /// Returns a note's name as a document, in characters that shells and editors take literally; nil
  /// for an ID in an unusual form.
  package static func name(ofNote id: String) -> String? {
    PlainID.isPlain(id) ? "commonplace://notebook/\(id)/note.md" : nil
  }
}

/// The link that opens a note in an editor: a URL scheme that the editor has registered, and the
/// part before the note's ID.
package struct EditorLink: Sendable, Equatable {
  let scheme: StaticString
  let host: StaticString

  package init?(_ name: String) {
    switch name {
    case "vscode": (scheme, host) = ("vscode", "commonplace.commonplace")
    case "vscodium": (scheme, host) = ("vscodium", "commonplace.commonplace")
    default: return nil
    }
  }

  func address(ofNote id: String) -> HTML.Address {
    HTML.Address(scheme: scheme, host: host, path: ["note", id])
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.scheme.description == other.scheme.description
      && one.host.description == other.host.description
  }
}
