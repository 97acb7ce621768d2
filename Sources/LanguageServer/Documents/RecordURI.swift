import Foundation

/// The name of the record of a note's book as a document: `commonplace://NOTEBOOK/NOTE-ID/book.yaml`.
///
/// It stands beside the note, so that a client can make it of the note's name.
struct RecordURI: Sendable, Equatable {
  /// The last part of the name. No note's ends so: theirs end in `.md`.
  static let file = "book.yaml"

  /// The note.
  let id: String
  let text: String

  init(_ note: NoteURI) {
    id = note.id
    let folder = note.text.utf8.lastIndex(of: UInt8(ascii: "/"))
      .flatMap { String(note.text.utf8[...$0]) }
    text = (folder ?? NoteURI.scheme + ":///") + Self.file
  }

  /// The record that `text` names, in any spelling; nil for anything else.
  init?(_ text: String) {
    // Asked of every document at every key.
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
  /// The record of a book that it is, if it is one.
  var record: RecordURI? { RecordURI(spelling) }
}
