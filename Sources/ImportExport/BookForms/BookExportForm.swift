package import Books
package import Notebook

package enum BookExportForm: String, Sendable, CaseIterable {
  /// CSV with the columns of Goodreads, which StoryGraph, BookWyrm and others import.
  case goodreads
  /// JSON Lines: one book per line, with all its readings.
  case jsonl
  /// BibTeX, for LaTeX and citation tools.
  case bibtex
  /// CSL-JSON, for Zotero, pandoc and citation tools.
  case csl
}

package struct ExportedBook: Sendable {
  package var note: NoteSummary
  package var record: BookRecord
  package var hasCover: Bool

  package init(note: NoteSummary, record: BookRecord, hasCover: Bool = false) {
    (self.note, self.record, self.hasCover) = (note, record, hasCover)
  }

  /// The note's hashtags without `#`, except the one that marks a book as abandoned.
  var tags: [String] {
    note.tags.filter { $0 != BookRecord.stoppedTag }.map { String($0.drop { $0 == "#" }) }
      .filter { !$0.isEmpty }
  }

  var section: String {
    if record.isBeingRead { return "reading" }
    if record.isStopped { return "stopped" }
    return record.hasRead || !record.readings.isEmpty ? "read" : "want"
  }
}

package struct BookFile: Sendable, Equatable {
  package struct Loss: Sendable, Equatable {
    /// The name of the fields, such as `earlier readings`.
    package var facts: String
    package var books: Int
  }

  package var text: String
  package var books: Int
  package var losses: [Loss]
}

extension BookExportForm {
  /// Returns the books in this format, in the given order. With `forSpreadsheets`, CSV begins with
  /// a byte order mark, and an apostrophe precedes text that a spreadsheet would run as a formula.
  package func file(_ books: [ExportedBook], forSpreadsheets: Bool = false) -> BookFile {
    var losses = BookLosses()
    let text: String =
      switch self {
      case .goodreads: GoodreadsForm.text(books, forSpreadsheets, &losses)
      case .jsonl: books.map { BookLine.line($0, &losses) + "\n" }.joined()
      case .bibtex: BibTeXForm.text(books, &losses)
      case .csl: CSLForm.text(books, &losses)
      }
    return BookFile(text: text, books: books.count, losses: losses.all)
  }
}

extension Notebook.Books {
  /// Returns the books of all notes outside the trash, the oldest note first.
  package func exported() throws -> [ExportedBook] {
    try notebook.notes.all().filter { $0.book != nil && !$0.isTrashed }
      .sorted { ($0.created, $0.id) < ($1.created, $1.id) }
      .compactMap { note in
        guard let record = try record(of: note.id) else { return nil }
        return ExportedBook(
          note: note, record: record, hasCover: try cover(of: note.id) != nil)
      }
  }
}
