import Notebook

/// Computes how similar files are to the texts of notes. Reads each text once, when it is first
/// needed.
final class TextLikenesses {
  private let note: (String) -> String?
  private let file: (String) -> String?
  private var elements = TextElements()
  private var notes: [String: ComparedText?] = [:]
  private var files: [String: ComparedText?] = [:]

  /// `note` returns the text of a note by its ID; `file` returns the text of a file by its name.
  init(note: @escaping (String) -> String?, file: @escaping (String) -> String?) {
    (self.note, self.file) = (note, file)
  }

  /// Returns the likeness, from 0 to 1. Returns 0 if it is certainly below 0.5, or if a text is
  /// missing. Cost: linear in the compared beginnings of both texts.
  func value(_ id: String, _ name: String) -> Double {
    if notes[id] == nil { notes[id] = .some(note(id).map { elements.read($0) }) }
    if files[name] == nil { files[name] = .some(file(name).map { elements.read($0) }) }
    guard var text = notes[id] ?? nil, var other = files[name] ?? nil, !text.isEmpty else {
      return 0
    }
    guard ComparedText.mostLikeness(text, other) >= 0.5 else { return 0 }
    let likeness = ComparedText.likeness(&text, &other)
    (notes[id], files[name]) = (text, other)
    return likeness.value
  }
}
