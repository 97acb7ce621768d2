import Base
import BookLookup
import Books
import Foundation
import MiniMarkdown
import Notebook
import NotebookFile
import WebServer

/// Adding books: by words that are looked up when the button is pressed, or by hand.
enum BookAdding {
  /// The reason why nothing was added. It travels in the address.
  enum Refused: String {
    case title, question, gone, isbn

    var sentence: String {
      switch self {
      case .title: "The book has no title."
      case .question: "There are too few words to look up."
      case .gone: "That list of editions is gone. Look the book up again."
      case .isbn: "Not a valid ISBN: its check digit or length is wrong."
      }
    }
  }

  /// Begins to ask the services. The page that follows shows what they know.
  static func lookUp(_ visit: Visit) -> WebResponse {
    guard let make = visit.site.lookup else { return visit.site.refusal(.malformed) }
    guard let words = visit.formField("words"), let question = LookupQuestion(words: words) else {
      return refused(.question, visit)
    }
    let id = visit.site.lookups.begin(Words.short(words, 200)) {
      Result { () throws(LookupFailure) in try make().editions(for: question) }
    }
    return visit.go(to: HTML.Place("add", query: [("found", id)]))
  }

  /// Makes a note about the edition that was chosen. Its cover comes later.
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
          // The book has no cover, as one whose service has none.
        }
      }
    }
    return visit.go(to: HTML.Place("book", note))
  }

  /// Makes a note about the book of the form.
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
    return visit.go(to: HTML.Place("book", try note(about: record, visit)))
  }

  /// The note about a book: the one that there is, or a new one, in the list that the form names.
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
    visit.go(to: HTML.Place("add", query: [("refused", refused.rawValue)]))
  }
}
