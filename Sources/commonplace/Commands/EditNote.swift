import ArgumentParser
import Notebook

struct EditNote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit a note in your editor.",
    discussion: """
      The editor is $VISUAL, else $EDITOR, else vi. Your text replaces only the text that you were \
      shown: if the note was changed elsewhere meanwhile, both texts are kept, and the note is in \
      conflict. A text that is unchanged or empty changes nothing.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      try options.edit(note.id, in: notebook, json: json)
    }
  }
}
