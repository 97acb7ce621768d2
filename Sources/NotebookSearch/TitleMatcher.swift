/// Decides whether all words of a query group are in the titles of a note and of its book, read as
/// one text. Such a note comes before all others.
///
/// SQLite rules out most titles, so that only likely titles are split into words.
struct TitleMatcher {
  private let terms: [ContentTerm]
  private let tokenizer: IndexTokenizer
  /// SQL for the titles of `note`; null if they cannot contain the words.
  let column: String
  let arguments: [String]
  /// Lower-case parts that all ASCII titles with the words contain.
  let beginnings: [String]

  init?(_ terms: [ContentTerm], tokenizer: IndexTokenizer) {
    guard !terms.isEmpty else { return nil }
    self.terms = terms
    self.tokenizer = tokenizer
    beginnings = terms.compactMap(\.stems.first).compactMap(Self.beginning)
    arguments = beginnings.map { "%\($0)%" }
    let tests = arguments.map { _ in "\(Self.title) LIKE ?" }
    // The tokenizer handles case and accents of non-ASCII letters. The titles are separated by a
    // line feed.
    let other = "\(Self.title) GLOB '*[^\n -~]*'"
    column =
      tests.isEmpty
      ? Self.title
      : "CASE WHEN \(other) OR (\(tests.joined(separator: " AND "))) THEN \(Self.title) END"
  }

  /// SQL for the titles of `note` and of its book, one per line; null if the metadata is not JSON.
  private static let title = """
    CASE WHEN json_valid(note.json) THEN coalesce(json_extract(note.json, '$.title'), '') || char(10)
      || coalesce(json_extract(note.json, '$.book.title'), '') END
    """

  /// Returns letters with which all forms of a stem begin; nil if the stem is not ASCII.
  private static func beginning(of stem: String) -> String? {
    guard stem.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return String(stem.prefix(stem.count > 4 ? 4 : stem.count > 2 ? stem.count - 1 : 1))
  }

  func has(_ title: String) throws -> Bool { try tokenizer.has(terms, in: title) }
}
