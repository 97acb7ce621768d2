internal import MiniMarkdown

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
