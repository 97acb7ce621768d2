import ArgumentParser
import Foundation
import JSON
import Notebook
import NotebookFile
import UserSettings

struct Initialize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a notebook, with starter notes that teach the syntax.",
    discussion: """
      An existing file is never changed.

      EXAMPLES:
        commonplace init
        commonplace init --empty ~/books.libnotes
      """)

  @Argument(
    help: """
      Path of the new notebook. Default: --notebook, $COMMONPLACE_NOTEBOOK, your settings, then \
      $XDG_DATA_HOME/commonplace/notebook.libnotes.
      """)
  var path: String?

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Create the notebook without the starter notes.")
  var empty = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if path?.isEmpty == true { throw ValidationError("the path is empty") }
    if path != nil, options.notebook != nil {
      throw ValidationError("give the path once, as PATH or with --notebook")
    }
  }

  func run() throws {
    // `init` ignores a notebook in or above the current folder, which would be chosen otherwise.
    var location = options.location
    if let path {
      location = NotebookLocation.resolve(
        explicit: path, environment: [:], directory: FileManager.default.currentDirectoryPath)
    }
    if location.origin == .folder {
      location = NotebookLocation.resolve(
        explicit: nil, environment: ProcessInfo.processInfo.environment,
        configured: CommandSettings.current.notebook, directory: "/")
    }
    do {
      try Notebook.create(at: location.path, notes: empty ? [] : StarterNotes.texts)
    } catch NotebookError.alreadyExists(let path) {
      throw CommandFailure(
        .inputOutput, "\(path) already exists",
        "use that file, or run “commonplace init NAME.libnotes”")
    }
    try StandardOutput.write(
      json
        ? ([
          "action": "created", "notebook": location.path.json,
          "noteCount": (empty ? 0 : StarterNotes.texts.count).json,
        ] as JSONValue).line
        : "Created \(location.path.terminalSafeLine)")
  }
}
