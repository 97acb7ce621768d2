/// What a search found.
public struct SearchResults: Sendable, Equatable {
  /// The best hits, best first.
  public var hits: [SearchHit]
  /// How many notes match, shown or not: of a word that very many have, at most so many.
  public var total: Int
  /// Whether it is just so many.
  public var totalIsExact = true
}

/// One note that matches a search, and where.
public struct SearchHit: Sendable, Equatable {
  /// The note.
  public var note: NoteSummary
  /// About 160 characters around the first match, on one line.
  public var snippet: String
  /// The matches in the snippet, in UTF-16 units, ascending.
  public var highlights: [Range<Int>]
  /// The line of the note's text with the first match, from 0. It is 0 too when the match is not
  /// in the text but in the book's title, its authors or a hashtag.
  public var line: Int
  /// The first match in that line, in UTF-16 units; nil when it is not in the text.
  public var columns: Range<Int>?
}
