import Foundation

/// The URI of a note: `commonplace://NOTEBOOK/NOTE-ID/slug.md`.
///
/// Only the ID determines the note. Notebook and slug are for readers; they contain only lower-case
/// ASCII letters, digits and `-`, which no editor escapes or expands.
struct NoteURI: Sendable, Equatable {
  static let scheme = "commonplace"

  let id: String
  let text: String

  init(id: String, title: String, notebookPath: String) {
    self.id = id
    let notebook = Self.plain(
      URL(filePath: notebookPath).deletingPathExtension().lastPathComponent, or: "notebook")
    let escapedID = id.addingPercentEncoding(withAllowedCharacters: Self.idCharacters) ?? ""
    text = "\(Self.scheme)://\(notebook)/\(escapedID)/\(Self.plain(title, or: "note")).md"
  }

  /// Parses the URI of a note, in any spelling; the slug may be missing. Returns nil for other
  /// schemes, without an ID, and for the record of a note's book.
  init?(_ text: String) {
    guard let (id, name) = Self.parts(of: text), !RecordURI.isName(name) else { return nil }
    self.id = id
    self.text = text
  }

  /// Returns the ID of a note, and the next path component, if any. Returns nil for other schemes,
  /// and without an ID.
  static func parts(of text: String) -> (id: String, name: String?)? {
    // Checks one byte first: this is called for every document at every keystroke, and most are
    // files.
    guard text.utf8.first.map({ $0 | 0x20 }) == Self.scheme.utf8.first,
      text.lowercased().hasPrefix(Self.scheme + "://")
    else { return nil }
    let path = text.dropFirst(Self.scheme.count + 3).drop { $0 != "/" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let id = parts.first.flatMap({ String($0).removingPercentEncoding }), !id.isEmpty
    else { return nil }
    return (id, parts.dropFirst().first.map(String.init))
  }

  private static let idCharacters = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")

  /// Returns `name` in lower case without accents, with runs of other characters replaced by one
  /// `-`; at most 48 characters. Returns `placeholder` if no letter or digit remains.
  static func plain(_ name: String, or placeholder: String) -> String {
    var result = ""
    for character in name.folding(options: .diacriticInsensitive, locale: nil).lowercased() {
      if character.isASCII, character.isLetter || character.isNumber {
        result.append(character)
      } else if !result.isEmpty, !result.hasSuffix("-") {
        result.append("-")
      }
      if result.count >= 48 { break }
    }
    while result.hasSuffix("-") { result.removeLast() }
    return result.isEmpty ? placeholder : result
  }
}
