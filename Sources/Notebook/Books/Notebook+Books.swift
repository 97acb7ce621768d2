package import Books
package import Foundation
import JSON
package import NotebookFile

/// Reads and writes the books of a notebook. Functions that change a book throw the errors of
/// `change(of:)`.
extension Notebook.Books {
  /// Returns nil if the note does not exist, or has no readable book.
  package func record(of id: String) throws(NotebookError) -> BookRecord? {
    try values(of: id).flatMap { BookRecord($0) }
  }

  /// A note without a book gets one if `edit` sets a title or an author. A stored book that cannot
  /// be read is not changed. Adds or removes the hashtag for abandoned books accordingly. Returns
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

  /// Creates a note about a book, added `now` unless `record` has another date. Without a `text`,
  /// the note's text is empty, and lists show the book's title.
  package func add(
    _ record: BookRecord, text: String = "", now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    var record = record
    if record.added == nil { record.added = now }
    var values = BookValues(text: text)
    values.set(record)
    return try createNote(about: values, now: now)
  }

  /// Adds an ISBN to the book of the note `id`: as its own ISBN if it has none, otherwise as the
  /// ISBN of another edition. Returns false if `isbn` is nil, the note has no readable book, or the
  /// book already has this ISBN.
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

  /// Removes the book of a note, and the hashtag for abandoned books if the book is one. The rest of
  /// the text and the cover stay.
  @discardableResult
  package func remove(of id: String, now: Date = Date()) throws(NotebookError) -> StoredNote {
    try change(of: id, now: now) { values in
      if BookRecord(values)?.isStopped == true { values.setStopped(false) }
      // The record of imported highlights stays.
      (values.book, values.own) = (nil, JSONObject([("highlights", values.own["highlights"])]))
    }
  }
}
