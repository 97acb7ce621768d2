import Books
package import Notebook
package import NotebookFile

extension Notebook.Quotes {
  /// Returns the quotes that match `query`: for each group of the query, in the order of the
  /// matching notes and their texts.
  ///
  /// The words of the query must be in the quote, the title of its note, or the title or authors of
  /// its book; hashtags and filters apply to the note. Costs as much as `notes(matching:)`, and
  /// reading the matching notes.
  package func matching(_ query: SearchQuery) throws(NotebookError) -> [FoundQuote] {
    var found: [FoundQuote] = []
    for group in query.groups {
      var part = query
      part.groups = [group]
      let quotes = try of(try notebook.searches.notes(matching: part))
      found += try notebook.readAside { db in
        let tokenizer = IndexTokenizer(db)
        let terms = try group.terms.map { try ContentTerm($0, tokenizer: tokenizer) }
        return try quotes.filter { try tokenizer.has(terms, in: $0.searched) }
      }
    }
    guard query.groups.count > 1 else { return found }
    var seen: Set<QuoteLocation> = []
    return found.filter { seen.insert(QuoteLocation(note: $0.note.id, line: $0.line)).inserted }
  }
}

private struct QuoteLocation: Hashable {
  var note: String
  var line: Int
}

extension FoundQuote {
  fileprivate var searched: String {
    let book = note.book.map { [$0.title] + $0.authors } ?? []
    return ([text, note.title] + book).joined(separator: "\n")
  }
}
