import ArgumentParser
import Foundation
import JSON
import Notebook

struct Notes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the notes, the last changed first.",
    discussion: """
      On a terminal the lines are as wide as it is, and a list that is longer goes through $PAGER \
      (less).
      """)

  @OptionGroup var options: NotebookOptions

  @Option(
    help: ArgumentHelp("Only notes with this hashtag or one below it.", valueName: "hashtag"),
    completion: NotebookCompletion.tag)
  var tag: String?

  @Flag(help: "List the notes in the trash too.")
  var trash = false

  @OptionGroup var list: ListOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if list.sort == .relevance { throw ValidationError("only a search sorts by relevance") }
    if case .template = list.output.format, list.output.format.hasPlaces {
      throw ValidationError("{line}, {column} and {text} are of places that a search found")
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
      let noteList = NoteList(format: list.output.format, output: output)
      let conflicts = try notebook.conflicts.notes(among: notes.lazy.map(\.id))
      try output.write(
        notes.lazy.map { note in
          noteList.text(NoteList.Item(note: note, isInConflict: conflicts.contains(note.id)))
        })
    }
    if notes.isEmpty { throw failure(isEmpty: isEmpty) }
  }

  private func failure(isEmpty: Bool) -> CommandFailure {
    guard isEmpty else {
      return CommandFailure(
        .nothingFound, "no note is left by --since and --section", "“commonplace notes” lists all")
    }
    return tag.map { CommandFailure(noNoteHas: $0) }
      ?? CommandFailure(.nothingFound, "the notebook has no notes", "“commonplace new” makes one")
  }
}

extension CommandFailure {
  /// That no note outside the trash has the hashtag `tag`.
  init(noNoteHas tag: String) {
    self.init(
      .nothingFound, "no note has the hashtag \(tag)", "“commonplace tags” lists the hashtags")
  }
}
