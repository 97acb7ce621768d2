import ArgumentParser
import Notebook

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Give a note another title.",
    discussion: """
      The title replaces that of the first heading; a note without a heading gets one. The title of \
      a book stays. “commonplace tags rename” renames hashtags.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @Argument(help: "The new title.")
  var title: String

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if title.allSatisfy(\.isWhitespace) { throw ValidationError("the title is empty") }
  }

  func run() throws {
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      let text = try notebook.note(id: note.id).text
      let isSame = NoteText.renamed(text, to: title).utf8.elementsEqual(text.utf8)
      if !isSame { _ = try notebook.edit(note.id) { NoteText.renamed($0, to: title) } }
      try options.announce(isSame ? .unchanged : .renamed, note.id, in: notebook, json: json)
    }
  }
}
