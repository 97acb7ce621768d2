import Base
import BookLookup
import Books
import Foundation
import MiniMarkdown
import Notebook
import NotebookFile
import WebServer

/// Adds books: from a lookup that the user starts with a button, or by hand.
enum BookAdding {
  /// Why no book was added. The value is part of the next page's address.
  enum Refused: String {
    case title, question, gone, isbn

    var sentence: String {
      switch self {
      case .title: "Enter the title of the book."
      case .question: "Enter at least 3 characters to look up."
      case .gone: "The list of editions is no longer available. Look the book up again."
      case .isbn: "Not a valid ISBN. Check its length and its digits."
      }
    }
  }

  static func lookUp(_ visit: Visit) -> WebResponse {
    guard let make = visit.site.lookup else { return visit.site.refusal(.malformed) }
    guard let words = visit.formField("words"), let question = LookupQuestion(words: words) else {
      return refused(.question, visit)
    }
    let id = visit.site.lookups.begin(Words.short(words, 200)) {
      Result { () throws(LookupFailure) in try make().editions(for: question) }
    }
    return visit.go(to: HTML.Path("add", query: [("found", id)]))
  }

  /// Creates a note about the chosen edition, unless the book has a note. The cover is loaded
  /// later.
  static func take(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let id = visit.formField("found"), let kept = visit.site.lookups.find(id),
      case .success(let answer)? = kept.answer,
      let number = visit.formField("edition").flatMap({ Int($0) }),
      answer.editions.indices.contains(number)
    else { return refused(.gone, visit) }
    let edition = answer.editions[number]
    var record = BookRecord(title: "", authors: [])
    edition.fill(&record, isNew: true)
    let note = try note(about: record, visit)
    if edition.cover != nil, let make = visit.site.lookup {
      let site = visit.site
      site.lookups.fetchCover(of: note) {
        try? make().cover(of: edition)
      } store: { cover in
        do throws(NotebookError) {
          guard try site.notebook.books.cover(of: note) == nil else { return }
          try site.notebook.books.setCover(of: note, to: cover)
          site.survey.forget()
        } catch {
          // On an error, the book stays without a cover.
        }
      }
    }
    return visit.go(to: HTML.Path("book", note))
  }

  /// Creates a note about the book in the form, unless the book has a note.
  static func add(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let title = visit.formField("title"), !title.isInvisible else {
      return refused(.title, visit)
    }
    let authors = (visit.formField("authors") ?? "").split(separator: ";").map {
      String($0).trimmed
    }
    var record = BookRecord(title: title, authors: authors.filter { !$0.isEmpty })
    if let isbn = visit.formField("isbn") {
      guard ISBN(isbn) != nil else { return refused(.isbn, visit) }
      record.setISBN(isbn)
    }
    return visit.go(to: HTML.Path("book", try note(about: record, visit)))
  }

  /// Returns the existing note about a book, or a new one in the section that the form names.
  private static func note(
    about record: BookRecord, _ visit: Visit
  ) throws(NotebookError) -> String {
    if let same = try visit.survey().sameBooks.notes(about: record).first {
      _ = try visit.notebook.books.keep(isbn: record.isbn, of: same)
      return same
    }
    var record = record
    switch visit.formField("list") {
    case "reading": record.apply(.start(.today))
    case "read": record.apply(.finish(.unknown))
    default: break
    }
    return try visit.notebook.books.add(record).summary.id
  }

  private static func refused(_ refused: Refused, _ visit: Visit) -> WebResponse {
    visit.go(to: HTML.Path("add", query: [("refused", refused.rawValue)]))
  }
}
