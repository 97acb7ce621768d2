import MiniMarkdown
import Notebook

/// The way in which the pages open a note for editing.
package enum NoteOpener: Sendable {
  /// A link that the browser follows.
  case link(EditorLink)
  /// Work on this machine, with the note's name as a document. Returns false if it cannot begin.
  case program(@Sendable (_ name: String) -> Bool)

  /// The name of a note as a document, in letters that no shell and no editor takes for something else. Nil for
  /// an id that no program of today makes.
  package static func name(ofNote id: String) -> String? {
    PlainID.isPlain(id) ? "commonplace://notebook/\(id)/note.md" : nil
  }
}

/// The link that opens a note in an editor: a scheme that an editor has registered, and the rest before the
/// note's id.
package struct EditorLink: Sendable, Equatable {
  let scheme: StaticString
  let host: StaticString

  /// The link of a known editor, by its name; nil for others.
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
