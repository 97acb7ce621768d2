import ArgumentParser
import Notebook

struct Append: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add a paragraph to the end of a note.",
    discussion: """
      A blank line separates the paragraph from the text before. Without <text>, the paragraph \
      is read from standard input; on a terminal, your editor opens.

      EXAMPLES:
        commonplace append walden 'Simplify, simplify.'
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @Argument(help: "The paragraph, or - for standard input.")
  var text: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    // Finds the note before reading standard input, so that the user does not type a text that
    // cannot be added.
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      try options.checkWriting(in: notebook)
      if text == nil, NotebookOptions.isTerminal {
        try addFromEditor(to: note.id, in: notebook)
      } else {
        let given = text.flatMap { $0 == "-" ? nil : $0 }
        try Self.add(given ?? TextInput.text(at: "-"), to: note.id, in: notebook)
      }
      try options.announce(.appended, note.id, in: notebook, json: json)
      try Interruption.check()
    }
  }

  /// Adds a paragraph to a note, replacing the paragraph `added` if the note contains it. Throws if
  /// the text is blank or too large.
  static func add(
    _ text: String, over added: String = "", to note: String, in notebook: Notebook
  ) throws {
    guard !text.allSatisfy(\.isWhitespace) else { throw CommandFailure(appendingNothing: ()) }
    guard text.utf8.count <= TextInput.limit else {
      throw CommandFailure(
        .badData, "the paragraph is larger than \(TextInput.limit >> 20) MB", "split it")
    }
    _ = try notebook.edit(note) { present in
      NoteText.replacing(added, by: text, in: present) ?? NoteText.appending(text, to: present)
    }
  }

  private func addFromEditor(to note: String, in notebook: Notebook) throws {
    let origin = EditorText.Origin.paragraph(of: note)
    let (outcome, fault) = try NoteEditor().edit("", as: origin, in: notebook) { text in
      try Self.add(text, to: note, in: notebook)
      return origin
    }
    try fault?.announce(isSaved: outcome == .edited)
    if outcome != .edited { throw CommandFailure(appendingNothing: ()) }
  }
}

extension CommandFailure {
  fileprivate init(appendingNothing: Void) {
    self.init(
      .badData, "nothing was added, because the text is empty", "write the text of a paragraph")
  }
}
