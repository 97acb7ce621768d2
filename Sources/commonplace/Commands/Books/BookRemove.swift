import ArgumentParser
import Notebook

struct BookRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Detach the book from a note.",
    discussion: """
      Deletes the record of the book; the note keeps its text and its cover. “commonplace \
      trash” removes notes.
      """)

  @OptionGroup var book: BookOptions

  func run() throws {
    try book.options.change { notebook in
      let note = try book.options.find(book.note, in: notebook)
      _ = try book.options.book(of: note, in: notebook)
      let changed = try notebook.books.remove(of: note.id).summary
      try book.options.announce(.edited, changed, json: book.json)
    }
  }
}
