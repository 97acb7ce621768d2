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
        try StandardOutput.write("\(note.id.prefix(8))  \(note.title)\(tags)".terminalSafeLine)
      }
    }
    if notes.isEmpty {
      throw CommandFailure(
        .nothingFound, tag.map { "no note has the hashtag \($0)" } ?? "the notebook has no notes",
        "“commonplace tags” lists the hashtags, “commonplace init” makes a notebook with notes")
    }
  }
}
