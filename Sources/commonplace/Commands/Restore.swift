import ArgumentParser
import Books
import JSON
import Notebook
import NotebookIndex

struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Restore notes from the trash, history or a backup.",
    discussion: """
      Without options, moves a note out of the trash. With --at, a note gets the text that it \
      had at that time, and also leaves the trash; its present text goes to its history. Name a \
      permanently deleted note by its ID: it is restored with the record of its book, but \
      without its images. With --at and --book, the note's book gets the record that it had at \
      that time, and the text stays.

      With --from, the notes that you name are restored from an older copy of the notebook, with \
      their books, images and prompts. Without a name, the command restores notes that are \
      missing although they were never deleted, and notes whose text is now empty. --deleted adds \
      notes that were deleted or are in the trash; --all restores every note as it was in the \
      copy. Replaced texts go to the history. Notes that the copy does not contain are not changed.

      EXAMPLES:
        commonplace restore walden
        commonplace restore walden --at 1d
        commonplace restore --from backup.libnotes --dry-run
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.trashedNote)
  var notes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Restore the text that the note had at this time.", discussion: Moment.help, valueName: "time"
    ))
  var at: Moment?

  @Flag(help: "With --at: restore the record of the book, not the text.")
  var book = false

  @Option(
    help: ArgumentHelp("An older copy of the notebook.", valueName: "file"), completion: .file())
  var from: String?

  @Flag(help: "With --from: also restore notes that were deleted or are in the trash.")
  var deleted = false

  @Flag(help: "With --from: restore every note as it was in the copy.")
  var all = false

  @Flag(help: "With --from: show the changes without making them.")
  var dryRun = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if from == nil {
      guard notes.count == 1 else {
        throw ValidationError(
          notes.isEmpty ? "missing expected argument '<note>'" : "name only one note")
      }
      guard at != nil || !book else { throw ValidationError("--book requires --at") }
      guard !deleted, !all, !dryRun else {
        throw ValidationError("--deleted, --all and --dry-run require --from")
      }
    } else {
      if from?.isEmpty == true { throw ValidationError("--from has an empty path") }
      if at != nil || book { throw ValidationError("--at and --from cannot be combined") }
      if !notes.isEmpty, all || deleted {
        throw ValidationError("notes cannot be combined with --all or --deleted")
      }
    }
  }

  func run() throws {
    if let from { return try restore(from: from) }
    guard let note = notes.first else { return }
    try options.change { notebook in
      if let at, book {
        let (id, old) = try options.record(of: note, at: at, in: notebook)
        guard
          case .restored(let restored) = try notebook.books.restore(of: id, version: old.version)
        else { return }
        let record = try options.book(of: restored.summary, in: notebook)
        if json { return try options.announce(.restored, record, restored.summary, json: true) }
        let words = "\(restored.summary.id)  \(record.citation)  (\(record.stateWords))"
        return try StandardOutput.write(
          "Restored as of \(old.since.local()): \(words)".terminalSafeLine)
      }
      if let at {
        let (id, old) = try options.text(of: note, at: at, in: notebook)
        let restored = try notebook.history.restore(id, version: old.version).summary
        return try json
          ? options.announce(.restored, restored, json: true)
          : StandardOutput.write(
            "Restored as of \(old.written.local()): \(restored.id)  \(restored.title.listed)"
              .terminalSafeLine)
      }
      try restoreFromTrash(note, in: notebook)
    }
  }

  private func restoreFromTrash(_ note: String, in notebook: Notebook) throws {
    if case .none = try notebook.titles.find(note),
      let id = try notebook.history.notes(withPrefix: note).first
    {
      let history = try notebook.history.of(id)
      let last = history.texts.first?.written ?? history.records.first?.since
      let (kind, book) = history.texts.isEmpty ? ("record", " --book") : ("text", "")
      throw CommandFailure(
        .nothingFound, "\(id) was permanently deleted",
        "“commonplace restore \(PlainID.inCommand(id)) --at \(last?.local() ?? "TIME")\(book)” restores its last \(kind)"
      )
    }
    let found = try options.find(note, in: notebook, isInTrash: true)
    guard found.isTrashed else {
      throw CommandFailure(
        .nothingFound, "“\(found.title.listed)” is not in the trash",
        "--at TIME restores an older text; “commonplace history” lists the texts")
    }
    try notebook.restore(found.id)
    try options.announce(.restored, found.id, in: notebook, json: json)
  }
}

// MARK: From a file

extension Restore {
  private func restore(from file: String) throws {
    let selection = try selection(in: file)
    if dryRun {
      return try say(options.open().history.restore(from: file, selection, isDryRun: true), file)
    }
    try options.change { notebook in try say(notebook.history.restore(from: file, selection), file)
    }
  }

  private func selection(in file: String) throws -> RestoreSelection {
    guard !notes.isEmpty else { return all ? .all : deleted ? .lostAndDeleted : .lost }
    let older = try Notebook.open(at: file, looksBeside: false)
    return .notes(try notes.map { try options.find($0, in: older).id })
  }

  private func say(_ report: RestoreReport, _ file: String) throws {
    if json { return try StandardOutput.write(report.json(of: file, isDryRun: dryRun).line) }
    let counts = Counts([
      (report.back.count, report.back.count == 1 ? "missing note" : "missing notes"),
      (report.changed.count, report.changed.count == 1 ? "changed note" : "changed notes"),
    ])
    let isNothing = report.back.isEmpty && report.changed.isEmpty
    try StandardOutput.write(
      (dryRun ? "Would restore: " : "Restored: ") + (isNothing ? "nothing" : "\(counts)"))
    for (mark, notes) in [("back   ", report.back), ("changed", report.changed)] {
      for note in notes.sorted(by: { ($0.title, $0.id) < ($1.title, $1.id) }) {
        try StandardOutput.write("  \(mark)  \(note.id)  \(note.title.listed)".terminalSafeLine)
      }
    }
    guard notes.isEmpty, !all else { return }
    if !report.deletedHere.isEmpty {
      StandardError.write(
        "commonplace: note: not restored, because deleted or in the trash: "
          + "\(Counts.of(report.deletedHere.count, "note")) of \(file.terminalSafeLine); --deleted "
          + "restores them")
    }
    if !report.differing.isEmpty {
      StandardError.write(
        "commonplace: note: different from \(file.terminalSafeLine): "
          + "\(Counts.of(report.differing.count, "note")); name the notes, or use --all, to restore them"
      )
    }
  }
}

extension RestoreReport {
  fileprivate func json(of file: String, isDryRun: Bool) -> JSONValue {
    func list(_ notes: [Note]) -> JSONValue {
      .array(notes.map { .noteName(id: $0.id, title: $0.title) })
    }
    return [
      "file": file.json, "isDryRun": isDryRun.json, "back": list(back), "changed": list(changed),
      "deletedHere": list(deletedHere), "differing": list(differing), "sameCount": same.json,
    ]
  }
}
