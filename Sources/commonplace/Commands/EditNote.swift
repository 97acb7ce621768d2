import ArgumentParser
import Books
import FrontMatter
import Notebook

struct EditNote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit a note in your editor.",
    discussion: """
      The editor is $VISUAL, else $EDITOR, else vi. If another program or device changed other \
      lines of the note while you edited it, all changes are merged. If it changed the same \
      lines, both texts are kept: “commonplace conflicts” lists the note. If you delete the \
      whole text, or do not change it, the note stays as it is.

      If the terminal closes while you edit, what your editor has written is saved. If it cannot \
      be saved, it stays in a file: the next command prints the path, and --recover saves the \
      text.

      EXAMPLES:
        commonplace edit walden
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String?

  @Flag(help: "Save texts from your editor that earlier commands did not save.")
  var recover = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if (note == nil) != recover { throw ValidationError("give either a note or --recover") }
  }

  func run() throws {
    guard let note else { return try recoverTexts() }
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      try options.edit(note.id, in: notebook, json: json)
    }
  }

  private func recoverTexts() throws {
    try options.change(namesLeftTexts: false) { notebook in
      let texts = EditorText.left(in: notebook)
      if texts.isEmpty {
        throw CommandFailure(
          .nothingFound, "no unsaved texts from your editor for this notebook",
          "nothing was changed")
      }
      try options.checkWriting(in: notebook)
      // If a text cannot be saved, the other texts are saved anyway.
      var failure: (any Error)?
      for text in texts {
        do {
          try save(text, in: notebook)
          text.remove()
        } catch {
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
    }
  }

  /// Saves an unsaved text, without overwriting changes that its writer did not see. If its note is
  /// gone, creates a note, but throws for a book record.
  private func save(_ left: EditorText.Left, in notebook: Notebook) throws {
    let text = try TextInput.text(at: left.path)
    switch left.origin {
    case .note(let id, let version):
      guard try notebook.summary(of: id) != nil else { return try make(text, in: notebook) }
      _ = try notebook.conflicts.saveKeepingOthers(text: text, note: id, base: version)
      try options.announce(.edited, id, in: notebook, json: json)
      if try !notebook.conflicts.notes(among: [id]).isEmpty {
        StandardError.write(
          "commonplace: note: the note is in conflict: “commonplace conflicts” shows its versions")
      }
    case .newNote: try make(text, in: notebook)
    case .paragraph(let id):
      guard try notebook.summary(of: id) != nil else { return try make(text, in: notebook) }
      // The note may already contain an earlier state of the paragraph.
      try Append.add(text, over: left.before ?? "", to: id, in: notebook)
      try options.announce(.appended, id, in: notebook, json: json)
    case .book(let id):
      guard let present = try notebook.books.record(of: id) else {
        throw CommandFailure(
          .badData, "\(left.path) is a book record, but its note is gone or has no book",
          "read the file, then delete it")
      }
      let former = left.before.flatMap { try? BookDocument.record(from: $0, over: present) }
      _ = try BookEdit.save(text, over: former ?? present, of: id, in: notebook)
      try options.announce(.edited, id, in: notebook, json: json)
    }
  }

  private func make(_ text: String, in notebook: Notebook) throws {
    try options.announce(.created, notebook.createNote(text: text).summary, json: json)
  }
}
