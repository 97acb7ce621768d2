import ArgumentParser
import Foundation
import JSON
import Notebook
import UserSettings

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create a note.",
    discussion: """
      Prints the ID and the title. The title becomes the first heading, and the hashtags a \
      separate line; title, hashtags and text are all optional. On a terminal, if you give neither \
      a title nor a text, your editor opens: $VISUAL, else $EDITOR, else vi. If you leave the text \
      empty or unchanged, no note is created.

      Templates are the files NAME.md in the folder ~/.config/commonplace/templates, such as \
      book.md and person.md. ($XDG_CONFIG_HOME replaces ~/.config.) {{title}}, {{tags}} and \
      {{date}} are filled in. \
      Most editors open at the line of {{cursor}}.

      EXAMPLES:
        commonplace new --title Walden --tag books/essays
        commonplace new --template person 'Jane Austen'
        echo '# Idea' | commonplace new -
      """)

  @OptionGroup var options: NotebookOptions

  @Option(help: "The title.")
  var title: String?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A hashtag. Can be repeated.", valueName: "hashtag"),
    completion: NotebookCompletion.tag)
  var tags: [String] = []

  @Flag(help: "Open your editor; the text begins with the title and the hashtags.")
  var edit = false

  @Option(
    help: ArgumentHelp(
      "The name of a template. Or, with --edit, the text of a template, in which {title}, {tags} and "
        + "{date} are filled in.",
      valueName: "name"), completion: UserTemplates.completion)
  var template: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Argument(
    help: "A file with the text, or - for standard input. With --template NAME: the title.",
    completion: .file())
  var file: String?

  /// The name of the template, if `--template` is a name.
  private var kind: String? { template.flatMap { TemplateFolder.isName($0) ? $0 : nil } }

  func validate() throws {
    if kind != nil {
      if title != nil, file != nil {
        throw ValidationError("give the title either as an argument or with --title")
      }
      if title == nil, file == nil, !edit, !NotebookOptions.isTerminal {
        throw ValidationError("give the title of the note")
      }
      return
    }
    if title == nil, file == nil, !edit, !NotebookOptions.isTerminal {
      throw ValidationError("give a title with --title, a file, or - for standard input")
    }
    if template != nil, title != nil || file != nil, !edit {
      throw ValidationError("--template with a text instead of a name requires --edit")
    }
    if edit, file != nil { throw ValidationError("--edit cannot be combined with a file") }
  }

  func run() throws {
    if let tag = tags.first(where: { !TagRename.isName($0) }) {
      throw CommandFailure(noHashtag: tag)
    }
    if let kind { return try make(kind) }
    if edit || title == nil && file == nil {
      return try options.change { try makeInEditor(beginning, in: $0) }
    }
    let text = try file.map(Self.text)
    let given = [title ?? "", text ?? ""] + tags
    guard given.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw CommandFailure(noteOfNothing: "give a text, or a title with --title")
    }
    try options.change { notebook in
      try announce(notebook.createNote(title: title, text: text, tags: tags).summary)
    }
  }

  /// Returns the text of a file, or of standard input for `-`. New users try to pass a text instead
  /// of a file name: the error then explains what to do, without repeating the text.
  private static func text(at file: String) throws -> String {
    guard
      !file.contains("\n") && file.utf8.count <= 1000
        && (FileManager.default.fileExists(atPath: file) || !file.contains(" ")) || file == "-"
    else {
      throw CommandFailure(
        .usage, "no such file",
        "“new” expects a file; to pass text, run: echo 'text' | commonplace new -")
    }
    return try TextInput.text(at: file)
  }

  /// Creates a note from the template `kind`; in the editor if `edit` is set or the title is
  /// missing.
  private func make(_ kind: String) throws {
    let title = title ?? file ?? ""
    let text = try UserTemplates().template(of: kind)
    let filled = NoteTemplate(file: text, title: title, tags: tags)
      .filled(title: title, tags: tags, day: NoteDay(Date()))
    try options.change { notebook in
      guard !edit, !title.isEmpty else { return try makeInEditor(filled, in: notebook) }
      try announce(notebook.createNote(text: filled.text).summary)
    }
  }

  /// Creates a note from the text that the user types in the editor. Throws if the text is empty or
  /// unchanged.
  private func makeInEditor(_ beginning: NoteTemplate.Filled, in notebook: Notebook) throws {
    try options.checkWriting(in: notebook)
    var made: NoteSummary?
    let line = beginning.cursor == nil ? 1 : beginning.line
    let (outcome, fault) = try NoteEditor().edit(
      beginning.text, line: line, as: .newNote, in: notebook
    ) { text in
      let note = try notebook.createNote(text: text)
      made = note.summary
      return .note(note.summary.id, version: note.version)
    }
    try made.map(announce)
    try fault?.announce(isSaved: made != nil)
    try Interruption.check()
    if made == nil {
      throw CommandFailure(
        .badData,
        "no note created, because the text is \(outcome == .emptied ? "empty" : "unchanged")",
        "write a text, and save it in the editor")
    }
  }

  private var beginning: NoteTemplate.Filled {
    let own = CommandSettings.current.newNoteTemplate
    let isUsual = own == Settings().newNoteTemplate
    guard let template = template ?? (isUsual ? nil : own) else {
      return NoteTemplate.Filled(text: NoteText.new(title: title, tags: tags))
    }
    return NoteTemplate(template)
      .filled(title: title ?? "", tags: tags, day: NoteDay(Date()))
  }

  private func announce(_ note: NoteSummary) throws {
    try StandardOutput.write(
      json ? note.json(after: .created).line : "\(note.id)  \(note.title.listed)".terminalSafeLine)
  }
}

extension CommandFailure {
  fileprivate init(noteOfNothing advice: String) {
    self.init(.badData, "no note created, because the text is empty", advice)
  }
}
