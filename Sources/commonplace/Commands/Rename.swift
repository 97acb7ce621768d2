import ArgumentParser
import Base
import JSON
import MiniMarkdown
import Notebook
import NotebookIndex

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Rename a note, and update links to it.",
    discussion: """
      The title replaces the first heading; a note without a heading gets one. The title of \
      the note's book stays. In all notes outside the trash, links with the old title of the note \
      get the new title; their words and headings stay. If another note also has the old title, \
      links that may mean that note are not changed. “commonplace tags rename” renames hashtags.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @Argument(help: "The new title.")
  var title: String

  @Flag(help: "Do not change links to the note.")
  var keepLinks = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if title.allSatisfy(\.isWhitespace) { throw ValidationError("the title is empty") }
  }

  func run() throws {
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      let text = try notebook.note(id: note.id).text
      guard !NoteText.renamed(text, to: title).utf8.elementsEqual(text.utf8) else {
        return try announce(.unchanged, note.id, linkNotes: 0, in: notebook)
      }
      if keepLinks || note.isTrashed {
        _ = try notebook.edit(note.id) { NoteText.renamed($0, to: title) }
        return try announce(.renamed, note.id, linkNotes: 0, in: notebook)
      }
      let changes = try notebook.links.changes(renaming: note.id, to: title)
      let done = try notebook.links.make(changes) { done, total in
        Work.step("Changing links", done, of: total)
        return true
      }
      let linkNotes = (done ?? []).count { $0 != note.id }
      try announce(.renamed, note.id, linkNotes: linkNotes, in: notebook)
      guard changes.hasAmbiguous else { return }
      StandardError.write(
        "commonplace: note: another note also has the old title: links that may mean that note are unchanged"
      )
    }
  }

  private func announce(
    _ action: NoteAction, _ id: String, linkNotes: Int, in notebook: Notebook
  ) throws {
    guard let note = try notebook.summary(of: id) else { return }
    guard !json else {
      var object = note.json(after: action).object ?? [:]
      object["linkNoteCount"] = linkNotes.json
      return try StandardOutput.write(JSONValue.object(object).line)
    }
    try options.announce(action, note, json: false)
    guard linkNotes > 0 else { return }
    try StandardOutput.write("Links in \(Counts.of(linkNotes, "other note")) have the new title.")
  }
}
