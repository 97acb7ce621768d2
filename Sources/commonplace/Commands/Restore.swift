import ArgumentParser
import Notebook

struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take a note out of the trash, or give it an older text back.",
    discussion: """
      With --at it gets the text that it had at that time, out of the trash too; the present text \
      goes to its history. So a note that was deleted for good comes back, named by its id, without \
      its images.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: "An id, four or more of its first digits, or an exact title.")
  var note: String

  @Option(
    help: ArgumentHelp("The text of that time.", discussion: Moment.help, valueName: "time"))
  var at: Moment?

  func run() throws {
    try options.change { notebook in
      if let at {
        let (id, old) = try options.text(of: note, at: at, in: notebook)
        let restored = try notebook.restore(id, version: old.version).summary
        return try StandardOutput.write(
          "As of \(old.written.local()): \(restored.id)  \(restored.title.listed)".terminalSafeLine)
      }
      try restoreFromTrash(in: notebook)
    }
  }

  private func restoreFromTrash(in notebook: Notebook) throws {
    if case .none = try notebook.find(note),
      let id = try notebook.notesInHistory(withPrefix: note).first,
      let last = try notebook.history(of: id).texts.first
    {
      throw CommandFailure(
        .nothingFound, "\(id) was deleted for good",
        "“commonplace restore \(id) --at \(last.written.local())” brings its last text back")
    }
    let found = try options.find(note, in: notebook)
    guard found.isTrashed else {
      throw CommandFailure(
        .nothingFound, "“\(found.title.listed)” is not in the trash",
        "with --at TIME it gets an older text back; “commonplace history” lists them")
    }
    try notebook.restore(found.id)
    try StandardOutput.write(
      "Out of the trash: \(found.id)  \(found.title.listed)".terminalSafeLine)
  }
}
