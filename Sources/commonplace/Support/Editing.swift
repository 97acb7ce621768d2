import Foundation
import JSON
import Notebook

extension NotebookOptions {
  /// Whether input and output are a terminal, where an editor can run.
  static var isTerminal: Bool { isatty(0) == 1 && isatty(1) == 1 }

  /// Throws if writing to the notebook is refused, or if a newer version wrote it. Call it before
  /// the user types a text.
  func checkWriting(in notebook: Notebook) throws {
    if let refusal = notebook.refusal { throw refusal }
    guard let note = notebook.newerVersionNote else { return }
    throw CommandFailure(.badData, note.asPhrase, "nothing was changed")
  }

  /// Opens a note in the user's editor at a line, from 1. Saves the edited text, and prints the
  /// result. Throws if the editor failed and nothing was saved.
  func edit(_ id: String, line: Int = 1, in notebook: Notebook, json: Bool) throws {
    try checkWriting(in: notebook)
    guard let note = try notebook.texts.of([id]).first else { return }
    let (outcome, fault) = try NoteEditor().edit(note, line: line, in: notebook)
    let isSaved = [.saved, .merged, .inConflict].contains(outcome)
    try fault?.announce(isSaved: isSaved)
    try announce(isSaved ? .edited : .unchanged, id, in: notebook, json: json)
    switch outcome {
    case .saved, .unchanged: break
    case .merged:
      StandardError.write(
        "commonplace: note: the note was also changed outside this editor; both changes are merged")
    case .inConflict:
      StandardError.write(
        "commonplace: note: conflict: the note was also changed outside this editor. “commonplace "
          + "conflicts” shows the versions; “commonplace conflicts resolve \(PlainID.inCommand(id)) --keep "
          + "WHICH” resolves it")
    case .emptied:
      StandardError.write(
        "commonplace: note: the text is empty: nothing was changed. “commonplace trash” removes notes"
      )
    }
    try Interruption.check()
  }

  func announce(_ action: NoteAction, _ id: String, in notebook: Notebook, json: Bool) throws {
    guard let note = try notebook.summary(of: id) else { return }
    try announce(action, note, json: json)
  }

  func announce(_ action: NoteAction, _ note: NoteSummary, json: Bool) throws {
    try StandardOutput.write(
      json
        ? note.json(after: action).line
        : "\(action.words): \(note.id)  \(note.title.listed)".terminalSafeLine)
  }
}

extension NoteAction {
  var words: String {
    switch self {
    case .created: "Created"
    case .edited: "Saved"
    case .appended: "Added to"
    case .renamed: "Renamed"
    case .tagged: "Tagged"
    case .trashed: "In the trash"
    case .restored: "Restored"
    case .deleted: "Deleted"
    case .found: "Found"
    case .unchanged: "Unchanged"
    }
  }
}

extension NoteEditor.Fault {
  /// Prints the fault if the text was saved; otherwise throws it as a `CommandFailure`.
  func announce(isSaved: Bool) throws {
    guard isSaved else {
      let parts = sentence.split(separator: ": ", maxSplits: 1).map(String.init)
      throw CommandFailure(
        .inputOutput, (parts.first ?? sentence).asPhrase,
        parts.dropFirst().first?.asPhrase ?? "nothing was changed")
    }
    StandardError.write("commonplace: note: \(sentence.asPhrase.terminalSafeLine)")
  }
}
