import Base

/// The source of a prompt: the book of its note, or the note itself.
package enum CardSource: Sendable, Equatable {
  /// A book, with the year of the work if it is known.
  case book(title: String, authors: [String], year: Int?)
  /// A note without a book, by its title, which may contain Markdown.
  case note(title: String)

  /// The source as text: `Walden: Henry David Thoreau (1854)`.
  package var attribution: String { runs.map(\.text).joined() }

  /// The source as a caption, with a book's title in emphasis.
  var runs: [CardText.Run] {
    switch self {
    case .book(let title, let authors, let year):
      let names = authors.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: ", ")
      let rest = (names.isEmpty ? "" : ": \(names)") + (year.map { " (\($0))" } ?? "")
      return [CardText.Run(title.trimmed, .emphasis), CardText.Run(rest, .caption)]
        .filter { !$0.text.isEmpty }
    case .note(let title):
      return RenderedMarkdown(title.trimmed).runs.withoutSpaceAtEnd.asCaption
    }
  }
}

extension CardSource {
  /// Returns the line below a text: `—`, the source, and chapter and verse as written; empty
  /// if both are missing.
  func caption(_ chapterAndVerse: [CardText.Run]) -> [CardText.Run] {
    let source = runs
    var annotation = chapterAndVerse.asCaption
    if source.isEmpty, let first = annotation.indices.first {
      annotation[first].text = String(annotation[first].text.drop(while: \.isWhitespace))
    }
    let line = source + annotation
    return line.isEmpty ? [] : [CardText.Run("\n\n"), CardText.Run("—", .caption)] + line
  }
}

extension [CardText.Run] {
  var asCaption: [CardText.Run] {
    map { run in
      var run = run
      if run.style == .plain { run.style = .caption }
      return run
    }
  }
}
