package import Notebook

/// The results of a search.
package struct SearchResults: Sendable, Equatable {
  /// The best hits, best first.
  package var hits: [SearchHit]
  /// How many notes match, shown or not: of a word that very many have, at most so many.
  package var total: Int
  /// Whether it is just so many.
  package var totalIsExact = true
}

/// One note that matches a search, and where.
package struct SearchHit: Sendable, Equatable {
  /// The note.
  package var note: NoteSummary
  /// About 160 characters around the first match, on one line.
  package var snippet: String
  /// The matches in the snippet, in UTF-16 units, ascending.
  package var highlights: [Range<Int>]
  /// The line of the note's text with the first match, from 0. It is 0 too when the match is not
  /// in the text but in the book's title, its authors or a hashtag.
  package var line: Int
  /// The first match in that line, in UTF-16 units; nil when it is not in the text.
  package var columns: Range<Int>?
}
