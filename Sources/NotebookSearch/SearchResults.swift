package import Notebook

package struct SearchResults: Sendable, Equatable {
  /// The best hits, best first.
  package var hits: [SearchHit]
  /// The number of matching notes, shown or not; an upper bound if `totalIsExact` is false.
  package var total: Int
  /// Whether `total` is exact.
  package var totalIsExact = true
}

/// A note that matches a search, and the matching passages.
package struct SearchHit: Sendable, Equatable {
  package var note: NoteSummary
  /// The matching passages, at least one and at most `mostPassages`, in text order. For prompts
  /// (`is:quote`) these are the prompts; otherwise passages that do not overlap. A long text is
  /// searched up to `HighlightedText.most` bytes after its first match.
  package var passages: [FoundPassage]
  /// The number of matching passages, listed or not.
  package var passageCount: Int

  /// Maximum number of passages listed per note.
  package static let mostPassages = 100

  /// The text of the first passage.
  package var snippet: String { passages.first?.snippet ?? "" }
  /// The matches in the snippet, in UTF-16 units, ascending.
  package var highlights: [Range<Int>] { passages.first?.highlights ?? [] }
  /// The line of the first passage, from 0.
  package var line: Int { passages.first?.line ?? 0 }
  /// The columns of the first match, in UTF-16 units.
  package var columns: Range<Int>? { passages.first?.columns }
}

/// A matching passage of a note.
package struct FoundPassage: Sendable, Equatable {
  /// About 160 characters around the first match, on one line.
  package var snippet: String
  /// The matches in the snippet, in UTF-16 units, ascending.
  package var highlights: [Range<Int>]
  /// The line of the note's text with the first match, or where the prompt begins; from 0. It is
  /// also 0 if the match is in the book's title or authors or in a hashtag, not in the text.
  package var line = 0
  /// The columns of the first match in its line, in UTF-16 units; nil if it is not in the text.
  package var columns: Range<Int>?
  /// The columns of the first match in Unicode scalars.
  package var scalarColumns: Range<Int>?
  /// The columns of the first match in UTF-8 bytes.
  package var byteColumns: Range<Int>?

  /// The number of Unicode scalars before the match in its line; nil if it is not in the text.
  package var scalarsBefore: Int? { scalarColumns?.lowerBound }
}
