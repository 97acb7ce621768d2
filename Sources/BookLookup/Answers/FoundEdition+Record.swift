package import Books

package struct LookupDifference: Sendable, Equatable {
  package var name: String
  package var stored: String
  package var found: String
}

extension FoundEdition {
  /// Fills empty fields of `record`, and adds the source. Returns the names of the filled fields,
  /// and the fields that differ and were kept. With `isNew`, the title is also replaced.
  @discardableResult
  package func fill(
    _ record: inout BookRecord, isNew: Bool = false
  ) -> (filled: [String], kept: [LookupDifference]) {
    var filled: [String] = []
    var kept: [LookupDifference] = []
    func fact<Value: Equatable>(
      _ name: String, _ stored: Value?, _ found: Value?, words: (Value) -> String,
      set: (Value) -> Void
    ) {
      guard let found, found != stored else { return }
      if let stored {
        kept.append(LookupDifference(name: name, stored: words(stored), found: words(found)))
      } else {
        set(found)
        filled.append(name)
      }
    }
    func some(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    func text(_ text: String) -> String { text }

    var result = record
    fact("title", isNew ? nil : some(record.title), title, words: text) { result.title = $0 }
    fact(
      "authors", record.authors.isEmpty ? nil : record.authors, authors.isEmpty ? nil : authors,
      words: { $0.joined(separator: ", ") }, set: { result.authors = $0 })
    fact("publisher", some(record.publisher), publisher, words: text) { result.publisher = $0 }
    fact("year", record.yearPublished, year, words: String.init) { result.yearPublished = $0 }
    fact("original year", record.originalYearPublished, plausibleOriginalYear, words: String.init) {
      result.originalYearPublished = $0
    }
    fact("pages", record.pages, pages, words: String.init) { result.pages = $0 }
    // An invalid ISBN is the user's data, too: keep it.
    if record.wrongISBNs.isEmpty {
      fact("isbn", record.isbn, isbn, words: \.thirteen) { result.setISBN($0.thirteen) }
    }
    fact("language", some(record.language), language, words: text) { result.language = $0 }
    fact("series", some(record.series), series, words: text) { result.series = $0 }
    if result.series == series {
      fact("number in the series", some(record.seriesNumber), seriesNumber, words: text) {
        result.seriesNumber = $0
      }
    }
    if !source.isEmpty, !result.sources.contains(source) { result.sources.append(source) }
    record = result
    return (filled, kept)
  }

  /// The year of the first publication; nil if unknown, later than the edition's, or not from -3000
  /// to 2100.
  private var plausibleOriginalYear: Int? {
    guard let originalYear, (-3000...2100).contains(originalYear) else { return nil }
    return year.map { originalYear <= $0 } ?? true ? originalYear : nil
  }
}
