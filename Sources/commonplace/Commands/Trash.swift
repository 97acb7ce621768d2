import ArgumentParser
import Notebook

struct Trash: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move a note to the trash.",
    discussion: "“commonplace restore” takes it out again.")

  @OptionGroup var options: NotebookOptions

  @Argument(help: "An id, four or more of its first digits, or an exact title.")
  var note: String

  func run() throws {
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      try notebook.trash(note.id)
      try StandardOutput.write("In the trash: \(note.id)  \(note.title.listed)".terminalSafeLine)
    }
  }
}
