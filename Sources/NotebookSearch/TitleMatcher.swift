/// Sees whether all words that a group of a query seeks stand in the title of a note, or of its book: such a
/// note comes before all others.
///
/// Most titles are passed over by SQLite, so that only those are taken apart that are likely to have the
/// words.
struct TitleMatcher {
  private let terms: [ContentTerm]
  private let tokenizer: IndexTokenizer
  /// The title of `note` in SQL, null if it cannot have the words.
  let column: String
  /// The values for the column's parameters.
  let arguments: [String]
  /// Parts, in lower case, that every title of plain letters has that has the words.
  let beginnings: [String]

  /// Nil if no words are sought.
  init?(_ terms: [ContentTerm], tokenizer: IndexTokenizer) {
    guard !terms.isEmpty else { return nil }
    self.terms = terms
    self.tokenizer = tokenizer
    beginnings = terms.compactMap(\.stems.first).compactMap(Self.beginning)
    arguments = beginnings.map { "%\($0)%" }
    let tests = arguments.map { _ in "\(Self.title) LIKE ?" }
    // Case and accents of other letters are for the tokenizer. Between the titles stands a line end.
    let other = "\(Self.title) GLOB '*[^\n -~]*'"
    column =
      tests.isEmpty
      ? Self.title
      : "CASE WHEN \(other) OR (\(tests.joined(separator: " AND "))) THEN \(Self.title) END"
  }

  /// Of text that is no JSON there is no title.
  private static let title = """
    CASE WHEN json_valid(note.json) THEN coalesce(json_extract(note.json, '$.title'), '') || char(10)
      || coalesce(json_extract(note.json, '$.book.title'), '') END
    """

  /// The letters with which all forms of a stem begin; nil if there are no such.
  private static func beginning(of stem: String) -> String? {
    guard stem.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return String(stem.prefix(stem.count > 4 ? 4 : stem.count > 2 ? stem.count - 1 : 1))
  }

  /// Whether a title from `column` has the words.
  func has(_ title: String) throws -> Bool { try tokenizer.has(terms, in: title) }
}
