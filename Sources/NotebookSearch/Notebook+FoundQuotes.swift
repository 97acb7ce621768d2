import Books
package import Notebook
package import NotebookFile

extension Notebook.Quotes {
  /// The quotes that match `query`, of notes that match it, in the order of these and of their texts.
  ///
  /// The words of the query stand in the quote, or in the title of its note, or in the title or among
  /// the authors of its book; hashtags and filters are the note's. Cost: as of `notes(matching:)`, and
  /// the texts of the notes found.
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
    var seen: Set<QuotePlace> = []
    return found.filter { seen.insert(QuotePlace(note: $0.note.id, line: $0.line)).inserted }
  }
}

/// The facts that make a quote another one.
private struct QuotePlace: Hashable {
  var note: String
  var line: Int
}

extension FoundQuote {
  /// The text in which the words of a query are looked for.
  fileprivate var searched: String {
    let book = note.book.map { [$0.title] + $0.authors } ?? []
    return ([text, note.title] + book).joined(separator: "\n")
  }
}
