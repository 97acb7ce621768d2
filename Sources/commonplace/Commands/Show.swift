import ArgumentParser
import JSON
import LanguageServerProtocol
import Notebook

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print a note's text.")

  @OptionGroup var options: NotebookOptions

  @Argument(help: "An id, the beginning of one, or an exact title.")
  var note: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let notebook = try options.open()
    let stored = try notebook.note(id: options.find(note, in: notebook).id)
    if json {
      var object = stored.summary.json.object ?? [:]
      object["text"] = stored.text.json
      try StandardOutput.write(JSONValue.object(object).line)
    } else {
      let text = stored.text.terminalSafe
      try StandardOutput.write(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
  }
}
