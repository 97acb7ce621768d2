import ArgumentParser
import Base
import Books
import Notebook
import NotebookIndex

struct BookJoin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join two notes about the same book.",
    discussion: """
      The first note gets the text of the second note at its end, with the images and the \
      answers to prompts. It also gets the readings, and the details of the book that it lacks. \
      If the two notes differ in a detail, such as the publisher, the first note keeps its \
      value, and the detail is listed. Links to the second note are changed to link to the first \
      one. The second note goes to the trash. “commonplace history” has the previous texts of \
      both notes. “commonplace books --same” lists notes about the same book.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp("The note to keep.", valueName: "note"),
    completion: NotebookCompletion.note)
  var note: String

  @Argument(
    help: ArgumentHelp("The note that goes to the trash.", valueName: "second"),
    completion: NotebookCompletion.note)
  var second: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try options.change { notebook in
      let first = try options.find(note, in: notebook)
      let second = try options.find(second, in: notebook)
      guard first.id != second.id else {
        throw CommandFailure(
          .usage, "both arguments name the same note", "name two different notes")
      }
      if try notebook.books.record(of: first.id) == nil {
        _ = try options.book(of: second, in: notebook)
      }
      let names = try notebook.links.calledNames(of: [first.id, second.id])
      let joined = try notebook.books.join(first.id, with: second.id)
      try notebook.links.addTitle(second.storedTitle.trimmed, to: first.id)
      _ = try notebook.links.make(notebook.links.changes(from: names, to: first.id))
      let record = try options.book(of: joined.note.summary, in: notebook)
      try options.announce(.edited, record, joined.note.summary, json: json)
      if !joined.differing.isEmpty {
        StandardError.write(
          "commonplace: note: the first note keeps its own values, which differ: "
            + joined.differing.joined(separator: ", "))
      }
    }
  }
}
