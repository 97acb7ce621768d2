import ArgumentParser
import JSON
import LanguageServerProtocol
import Notebook

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a note, and print its id and title.",
    discussion: """
      From a title, hashtags and a text; each may be missing. The title becomes the first \
      heading, and the hashtags a separate line.
      """)

  @OptionGroup var options: NotebookOptions

  @Option(help: "The title.")
  var title: String?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A hashtag; may be given several times.", valueName: "hashtag"))
  var tags: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  @Argument(help: "A file with the text, or - for standard input.")
  var file: String?

  func validate() throws {
    if title == nil, file == nil {
      throw ValidationError("give a title with --title, a file, or - for standard input")
    }
  }

  func run() throws {
    if let tag = tags.first(where: { !TagRename.isName($0) }) {
      throw CommandFailure(noHashtag: tag)
    }
    let text = try file.map(GivenText.read)
    let given = [title ?? "", text ?? ""] + tags
    guard given.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw CommandFailure(
        .badData, "the text is empty: no note was made",
        "give a text, or a title with --title")
    }
    try options.change { notebook in
      let note = try notebook.createNote(title: title, text: text, tags: tags).summary
      try StandardOutput.write(
        json ? note.json.line : "\(note.id)  \(note.title.listed)".terminalSafeLine)
    }
  }
}
