package import Books
package import Foundation
import JSON
package import NotebookFile

/// Reads and writes the books of a notebook. All throw the errors of `change(of:)`.
extension Notebook.Books {
  /// Returns the book of a note; nil if it is not about one.
  package func record(of id: String) throws(NotebookError) -> BookRecord? {
    try values(of: id).flatMap { BookRecord($0) }
  }

  /// Changes the book of a note, in one transaction. A note without a book gets one if `edit` sets
  /// a title or an author. The hashtag for abandoned books is added or removed accordingly. Returns
  /// the resulting note.
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

  /// Creates a note about a book. Without a `text` the note has none: lists show the book's title.
  package func add(
    _ record: BookRecord, text: String = "", now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    var record = record
    if record.added == nil { record.added = now }
    var values = BookValues(text: text)
    values.set(record)
    return try createNote(about: values, now: now)
  }

  /// Adds the ISBN of a book to its existing note `id`: as the book's own if it has none, otherwise
  /// as that of another edition, by which the book is found from then on. Returns whether it was
  /// new.
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

  /// Removes the book of a note. Its text and its cover stay.
  @discardableResult
  package func remove(of id: String, now: Date = Date()) throws(NotebookError) -> StoredNote {
    try change(of: id, now: now) { values in
      if BookRecord(values)?.isStopped == true { values.setStopped(false) }
      // The record of imported highlights stays.
      (values.book, values.own) = (nil, JSONObject([("highlights", values.own["highlights"])]))
    }
  }
}
