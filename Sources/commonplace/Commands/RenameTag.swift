import ArgumentParser
import JSON
import Notebook

struct RenameTag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a hashtag, and all hashtags below it, in all notes.",
    discussion: """
      “commonplace tags rename book read” changes #book/2021 to #read/2021, but not #books. Tags \
      of books are renamed, too; notes in the trash are not changed. The previous texts stay in \
      this machine's history. Renaming back undoes this, unless hashtags were merged. Editors \
      reload their open notes.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: "The hashtag, with or without #.", completion: NotebookCompletion.tag)
  var old: String

  @Argument(
    help: "The new name, or a path such as reading/books.",
    completion: NotebookCompletion.tag)
  var new: String

  @Flag(help: "Rename even if the new hashtag exists: the two cannot be separated afterwards.")
  var merge = false

  @Flag(help: "Show the changes without making them.")
  var dryRun = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    guard let rename = TagRename(old, to: new) else {
      throw CommandFailure(noHashtag: new)
    }
    if dryRun {
      let notebook = try options.open()
      let outcome = try notebook.tags.previewRename(rename)
      return try announce(outcome, rename, meeting: try met(by: rename, in: notebook))
    }
    try options.change { notebook in
      let met = try met(by: rename, in: notebook)
      guard met.isEmpty || merge else {
        throw CommandFailure(
          .usage, "\(met[0]) already exists",
          "use --merge to merge the two; they cannot be separated again")
      }
      try announce(try notebook.tags.rename(rename), rename, meeting: met)
    }
  }

  /// Returns existing hashtags of notes that the renamed hashtags would merge with.
  private func met(by rename: TagRename, in notebook: Notebook) throws -> [String] {
    rename.met(among: try notebook.tags.all().filter { !$0.isImplied }.map(\.tag))
  }

  private func announce(
    _ outcome: TagRenameReport, _ rename: TagRename, meeting met: [String]
  ) throws {
    if let note = outcome.refused.first {
      throw CommandFailure(
        .badData,
        "\(rename.new) would not be a hashtag in “\(note.title.listed)”",
        "choose another name, or edit that note (\(note.id))")
    }
    guard outcome.occurrenceCount > 0 else {
      throw CommandFailure(
        .nothingFound, "no note outside the trash has the hashtag \(rename.old)",
        "“commonplace tags” lists the hashtags")
    }
    if json {
      return try StandardOutput.write(outcome.json(of: rename, met, isDryRun: dryRun).line)
    }
    let occurrences = Counts.of(outcome.occurrenceCount, "occurrence")
    let notes = Counts.of(outcome.changed.count, "note")
    let become = dryRun ? "would become" : "is now"
    try StandardOutput.write(
      "\(rename.old) \(become) \(rename.new): \(occurrences) in \(notes)".terminalSafeLine)
    for note in outcome.changed {
      let isInConflict = outcome.inConflict.contains(note)
      let mark =
        isInConflict
        ? "  (in conflict: only version 1, which the app and editors show, is changed)" : ""
      try StandardOutput.write("  \(note.id)  \(note.title.listed)\(mark)".terminalSafeLine)
    }
    if dryRun, let first = met.first {
      try StandardOutput.write("\(first) already exists: this requires --merge".terminalSafeLine)
    }
  }
}

extension CommandFailure {
  init(noHashtag name: String) {
    self.init(.usage, "“\(name)” cannot be a hashtag", TagRename.rule)
  }
}

extension TagRenameReport {
  fileprivate func json(of rename: TagRename, _ met: [String], isDryRun: Bool) -> JSONValue {
    [
      "old": rename.old.tag.json, "new": rename.new.tag.json, "isDryRun": isDryRun.json,
      "placeCount": occurrenceCount.json, "notes": .array(changed.map(\.nameJSON)),
      "inConflict": inConflict.map(\.id).json, "merged": met.json,
    ]
  }
}
