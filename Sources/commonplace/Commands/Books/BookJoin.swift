import ArgumentParser
import Base
import Books
import Notebook
import NotebookIndex

struct BookJoin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join two notes about the same book.",
    discussion: """
      The first note gets all that the second one says: its text, at the end, with pictures and the \
      answers to its prompts; facts of the book that it lacks; and its readings. Links to the second note \
      lead to the first one. If the notes \
      disagree about a fact, the first note’s value stays, and the fact is listed. The second note goes to \
      the trash. “commonplace history” has the former texts of both. “commonplace books --same” lists \
      such notes.
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
        throw CommandFailure(.usage, "both are the same note", "name two notes")
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
          "commonplace: note: kept from the first note, where the two differ: "
            + joined.differing.joined(separator: ", "))
      }
    }
  }
}
