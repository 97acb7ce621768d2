import ArgumentParser
import Foundation
import JSON
import Notebook
import UserSettings

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a note, and print its id and title.",
    discussion: """
      From a title, hashtags and a text; each may be missing. The title becomes the first \
      heading, and the hashtags a separate line. With neither a title nor a text, your editor opens \
      on a terminal: $VISUAL, else $EDITOR, else vi. An empty text makes no note.
      """)

  @OptionGroup var options: NotebookOptions

  @Option(help: "The title.")
  var title: String?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A hashtag; may be given several times.", valueName: "hashtag"),
    completion: NotebookCompletion.tag)
  var tags: [String] = []

  @Flag(help: "Open the editor, with the title and the hashtags in it.")
  var edit = false

  @Option(
    help: ArgumentHelp(
      "With the editor: the text to begin with. {title}, {tags} and {date} are filled in.",
      valueName: "text"))
  var template: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Argument(help: "A file with the text, or - for standard input.", completion: .file())
  var file: String?

  func validate() throws {
    if title == nil, file == nil, !edit, !NotebookOptions.isTerminal {
      throw ValidationError("give a title with --title, a file, or - for standard input")
    }
    if template != nil, title != nil || file != nil, !edit {
      throw ValidationError("--template goes with the editor: add --edit")
    }
    if edit, file != nil { throw ValidationError("--edit does not go together with a file") }
  }

  func run() throws {
    if let tag = tags.first(where: { !TagRename.isName($0) }) {
      throw CommandFailure(noHashtag: tag)
    }
    if edit || title == nil && file == nil { return try options.change(makeInEditor) }
    let text = try file.map(Self.text)
    let given = [title ?? "", text ?? ""] + tags
    guard given.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw CommandFailure(noteOfNothing: "give a text, or a title with --title")
    }
    try options.change { notebook in
      try announce(notebook.createNote(title: title, text: text, tags: tags).summary)
    }
  }

  /// The text in a file. A text in the place of a file's name, which new users try, gets an explanation
  /// that does not repeat it.
  private static func text(at file: String) throws -> String {
    guard
      !file.contains("\n") && file.utf8.count <= 1000
        && (FileManager.default.fileExists(atPath: file) || !file.contains(" ")) || file == "-"
    else {
      throw CommandFailure(
        .usage, "“new” takes the name of a file, and there is none of this name",
        "for a text, type: echo 'text' | commonplace new -")
    }
    return try TextInput.text(at: file)
  }

  /// Makes a note of the text that the user types.
  private func makeInEditor(_ notebook: Notebook) throws {
    try options.checkWriting(in: notebook)
    var made: NoteSummary?
    let (outcome, fault) = try NoteEditor().edit(beginning) { text in
      made = try notebook.createNote(text: text).summary
    }
    try made.map(announce)
    try fault?.announce(isSaved: made != nil)
    if made == nil {
      throw CommandFailure(
        .badData, "the text is \(outcome == .emptied ? "empty" : "unchanged"): no note was made",
        "write one, and save it in the editor")
    }
  }

  /// The text that the editor begins with.
  private var beginning: String {
    let own = CommandSettings.current.newNoteTemplate
    let isUsual = own == Settings().newNoteTemplate
    guard let template = template ?? (isUsual ? nil : own) else {
      return NoteText.new(title: title, tags: tags)
    }
    return NoteTemplate(template).filled(title: title ?? "", tags: tags, date: Date())
  }

  private func announce(_ note: NoteSummary) throws {
    try StandardOutput.write(
      json ? note.json(after: .created).line : "\(note.id)  \(note.title.listed)".terminalSafeLine)
  }
}

extension CommandFailure {
  /// That no note is made of an empty text.
  fileprivate init(noteOfNothing advice: String) {
    self.init(.badData, "the text is empty: no note was made", advice)
  }
}
