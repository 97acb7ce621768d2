package import Books
package import Foundation
import JSON
package import NotebookFile

/// Books of a notebook, as values. All throw the errors of `change(of:)`.
extension Notebook.Books {
  /// The book of a note; nil if it is about none.
  package func record(of id: String) throws(NotebookError) -> BookRecord? {
    try values(of: id).flatMap { BookRecord($0) }
  }

  /// Changes the book of a note, in one transaction. A note about no book becomes one about a book with
  /// the note's title, if `edit` gives it one or an author. The hashtag for books that were given up
  /// comes and goes with that. Returns the note as it is then.
  @discardableResult
  package func edit(
    of id: String, now: Date = Date(), _ edit: (inout BookRecord) -> Void
  ) throws(NotebookError) -> StoredNote {
    try change(of: id, now: now) { values in
      guard values.book == nil || BookRecord(values) != nil else { return }
      let former = BookRecord(values)
      var record = former ?? BookRecord(title: "", authors: [])
      edit(&record)
      if former == nil, record.title.isEmpty, record.authors.isEmpty { return }
      values.set(record)
    }
  }

  /// Makes a note about a book. Without a `text` it gets none: lists show the book's title.
  package func add(
    _ record: BookRecord, text: String = "", now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    var record = record
    if record.added == nil { record.added = now }
    var values = BookValues(text: text)
    values.set(record)
    return try createNote(about: values, now: now)
  }

  /// Keeps the number of a book that was to be added and has a note, `id`: as the note's own if it has none, and
  /// otherwise as that of another edition, by which the book is found from then on. Returns whether it was new.
  package func keep(
    isbn: ISBN?, of id: String, now: Date = Date()
  ) throws(NotebookError) -> Bool {
    guard let isbn, let record = try record(of: id), record.isbn != isbn,
      !record.otherISBNs.contains(isbn.thirteen)
    else { return false }
    try edit(of: id, now: now) { record in
      record.isbn == nil ? record.setISBN(isbn.thirteen) : record.add(otherISBN: isbn)
    }
    return true
  }

  /// Makes a note be about no book. Its text and its cover stay.
  @discardableResult
  package func remove(of id: String, now: Date = Date()) throws(NotebookError) -> StoredNote {
    try change(of: id, now: now) { values in
      if BookRecord(values)?.isStopped == true { values.setStopped(false) }
      // Highlights that were imported into it are still known.
      (values.book, values.own) = (nil, JSONObject([("highlights", values.own["highlights"])]))
    }
  }
}
