import ArgumentParser
import Base
import Foundation
import JSON
import Notebook
import NotebookIndex

struct Conflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the notes that were changed on several devices at once, and how they differ.",
    discussion: """
      The devices changed the note without knowing of each other. The first text of each list is shown \
      everywhere. Each other text appears as its differences from the first: \
      [-words of the first-]{+words of the other+}. \
      “commonplace conflicts resolve” settles it.
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

  /// The most UTF-8 bytes of texts that are compared word by word, which takes some 1.5 s; more are
  /// only listed.
  private static let comparedBytes = 4_000_000

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
    var budget = Self.comparedBytes
    for conflict in conflicts {
      let title = titles[conflict.note]?.listed ?? "(deleted)"
      try StandardOutput.write("\(conflict.note)  \(title)".terminalSafeLine)
      for (index, side) in conflict.sides.enumerated() {
        try StandardOutput.write("  " + heading(side, index, of: conflict, in: notebook))
        let shown = index == 0 && !full ? [] : lines(side, index, of: conflict, &budget)
        for line in shown { try StandardOutput.write(line) }
      }
      let choices =
        conflict.sides.count == 2 ? "shown, other, both or FILE" : "NUMBER, both or FILE"
      // The first digits are enough, and the line fits; but a deleted note has no other name.
      let note = titles[conflict.note] == nil ? conflict.note[...] : conflict.note.prefix(8)
      try StandardOutput.write(
        "  Settle it: commonplace conflicts resolve \(PlainID.inCommand(note)) --keep WHICH")
      try StandardOutput.write("  WHICH is \(choices).")
    }
  }

  /// `2. commonplace (laptop) [1a2b3c4d], 2026-11-21T18:30:05 (other)`.
  private func heading(
    _ side: NoteConflict.Side, _ index: Int, of conflict: NoteConflict, in notebook: Notebook
  ) throws -> String {
    var author = side.author.isEmpty ? "an unknown device" : side.author
    // Devices of one name have different authors.
    if conflict.sides.count(where: { $0.author == side.author }) > 1 {
      author += " [\(side.version.prefix(8))]"
    }
    if try notebook.isOwn(side) { author += ", this machine" }
    let seen = index == 0 ? "shown to readers" : "other"
    return "\(index + 1). \(author), \(side.written.local()) (\(seen))".terminalSafeLine
  }

  /// A part of a difference for the terminal, in colours if it has them.
  private static func marked(_ text: String, _ kind: WordDifference.Part.Kind) -> String {
    let marked = DifferenceLines.marked(text.terminalSafeLine, kind)
    guard StandardOutput.hasColour else { return marked }
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
          ? "     kept, but another device deleted its text, and this machine has no copy"
          : "     deleted"
      ]
    }
    let first = conflict.sides.first?.text
    if index > 0, !full, let first {
      guard !first.utf8.elementsEqual(text.utf8) else {
        return ["     the same text; its book, its folder or its images differ"]
      }
      guard budget > 0 else {
        return ["     another text; too much is in conflict to compare it: --full prints it"]
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
