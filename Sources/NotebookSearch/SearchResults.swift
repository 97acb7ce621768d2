package import Notebook

package struct SearchResults: Sendable, Equatable {
  /// The best hits: best first, or in the order of the listing.
  package var hits: [SearchHit]
  /// The number of matching notes, shown or not; an upper bound if `totalIsExact` is false.
  package var total: Int
  package var totalIsExact = true
}

package struct SearchHit: Sendable, Equatable {
  package var note: NoteSummary
  /// The matching passages, at least one and at most `mostPassages`, in text order. For prompts
  /// (`is:quote`) these are the prompts; otherwise passages that do not overlap. A long text may be
  /// searched only up to `HighlightedText.most` bytes after its first match.
  package var passages: [FoundPassage]
  /// The number of matching passages, listed or not. After `mostPassages`, each match counts.
  package var passageCount: Int

  package static let mostPassages = 100

  package var snippet: String { passages.first?.snippet ?? "" }
  package var highlights: [Range<Int>] { passages.first?.highlights ?? [] }
  package var line: Int { passages.first?.line ?? 0 }
  package var columns: Range<Int>? { passages.first?.columns }
}

package struct FoundPassage: Sendable, Equatable {
  /// At most `Snippet.length` characters around the first match, on one line; `…` marks cuts.
  package var snippet: String
  /// The matches in the snippet, in UTF-16 units, ascending.
  package var highlights: [Range<Int>]
  /// The line of the note's text with the first match, or where the prompt begins; from 0. It is
  /// also 0 if the match is in the book's title or authors or in a hashtag, not in the text.
  package var line = 0
  /// The columns of the first match in its line, in UTF-16 units; nil if it is not in the text.
  package var columns: Range<Int>?
  package var scalarColumns: Range<Int>?
  package var byteColumns: Range<Int>?

  package var scalarsBefore: Int? { scalarColumns?.lowerBound }
}
