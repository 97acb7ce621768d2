import ArgumentParser
import Foundation
import JSON
import Notebook

struct Conflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the notes that were changed on several devices at once, with all their texts.",
    discussion: """
      None of the devices knew of the others. Readers see the first text of each list. \
      “commonplace conflicts resolve” settles it.
      """,
    subcommands: [ListConflicts.self, ResolveConflict.self], defaultSubcommand: ListConflicts.self)
}

struct ListConflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the conflicts (the default).")

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let notebook = try options.open()
    let conflicts = try notebook.conflicts()
    let titles = try notebook.notes(includingTrash: true)
      .reduce(into: [:]) { $0[$1.id] = $1.title }
    if json {
      let list = conflicts.map { $0.json(title: titles[$0.note]) }
      try StandardOutput.write(JSONValue.array(list).line)
    }
    if conflicts.isEmpty {
      if !json { try StandardOutput.write("No note is in conflict.") }
      throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue)
    }
    if json { return }
    for conflict in conflicts {
      let title = titles[conflict.note]?.listed ?? "(deleted)"
      try StandardOutput.write("\(conflict.note)  \(title)".terminalSafeLine)
      for (index, side) in conflict.sides.enumerated() { try show(side, number: index + 1) }
    }
  }

  private func show(_ side: NoteConflict.Side, number: Int) throws {
    let author = side.author.isEmpty ? "an unknown device" : side.author
    let seen = number == 1 ? "shown to readers" : "other"
    try StandardOutput.write(
      "  \(number). \(author), \(side.written.local()) (\(seen))".terminalSafeLine)
    guard let text = side.text else {
      return try StandardOutput.write(
        side.isTextLost
          ? "     not deleted, but its text was, elsewhere, and this machine never had it"
          : "     deleted")
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast(text.hasSuffix("\n") ? 1 : 0)
    {
      try StandardOutput.write(
        line.isEmpty ? "     |" : "     | \(String(line).terminalSafeLine)")
    }
  }
}

struct ResolveConflict: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Settle a conflict.",
    discussion: """
      The texts that are not kept stay in this machine's history. If there are more than two, \
      give the number of a text in the list. Write ./NAME for a file whose name is a number or \
      one of the words.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.anyNote)
  var note: String

  @Option(
    help: ArgumentHelp(
      "shown: the text that readers see. other: the other text. A number: that text of the list. "
        + "both: the text shown, with the other as a separate note. Or a file with the text, or - "
        + "for standard input. mine and theirs, the words of editors, work too.",
      valueName: "shown|other|NUMBER|both|FILE"))
  var keep: String

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if keep.isEmpty { throw ValidationError("--keep has an empty value") }
  }

  func run() throws {
    let text = isWord ? nil : try TextInput.text(at: keep)
    try options.change { notebook in
      let (id, title) = try find(in: notebook)
      guard let conflict = try notebook.conflict(in: id) else {
        throw CommandFailure(
          .nothingFound, "“\(title)” is not in conflict",
          "“commonplace conflicts” lists the notes that are")
      }
      let made = try notebook.resolveConflict(
        in: id, keeping: text.map { .text($0) } ?? choice(in: conflict))
      if json {
        let report: JSONValue = [
          "action": "settled", "id": id.json, "title": title.json,
          "made": .array(made.map(\.summary.nameJSON)),
        ]
        return try StandardOutput.write(report.line)
      }
      try StandardOutput.write("Settled: \(id)  \(title)".terminalSafeLine)
      for note in made {
        try StandardOutput.write(
          "Made: \(note.summary.id)  \(note.summary.title.listed)".terminalSafeLine)
      }
    }
  }

  private var isWord: Bool {
    ["shown", "mine", "other", "theirs", "both"].contains(keep) || keep.allSatisfy(\.isNumber)
  }

  /// The note that is meant; one that readers see as deleted is named by its id.
  private func find(in notebook: Notebook) throws -> (id: String, title: String) {
    if case .none = try notebook.find(note) {
      let deleted = try notebook.conflicts().filter {
        NoteLookup.isPrefix(note, of: $0.note)
      }
      if deleted.count == 1 { return (deleted[0].note, "(deleted)") }
    }
    let summary = try options.find(note, in: notebook)
    return (summary.id, summary.title.listed)
  }

  private func choice(in conflict: NoteConflict) throws -> ConflictChoice {
    let sides = conflict.sides
    switch keep {
    case "shown", "mine": return .mine
    case "both": return .both
    case "other", "theirs":
      guard sides.count == 2 else {
        throw CommandFailure(
          .usage, "there are \(sides.count) sides", "give the number of one: 1 to \(sides.count)")
      }
      return .theirs(version: sides[1].version)
    default:
      guard let number = Int(keep), sides.indices.contains(number - 1) else {
        throw CommandFailure(
          .usage, "there is no side \(keep)", "give a number from 1 to \(sides.count)")
      }
      return .theirs(version: sides[number - 1].version)
    }
  }
}

extension NoteConflict {
  fileprivate func json(title: String?) -> JSONValue {
    [
      "id": note.json, "title": title.json,
      "sides": .array(
        sides.map { side in
          [
            "version": side.version.json, "author": side.author.json,
            "written": side.written.ISO8601Format().json, "text": side.text.json,
            "isTextLost": side.isTextLost.json,
          ]
        }),
    ]
  }
}
