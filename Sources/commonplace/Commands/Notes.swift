import ArgumentParser
import Foundation
import JSON
import Notebook

struct Notes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List notes, last changed first.",
    discussion: """
      On a terminal, long lines are cut, and a long list opens in $PAGER (default: less).

      EXAMPLES:
        commonplace notes --tag books --sort title
        commonplace notes --format '{id}\\t{title}'
      """)

  @OptionGroup var options: NotebookOptions

  @Option(
    help: ArgumentHelp("Only notes with this hashtag or a hashtag below it.", valueName: "hashtag"),
    completion: NotebookCompletion.tag)
  var tag: String?

  @Flag(help: "Include notes in the trash.")
  var trash = false

  @OptionGroup var list: ListOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if list.sort == .relevance {
      throw ValidationError("--sort relevance is only available in “search”")
    }
    if case .template = list.output.format, list.output.format.hasPassages {
      throw ValidationError("{line}, {column} and {text} are only available in “search”")
    }
  }

  func run() throws {
    let notebook = try options.open()
    let (notes, isEmpty) = try notebook.notes.all(
      tag: tag, includingTrash: trash, listing: list.listing, limit: list.limit)
    if json {
      try StandardOutput.write(arrayOf: notes.lazy.map(\.json))
    } else {
      let output = ListOutput(list.output.printing)
      let noteList = PrintedNotes(format: list.output.format, output: output)
      let conflicts = try notebook.conflicts.notes(among: notes.lazy.map(\.id))
      try output.write(
        notes.lazy.map { note in
          noteList.text(PrintedNotes.Item(note: note, isInConflict: conflicts.contains(note.id)))
        })
    }
    if notes.isEmpty { throw failure(isEmpty: isEmpty) }
  }

  private func failure(isEmpty: Bool) -> CommandFailure {
    guard isEmpty else {
      return CommandFailure(
        .nothingFound, "no notes match these options", "“commonplace notes” lists all")
    }
    return tag.map { CommandFailure(noNoteHas: $0, includingTrash: trash) }
      ?? CommandFailure(
        .nothingFound, "no notes to list", "“commonplace new” creates one")
  }
}

extension CommandFailure {
  init(noNoteHas tag: String, includingTrash: Bool = false) {
    self.init(
      .nothingFound, "no note \(includingTrash ? "" : "outside the trash ")has the hashtag \(tag)",
      "“commonplace tags” lists the hashtags")
  }
}
