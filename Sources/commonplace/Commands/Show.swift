import ArgumentParser
import JSON
import Notebook

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a note.",
    discussion: """
      A file or a pipe gets the exact text. On a terminal, control characters and direction \
      marks appear as codes such as \\u{200F}.

      EXAMPLES:
        commonplace show walden
        commonplace show walden --at 2d
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.anyNote)
  var note: String

  @Option(
    help: ArgumentHelp(
      "Print the text as it was at this time.", discussion: Moment.help, valueName: "time"))
  var at: Moment?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let notebook = try options.open()
    if let at {
      let (id, old) = try options.text(of: note, at: at, in: notebook)
      let stored = try? notebook.note(id: id)
      var fields = stored?.summary.json.object ?? ["id": id.json]
      fields["writtenBy"] = old.writer?.json ?? .null
      fields["replacedBy"] = old.replacer?.json ?? .null
      if !json, let others = old.others {
        StandardError.write("commonplace: note: this text was \(others.terminalSafeLine)")
      }
      return try show(old.text, fields)
    }
    let stored = try notebook.note(id: options.find(note, in: notebook).id)
    try show(stored.text, stored.summary.json.object ?? [:])
    if try !json && !notebook.conflicts.notes(among: [stored.summary.id]).isEmpty {
      StandardError.write(
        "commonplace: note: this note is in conflict: “commonplace conflicts” shows its versions")
    }
  }

  private func show(_ text: String, _ fields: JSONObject) throws {
    if json {
      var object = fields
      object["text"] = text.json
      try StandardOutput.write(JSONValue.object(object).line)
    } else {
      try StandardOutput.write(text: text)
    }
  }
}
