package import Notebook

/// The results of a search.
package struct SearchResults: Sendable, Equatable {
  /// The best hits, best first.
  package var hits: [SearchHit]
  /// The number of notes that match, shown or not: for a word that very many have, the most that
  /// can match.
  package var total: Int
  /// Whether it is just so many.
  package var totalIsExact = true
}

/// One note that matches a search, and where.
package struct SearchHit: Sendable, Equatable {
  package var note: NoteSummary
  /// The places that match, at least one, in the order of the text, at most `mostPlaces`: of a
  /// query for prompts (`is:quote`) each of them; otherwise passages, which do not overlap. A long
  /// text is looked through up to `HighlightedText.most` bytes after the first match.
  package var places: [FoundPlace]
  /// The number of places, listed or not.
  package var placeCount: Int

  /// The most places of a note that are listed.
  package static let mostPlaces = 100

  /// The text around the first place.
  package var snippet: String { places.first?.snippet ?? "" }
  /// The matches in the snippet, in UTF-16 units, ascending.
  package var highlights: [Range<Int>] { places.first?.highlights ?? [] }
  /// The line of the first place.
  package var line: Int { places.first?.line ?? 0 }
  /// The columns of the first place.
  package var columns: Range<Int>? { places.first?.columns }
}

/// A place of a note that a search found.
package struct FoundPlace: Sendable, Equatable {
  /// About 160 characters around the first match, on one line.
  package var snippet: String
  /// The matches in the snippet, in UTF-16 units, ascending.
  package var highlights: [Range<Int>]
  /// The line of the note's text with the first match, or where the prompt begins; from 0. It is 0
  /// too when the match is not in the text but in the book's title, its authors or a hashtag.
  package var line = 0
  /// The first match in that line, in UTF-16 units; nil when it is not in the text.
  package var columns: Range<Int>?
  /// The same in Unicode scalars.
  package var scalarColumns: Range<Int>?
  /// The same in UTF-8 bytes.
  package var byteColumns: Range<Int>?

  /// The Unicode scalars before it in that line; nil when it is not in the text.
  package var scalarsBefore: Int? { scalarColumns?.lowerBound }
}
