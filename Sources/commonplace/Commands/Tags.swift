import ArgumentParser
import JSON
import Notebook

struct Tags: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List or rename hashtags.",
    discussion: """
      Each hashtag is listed with the number of notes that have it or a hashtag below it. \
      “commonplace tags rename” renames a hashtag in all notes.
      """,
    subcommands: [ListTags.self, RenameTag.self], defaultSubcommand: ListTags.self)
}

struct ListTags: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the hashtags (the default).")

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let tags = try options.open().tags.all()
    if json {
      let list = tags.map { count -> JSONValue in
        [
          "tag": count.tag.json, "noteCount": count.noteCount.json,
          "isImplied": count.isImplied.json,
        ]
      }
      try StandardOutput.write(JSONValue.array(list).line)
    } else {
      let width = tags.map { String($0.noteCount).count }.max() ?? 0
      try ListOutput().write(
        cutting: tags.map { count in
          let number = String(count.noteCount)
          let indent = String(repeating: " ", count: width - number.count)
          return "\(indent)\(number)  \(count.tag)".terminalSafeLine
        })
    }
    if tags.isEmpty {
      throw CommandFailure(
        .nothingFound, "no note has a hashtag", "write one, such as #books/2021, in a note")
    }
  }
}
