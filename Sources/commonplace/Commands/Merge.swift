import ArgumentParser
import JSON
import KeyValueStore
import Notebook

struct MergeNotebooks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge conflict copies and other notebooks into the notebook.",
    discussion: """
      A note that was changed in both notebooks keeps both texts: “commonplace conflicts” lists \
      it. Merging twice changes nothing the second time. The files that you name are not \
      changed. All files are checked first: if one is damaged, belongs to another application or \
      was written by a newer version, nothing is merged.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: "Notebooks to merge.", completion: .file(extensions: ["libnotes"]))
  var files: [String]

  @Flag(help: "Show the changes without making them.")
  var dryRun = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if files.contains(where: \.isEmpty) { throw ValidationError("a path is empty") }
  }

  func run() throws {
    if dryRun {
      return try report(options.open().merge(files, isDryRun: true))
    }
    try options.change { notebook in try report(notebook.merge(files)) }
  }

  private func report(_ outcomes: [MergeOutcome]) throws {
    if json {
      let list = zip(files, outcomes).map { file, outcome in outcome.json(of: file) }
      return try StandardOutput.write(JSONValue.array(list).line)
    }
    for (file, outcome) in zip(files, outcomes) { try report(file, outcome) }
  }

  private func report(_ file: String, _ outcome: MergeOutcome) throws {
    let groups = outcome.groups
    let counts = Counts(groups.map { ($0.notes.count, $0.name) })
    let summary =
      groups.contains { !$0.notes.isEmpty }
      ? "notes: \(counts)" : outcome.isNothing ? "nothing new" : "no changed notes"
    try StandardOutput.write("\(file): \(summary)".terminalSafeLine)
    for (mark, _, notes) in groups {
      for note in notes {
        try StandardOutput.write("  \(mark)  \(note.id)  \(note.title.listed)".terminalSafeLine)
      }
    }
    for fault in outcome.faults {
      StandardError.write(
        "commonplace: note: \(fault.key.prefix(60)) of note \(fault.note.prefix(8)): "
          .terminalSafeLine + "\(fault.problem): see “commonplace check”")
    }
    if outcome.rows.rowsSkipped > 0 {
      StandardError.write(
        "commonplace: note: skipped \(Counts.of(outcome.rows.rowsSkipped, "unreadable value")) of \(file)"
          .terminalSafeLine + ": keep that file")
    }
  }
}

extension MergeOutcome {
  /// The notes by outcome. Each note is in one group: a note in conflict is only in the last one.
  fileprivate var groups: [(mark: String, name: String, notes: [Note])] {
    let inConflict = Set(conflicts.map(\.id))
    func inOrder(_ notes: [Note]) -> [Note] {
      notes.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
    }
    func others(_ notes: [Note]) -> [Note] {
      inOrder(notes.filter { !inConflict.contains($0.id) })
    }
    return [
      ("new     ", "new", others(new)), ("changed ", "changed", others(changed)),
      ("deleted ", "deleted", others(deleted)),
      ("conflict", "newly in conflict", inOrder(conflicts)),
    ]
  }

  fileprivate func json(of file: String) -> JSONValue {
    func list(_ notes: [Note]) -> JSONValue {
      .array(notes.map { .noteName(id: $0.id, title: $0.title) })
    }
    return [
      "file": file.json, "new": list(new), "changed": list(changed), "deleted": list(deleted),
      "conflicts": list(conflicts), "skippedRowCount": rows.rowsSkipped.json,
      "faults": .array(
        faults.map { ["noteId": $0.note.json, "key": $0.key.json, "problem": $0.problem.json] }),
    ]
  }
}
