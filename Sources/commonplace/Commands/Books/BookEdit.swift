import ArgumentParser
import Books
import Foundation
import FrontMatter
import Notebook

struct BookEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit the record of a book in your editor.",
    discussion: """
      The record is a short text with one line for each detail, such as the title. Your editor \
      is $VISUAL, else $EDITOR, else vi. If a line cannot be read, nothing is changed, and your \
      text is kept.
      """)

  @OptionGroup var book: BookOptions

  func run() throws {
    try book.options.change { notebook in
      let note = try book.options.find(book.note, in: notebook)
      let former = try book.options.book(of: note, in: notebook)
      try book.options.checkWriting(in: notebook)
      var changed = note
      let (_, fault) = try NoteEditor().edit(
        BookDocument.text(of: former), as: .book(of: note.id), in: notebook
      ) { text in
        changed = try Self.save(text, over: former, of: note.id, in: notebook)
        return .book(of: note.id)
      }
      let record = try book.options.book(of: changed, in: notebook)
      try fault?.announce(isSaved: record != former)
      try book.options.announce(
        record == former ? .unchanged : .edited, record, changed, json: book.json)
      if let number = record.wrongISBNs.first, !former.wrongISBNs.contains(number) {
        StandardError.write(
          "commonplace: note: the ISBN \(number.terminalSafeLine) is not valid; it is kept as it is"
        )
      }
      try Interruption.check()
    }
  }

  /// Saves a record that was edited as text, field by field: fields that only another program
  /// changed since `former` keep that change. Returns the note about the book. Throws if the text
  /// is not a record, or if both changed a field differently.
  static func save(
    _ text: String, over former: BookRecord, of note: String, in notebook: Notebook
  ) throws -> NoteSummary {
    let edited = try record(of: text, over: former)
    var isClash = false
    let summary = try notebook.books.edit(of: note) { record in
      if record == former {
        record = edited
      } else if let merged = BookDocument.merged(text, over: former, with: record),
        let both = try? BookDocument.record(from: merged, over: record)
      {
        record = both
      } else {
        isClash = true
      }
    }.summary
    if isClash {
      throw CommandFailure(
        .badData, "another program or device changed the same line of the record",
        "nothing was changed")
    }
    return summary
  }

  private static func record(of text: String, over former: BookRecord) throws -> BookRecord {
    do throws(BookDocument.Fault) {
      return try BookDocument.record(from: text, over: former)
    } catch {
      throw CommandFailure(.badData, error.reason, "nothing was changed")
    }
  }
}
