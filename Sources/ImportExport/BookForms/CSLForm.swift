import Books
import JSON
import Notebook

/// CSL-JSON (citeproc): a list of items.
enum CSLForm {
  static func text(_ books: [ExportedBook], _ losses: inout BookLosses) -> String {
    var keys = CitationKeys()
    let items = books.map { book in
      losses.addCitation(book)
      return item(book.record, key: keys.key(for: book.record))
    }
    guard !items.isEmpty else { return "[]\n" }
    // One item per line, so that versions of the file can be compared line by line.
    let lines = items.map { String(decoding: $0.serialized(), as: UTF8.self) }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  private static func item(_ record: BookRecord, key: String) -> JSONValue {
    let year = record.yearPublished ?? record.originalYearPublished
    let original = record.originalYearPublished == year ? nil : record.originalYearPublished
    return [
      "id": key.json, "type": "book", "title": record.title.json,
      "author": record.authors.isEmpty ? nil : .array(record.authors.map(name)),
      "issued": year.map(date), "original-date": original.map(date),
      "publisher": record.publisher?.json, "ISBN": record.isbn?.thirteen.json,
      "number-of-pages": record.pages.map { String($0).json },
      "collection-title": record.series?.json, "collection-number": record.seriesNumber?.json,
      "language": record.language?.json,
      "keyword": record.tags.isEmpty ? nil : record.tags.joined(separator: ", ").json,
    ]
  }

  private static func name(_ author: String) -> JSONValue {
    let name = AuthorName(author)
    let given = name.given
    return given.isEmpty
      ? ["literal": author.json] : ["family": name.family.json, "given": given.json]
  }

  private static func date(_ year: Int) -> JSONValue { ["date-parts": [[.integer(Int64(year))]]] }
}
