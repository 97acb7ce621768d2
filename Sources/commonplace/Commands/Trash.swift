import ArgumentParser
import Foundation
import JSON
import Notebook

struct Trash: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move notes to the trash, list it, or empty it.",
    usage: """
      commonplace trash <note> … [--json]
      commonplace trash --list [--json]
      commonplace trash --empty [--yes] [--json]
      """,
    discussion: """
      “commonplace restore” moves notes back. --empty permanently deletes the notes in the trash, \
      with their images and the statistics of their prompts; the last text of each stays in \
      this machine's history.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var notes: [String] = []

  @Flag(help: "List the notes in the trash.")
  var list = false

  @Flag(help: "Delete all notes in the trash permanently.")
  var empty = false

  @Flag(help: "With --empty: do not ask.")
  var yes = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    let actions = [!notes.isEmpty, list, empty].count { $0 }
    if actions == 0 { throw ValidationError("name a note, or use --list or --empty") }
    if actions > 1 {
      throw ValidationError("notes, --list and --empty cannot be combined")
    }
    if yes, !empty { throw ValidationError("--yes requires --empty") }
  }

  func run() throws {
    if list { return try show() }
    if empty { return try options.change(deleteAll) }
    try options.change { notebook in
      var found: [NoteSummary] = []
      for note in notes {
        let note = try options.find(note, in: notebook)
        if !found.contains(where: { $0.id == note.id }) { found.append(note) }
      }
      for note in found {
        try notebook.trash(note.id)
        if !json { try options.announce(.trashed, note, json: false) }
      }
      if json { try announce(.trashed, found) }
    }
  }

  private func show() throws {
    let notes = try Self.trashed(in: options.open())
    if json {
      try StandardOutput.write(JSONValue.array(notes.map(\.json)).line)
    } else {
      try ListOutput().write(
        cutting: notes.map { "\($0.id.prefix(8))  \($0.title.listed)".terminalSafeLine })
    }
    if notes.isEmpty {
      throw CommandFailure(
        .nothingFound, "the trash is empty", "“commonplace trash NOTE” moves a note there")
    }
  }

  private func deleteAll(in notebook: Notebook) throws {
    let notes = try Self.trashed(in: notebook)
    guard !notes.isEmpty else {
      return json ? try announce(.deleted, []) : try StandardOutput.write("The trash is empty.")
    }
    if !yes {
      guard TerminalQuestion.isPossible else {
        throw CommandFailure(
          .usage, "\(Counts.of(notes.count, "note")) would be permanently deleted",
          "use --yes to confirm")
      }
      for note in notes.prefix(10) {
        StandardError.write("  \(note.title.listed.terminalSafeLine)")
      }
      if notes.count > 10 { StandardError.write("  … and \(notes.count - 10) more") }
      let answer = TerminalQuestion.ask(
        "Permanently delete \(Counts.of(notes.count, "note"))? [y/N] ")
      guard ["y", "yes"].contains(answer?.lowercased()) else {
        return json ? try announce(.deleted, []) : try StandardOutput.write("Nothing was deleted.")
      }
    }
    let count = try notebook.notes.deleteTrashed(notes.map(\.id))
    if json { return try announce(.deleted, notes) }
    try StandardOutput.write("Deleted: \(Counts.of(count, "note"))")
  }

  private func announce(_ action: NoteAction, _ notes: [NoteSummary]) throws {
    let report: JSONValue = [
      "action": action.rawValue.json, "notes": .array(notes.map(\.nameJSON)),
    ]
    try StandardOutput.write(report.line)
  }

  private static func trashed(in notebook: Notebook) throws -> [NoteSummary] {
    try notebook.notes.all(includingTrash: true).filter(\.isTrashed)
  }
}
