import Notebook

/// The likeness of files to the texts of notes. Each text is read once, and only when it is asked
/// for.
final class TextLikenesses {
  private let note: (String) -> String?
  private let file: (String) -> String?
  private var elements = TextElements()
  private var notes: [String: ComparedText?] = [:]
  private var files: [String: ComparedText?] = [:]

  /// `note` reads the text of a note, by its id, and `file` that of a file, by its name.
  init(note: @escaping (String) -> String?, file: @escaping (String) -> String?) {
    (self.note, self.file) = (note, file)
  }

  /// From 0, nothing is common, to 1. Cost: linear in both texts, of which only the beginning counts.
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
