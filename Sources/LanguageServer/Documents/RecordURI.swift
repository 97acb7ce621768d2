import Foundation

/// The URI of a note's book record: `commonplace://NOTEBOOK/NOTE-ID/book.yaml`.
///
/// It is next to the note's URI, so that a client can derive it from that.
struct RecordURI: Sendable, Equatable {
  /// The last component of the path. Notes' URIs never have it: they end in `.md`.
  static let file = "book.yaml"

  /// The ID of the note.
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
    // Called for every document at every keystroke.
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
  /// The book record that the URI names, if any.
  var record: RecordURI? { RecordURI(spelling) }
}
