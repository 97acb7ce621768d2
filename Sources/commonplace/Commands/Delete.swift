import ArgumentParser
import Notebook

struct Delete: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Delete a note permanently.",
    discussion: """
      Also deletes its images and the statistics of its prompts. The note must be in the \
      trash, unless you use --force. Its last text stays in this machine's history: “commonplace \
      restore ID --at 0s” restores it.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.anyNote)
  var note: String

  @Flag(help: "Delete the note even if it is not in the trash.")
  var force = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      guard note.isTrashed || force else {
        throw CommandFailure(
          .usage, "“\(note.title.listed)” is not in the trash",
          "move it there with “commonplace trash”, or use --force")
      }
      try notebook.delete(note.id)
      try options.announce(.deleted, note, json: json)
    }
  }
}
