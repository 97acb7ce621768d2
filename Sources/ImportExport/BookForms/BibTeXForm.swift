import Books
import Foundation
import Notebook
import Quoting

/// BibTeX, with fields of biblatex that BibTeX ignores: `@book{example1999pond, …}`.
enum BibTeXForm {
  static func text(_ books: [ExportedBook], _ losses: inout BookLosses) -> String {
    var keys = CitationKeys()
    return books.map { book in
      losses.addCitation(book)
      return entry(book.record, key: keys.key(for: book.record))
    }.joined(separator: "\n")
  }

  private static func entry(_ record: BookRecord, key: String) -> String {
    let year = record.yearPublished ?? record.originalYearPublished
    let original = record.originalYearPublished == year ? nil : record.originalYearPublished
    // Double braces keep the capitals of a title.
    let fields: [(String, String?)] = [
      (
        "author",
        record.authors.isEmpty
          ? nil
          : record.authors.map { AuthorName($0).inverted.texEscaped }.joined(separator: " and ")
      ),
      ("title", "{\(record.title.texEscaped)}"), ("publisher", record.publisher?.texEscaped),
      ("year", year.map(String.init)), ("origdate", original.map(String.init)),
      ("isbn", record.isbn?.thirteen), ("pagetotal", record.pages.map(String.init)),
      ("series", record.series?.texEscaped), ("number", record.seriesNumber?.texEscaped),
      ("langid", record.language?.texEscaped),
      ("keywords", record.tags.isEmpty ? nil : record.tags.joined(separator: ", ").texEscaped),
    ]
    let lines = fields.compactMap { name, value in value.map { "  \(name) = {\($0)}" } }
    return "@book{\(key),\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}

/// Citation keys in lower-case ASCII: the first author's family name, the year, and the title's
/// first word of more than three letters, or else its first word. Repeated keys get `a`, `b` and so
/// on.
struct CitationKeys {
  private var taken: Set<String> = []

  mutating func key(for record: BookRecord) -> String {
    let author = record.authors.first.map { Self.word(AuthorName($0).family) } ?? ""
    let year = (record.yearPublished ?? record.originalYearPublished).map(String.init) ?? ""
    let words = record.title.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      .map { Self.word(String($0)) }
    let title = words.first { $0.count > 3 } ?? words.first { !$0.isEmpty } ?? ""
    let key = author + year + title
    let base = key.isEmpty ? "book" : key
    if taken.insert(base).inserted { return base }
    var number = 0
    while true {
      let next = base + Self.letters(number)
      if taken.insert(next).inserted { return next }
      number += 1
    }
  }

  /// Returns the suffix for `number`: `a` for 0, `z` for 25, then `aa` and so on.
  private static func letters(_ number: Int) -> String {
    let letter = Unicode.Scalar(UInt8(truncatingIfNeeded: 0x61 + number % 26))
    return (number < 26 ? "" : letters(number / 26 - 1)) + String(Character(letter))
  }

  private static func word(_ text: String) -> String {
    let latin = text.applyingTransform(.toLatin, reverse: false) ?? text
    return latin.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
      .lowercased()
      .filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
