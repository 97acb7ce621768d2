package import Books
package import Notebook

/// The forms in which lists of books go to other programs.
package enum BookExportForm: String, Sendable, CaseIterable {
  /// CSV with the columns of Goodreads, which StoryGraph, BookWyrm and others take.
  case goodreads
  /// JSON Lines: a book a line, with all its readings.
  case jsonl
  /// BibTeX, for LaTeX and citation tools.
  case bibtex
  /// CSL-JSON, for Zotero, pandoc and citation tools.
  case csl
}

/// A book that is exported, with its note.
package struct ExportedBook: Sendable {
  package var note: NoteSummary
  package var record: BookRecord
  package var hasCover: Bool

  package init(note: NoteSummary, record: BookRecord, hasCover: Bool = false) {
    (self.note, self.record, self.hasCover) = (note, record, hasCover)
  }

  /// The hashtags of the note without `#`, but for the one that says that the book was given up.
  var tags: [String] {
    note.tags.filter { $0 != BookRecord.stoppedTag }.map { String($0.drop { $0 == "#" }) }
      .filter { !$0.isEmpty }
  }

  /// The section in which the book is now.
  var section: String {
    if record.isBeingRead { return "reading" }
    if record.isStopped { return "stopped" }
    return record.hasRead || !record.readings.isEmpty ? "read" : "want"
  }
}

/// A list of books in a form, and the facts that the form cannot hold.
package struct BookFile: Sendable, Equatable {
  /// A kind of facts, and of how many books there are such.
  package struct Loss: Sendable, Equatable {
    /// Such as `earlier readings`.
    package var facts: String
    package var books: Int
  }

  package var text: String
  package var books: Int
  package var losses: [Loss]
}

extension BookExportForm {
  /// The books in this form, in their order. With `forSpreadsheets`, CSV begins with a byte order mark, and
  /// texts that a spreadsheet would run as formulas have an apostrophe before them.
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
  /// The books that are exported: those of all notes outside the trash, the oldest note first.
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
