import ArgumentParser
import Notebook

struct Append: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add a paragraph at the end of a note.",
    discussion: """
      One empty line separates it from the text before. Without a text, it is read from standard \
      input; on a terminal your editor opens.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @Argument(help: "The paragraph, or - for standard input.")
  var text: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    // Before standard input is read: a user need not type for nothing.
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      try options.checkWriting(in: notebook)
      let text = try paragraph()
      guard !text.allSatisfy(\.isWhitespace) else {
        throw CommandFailure(.badData, "the text is empty: nothing was added", "give a text")
      }
      guard text.utf8.count <= TextInput.limit else {
        throw CommandFailure(
          .badData, "the text has more than \(TextInput.limit >> 20) MB", "make a note of it")
      }
      _ = try notebook.edit(note.id) { NoteText.appending(text, to: $0) }
      try options.announce(.appended, note.id, in: notebook, json: json)
    }
  }

  private func paragraph() throws -> String {
    if let text, text != "-" { return text }
    guard text == nil, NotebookOptions.isTerminal else { return try TextInput.text(at: "-") }
    var typed = ""
    let (outcome, fault) = try NoteEditor().edit("") { typed = $0 }
    try fault?.announce(isSaved: outcome == .edited)
    return typed
  }
}
