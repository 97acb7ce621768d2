import ArgumentParser
import Base
import Foundation
import JSON
import Notebook
import NotebookIndex

struct Conflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List or resolve conflicts between versions of a note.",
    discussion: """
      Lists notes that were changed independently, on several devices or in several programs. \
      The app and editors show version 1. Each other version appears as its differences from \
      version 1: [-words of version 1-]{+words of the other version+}. “commonplace conflicts \
      resolve” resolves a conflict.
      """,
    subcommands: [ListConflicts.self, ResolveConflict.self], defaultSubcommand: ListConflicts.self)
}

struct ListConflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the conflicts (the default).")

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print the whole texts, not the differences.")
  var full = false

  @Flag(help: "Print JSON.")
  var json = false

  /// Number of UTF-8 bytes of text to compare, in all conflicts together. After that, texts are
  /// only reported as different.
  private static let comparedBytes = 4_000_000

  func run() throws {
    let notebook = try options.open()
    let conflicts = try notebook.conflicts.all()
    let titles = try notebook.notes.all(includingTrash: true)
      .reduce(into: [:]) { $0[$1.id] = $1.title }
    if json {
      let list = try conflicts.map {
        $0.json(try notebook.conflicts.list($0), title: titles[$0.note])
      }
      try StandardOutput.write(JSONValue.array(list).line)
    }
    if conflicts.isEmpty {
      if !json { try StandardOutput.write("No note is in conflict.") }
      throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue)
    }
    if json { return }
    var budget = Self.comparedBytes
    for conflict in conflicts {
      let title = titles[conflict.note]?.listed ?? "(deleted)"
      try StandardOutput.write("\(conflict.note)  \(title)".terminalSafeLine)
      let list = try notebook.conflicts.list(conflict)
      for (index, (side, entry)) in zip(conflict.sides, list.entries).enumerated() {
        try StandardOutput.write("  " + entry.line.terminalSafeLine)
        let shown = index == 0 && !full ? [] : lines(side, index, of: conflict, &budget)
        for line in shown { try StandardOutput.write(line) }
      }
      let other = list.entries.count == 2 ? "“other”, " : ""
      // The start of the ID fits the line. A deleted note is named by its whole ID.
      let note = titles[conflict.note] == nil ? conflict.note[...] : conflict.note.prefix(8)
      try StandardOutput.write(
        "  Resolve: commonplace conflicts resolve \(PlainID.inCommand(note)) --keep WHICH")
      try StandardOutput.write(
        "  WHICH: “shown”, \(other)“both”, a number, a device's name, or a file.")
    }
  }

  private static func marked(_ text: String, _ kind: WordDifference.Part.Kind) -> String {
    let marked = DifferenceLines.marked(text.terminalSafeLine, kind)
    guard StandardOutput.hasColor else { return marked }
    switch kind {
    case .same: return marked
    case .old: return "\u{1B}[9;31m\(marked)\u{1B}[0m"
    case .new: return "\u{1B}[32m\(marked)\u{1B}[0m"
    }
  }

  private func lines(
    _ side: NoteConflict.Side, _ index: Int, of conflict: NoteConflict, _ budget: inout Int
  ) -> [String] {
    guard let text = side.text else {
      return [
        side.isTextLost
          ? "     text not on this machine; another device may have it"
          : "     deleted"
      ]
    }
    let first = conflict.sides.first?.text
    if index > 0, !full, let first {
      guard !first.utf8.elementsEqual(text.utf8) else {
        return ["     same text as version 1"]
      }
      guard budget > 0 else {
        return [
          "     different text, not compared (too much text in conflict): use --full to print it"
        ]
      }
      budget -= first.utf8.count + text.utf8.count
      let difference = WordDifference(from: first, to: text)
      return DifferenceLines(difference, showing: Self.marked).lines
        .map { $0.isEmpty ? "     |" : "     | \($0)" }
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast(text.hasSuffix("\n") ? 1 : 0)
      .map { $0.isEmpty ? "     |" : "     | \(String($0).terminalSafeLine)" }
  }
}

struct ResolveConflict: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Resolve a conflict.",
    discussion: """
      Versions that are not kept stay in this machine's history. “commonplace conflicts” lists \
      the versions with their numbers and their devices. Write ./NAME for a file whose name is \
      “shown”, “other”, “both”, a number or the name of a device.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.anyNote)
  var note: String

  @Option(
    help: ArgumentHelp(
      "shown: version 1, which the app and editors show. other: the other of two versions. both: "
        + "version 1, and each other version as a separate note. A number or a device's name: that "
        + "version in the list. Or a file with the text, or - for standard input.",
      valueName: "shown|other|both|NUMBER|DEVICE|FILE"),
    completion: .list(["shown", "other", "both"]))
  var keep: String

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if keep.isEmpty { throw ValidationError("--keep is empty; name a version or a file") }
  }

  func run() throws {
    // Read before the notebook is opened, because typing the text may take long.
    let input = keep == "-" ? try TextInput.text(at: keep) : nil
    try options.change { notebook in
      let (id, title) = try find(in: notebook)
      guard let conflict = try notebook.conflicts.of(id) else {
        throw CommandFailure(
          .nothingFound, "“\(title)” is not in conflict",
          "“commonplace conflicts” lists the notes that are")
      }
      // A text that another writer saved after `conflict` was read stays in conflict.
      let made = try notebook.conflicts.resolve(
        in: id,
        keeping: try input.map { .text($0) } ?? choice(in: notebook.conflicts.list(conflict)),
        shown: conflict.sides.map(\.version))
      if json {
        let report: JSONValue = [
          "action": "settled", "id": id.json, "title": title.json,
          "made": .array(made.map(\.summary.nameJSON)),
        ]
        return try StandardOutput.write(report.line)
      }
      try StandardOutput.write("Resolved: \(id)  \(title)".terminalSafeLine)
      for note in made {
        try StandardOutput.write(
          "Created: \(note.summary.id)  \(note.summary.title.listed)".terminalSafeLine)
      }
    }
  }

  /// Returns the note that the user named. A note that readers see as deleted is found by its ID,
  /// or by at least four characters of the ID if one deleted note matches.
  private func find(in notebook: Notebook) throws -> (id: String, title: String) {
    if case .none = try notebook.titles.find(note) {
      let deleted = try notebook.conflicts.all().filter {
        NoteLookup.isPrefix(note, of: $0.note)
      }
      if deleted.count == 1 { return (deleted[0].note, "(deleted)") }
    }
    let summary = try options.find(note, in: notebook)
    return (summary.id, summary.title.listed)
  }

  /// Returns the choice that the user's word names in the list, or the text of the file with that
  /// name.
  private func choice(in list: ConflictList) throws -> ConflictChoice {
    do throws(UnknownSide) {
      return try list.choice(keep)
    } catch {
      guard error.isName, FileManager.default.fileExists(atPath: keep) else {
        throw CommandFailure(.usage, error.problem.terminalSafeLine, error.advice(or: "a file"))
      }
      return .text(try TextInput.text(at: keep))
    }
  }
}

extension NoteConflict {
  fileprivate func json(_ list: ConflictList, title: String?) -> JSONValue {
    [
      "id": note.json, "title": title.json,
      "sides": .array(
        zip(list.entries, sides).map { entry, side in
          [
            "number": entry.number.json, "name": entry.name.json,
            "version": side.version.json, "author": side.author.json,
            "written": side.written.ISO8601Format().json, "text": side.text.json,
            "isTextLost": side.isTextLost.json,
            "facts": side.facts.isEmpty ? nil : .array(side.facts.map(\.json)),
          ]
        }),
    ]
  }
}
