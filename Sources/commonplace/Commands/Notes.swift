import ArgumentParser
import Foundation
import JSON
import LanguageServerProtocol
import Notebook

struct Notes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the notes, the last changed first.")

  @OptionGroup var options: NotebookOptions

  @Option(help: ArgumentHelp("Only notes with this hashtag or one below it.", valueName: "hashtag"))
  var tag: String?

  @Flag(help: "List the notes in the trash too.")
  var trash = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let notes = try options.open().notes(tag: tag, includingTrash: trash)
    if json {
      try StandardOutput.write(JSONValue.array(notes.map(\.json)).line)
    } else {
      for note in notes {
        let tags = note.tags.isEmpty ? "" : "  " + note.tags.joined(separator: " ")
        try StandardOutput.write(
          "\(note.id.prefix(8))  \(note.title.listed)\(tags)".terminalSafeLine)
      }
    }
    if notes.isEmpty {
      throw tag.map { CommandFailure(noNoteHas: $0) }
        ?? CommandFailure(
          .nothingFound, "the notebook has no notes", "“commonplace new” makes one")
    }
  }
}

extension CommandFailure {
  /// That no note outside the trash has the hashtag `tag`.
  init(noNoteHas tag: String) {
    self.init(
      .nothingFound, "no note has the hashtag \(tag)", "“commonplace tags” lists the hashtags")
  }
}
