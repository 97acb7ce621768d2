import ArgumentParser
import Notebook

struct Delete: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Delete a note for good, with its images and the statistics of its prompts.",
    discussion: """
      Only from the trash, or with --force. Its text stays in this machine's history for a while: \
      “commonplace restore ID --at TIME” brings it back.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.anyNote)
  var note: String

  @Flag(help: "Delete it even if it is not in the trash.")
  var force = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      guard note.isTrashed || force else {
        throw CommandFailure(
          .usage, "“\(note.title.listed)” is not in the trash",
          "move it there with “commonplace trash”, or give --force")
      }
      try notebook.delete(note.id)
      try options.announce(.deleted, note, json: json)
    }
  }
}
