package import Notebook
package import SpacedRepetition

extension CardSource {
  /// Where the prompts of a note are from. One without a book and a title is named by nothing: its id
  /// would say nothing to anyone.
  package init(_ note: NoteSummary) {
    self = note.book?.source ?? .note(title: note.storedTitle)
  }
}

extension Book {
  /// The book as where something is from.
  fileprivate var source: CardSource { .book(title: title, authors: authors, year: year) }

  /// Title, authors and year on one line: `Walden: Henry David Thoreau (1854)`.
  package var citation: String { source.attribution }
}
