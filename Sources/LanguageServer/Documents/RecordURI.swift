import Foundation

/// The URI of a note's book record: `commonplace://NOTEBOOK/NOTE-ID/book.yaml`.
///
/// Only the last path component differs from the note's URI, so a client can derive one from the
/// other.
struct RecordURI: Sendable, Equatable {
  /// The last component of the path. Notes' URIs never have it: they end in `.md`.
  static let file = "book.yaml"

  let id: String
  let text: String

  init(_ note: NoteURI) {
    id = note.id
    let folder = note.text.utf8.lastIndex(of: UInt8(ascii: "/"))
      .flatMap { String(note.text.utf8[...$0]) }
    text = (folder ?? NoteURI.scheme + ":///") + Self.file
  }

  /// Parses the URI of a book record, in any spelling; nil for anything else.
  init?(_ text: String) {
    // Checks one byte first: this is called for every document at every keystroke.
    guard text.utf8.last.map({ $0 | 0x20 }) == UInt8(ascii: "l"),
      let (id, name) = NoteURI.parts(of: text), Self.isName(name)
    else { return nil }
    (self.id, self.text) = (id, text)
  }

  static func isName(_ name: String?) -> Bool {
    name.map { ($0.removingPercentEncoding ?? $0).lowercased() == file } ?? false
  }
}

extension DocumentURI {
  var record: RecordURI? { RecordURI(spelling) }
}
