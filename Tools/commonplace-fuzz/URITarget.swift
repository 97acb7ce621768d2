import Foundation

@testable import LanguageServer

/// Fuzzes two document URIs, or a note's title and ID, separated by a byte 0xFF. A URI must equal
/// its escaped spelling, a path must be valid, and a note's URI must contain its ID.
func fuzzURI(_ input: UnsafeBufferPointer<UInt8>) {
  let parts =
    input
    .split(separator: 0xFF, omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
  let (left, right) = (DocumentURI(parts[0]), DocumentURI(parts.last ?? ""))
  guard left == DocumentURI(parts[0]), (left == right) == (right == left) else {
    fatalError("equality of names is inconsistent")
  }
  if left == right, left.hashValue != right.hashValue {
    fatalError("equal names have different hashes")
  }
  if let path = left.filePath, path.utf8.first != UInt8(ascii: "/") || path.utf8.contains(0) {
    fatalError("a path cannot be opened")
  }
  // Skips texts whose scheme contains escapes, because a URI scheme cannot have them.
  let scheme = parts[0].prefix { $0 != ":" }
  if scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
    let escaped = parts[0].addingPercentEncoding(withAllowedCharacters: unescaped),
    parts[0].removingPercentEncoding == parts[0], DocumentURI(escaped) != left
  {
    fatalError("an escaped name is read as another name")
  }
  if let note = left.note, note.id.isEmpty { fatalError("a note has an empty ID") }
  let id = parts.last ?? ""
  if !id.isEmpty {
    let name = NoteURI(id: id, title: parts[0], notebookPath: "/" + parts[0])
    guard let found = DocumentURI(name.text).note, found.id == id else {
      fatalError("a note is not found by its name")
    }
  }
}

/// Letters, digits and URI separators: an escaped separator is a different character.
private let unescaped = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "/:?#@"))
