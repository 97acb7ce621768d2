import ArgumentParser
import Foundation
import Notebook
import NotebookFile
import UserSettings

/// `--notebook`, an option of every command that uses a notebook.
struct NotebookOptions: ParsableArguments {
  static let noteHelp: ArgumentHelp =
    "A title or a part of it, an ID, or at least the first four characters of an ID."

  @Option(
    help: ArgumentHelp(
      "The notebook.",
      discussion: """
        Default: $COMMONPLACE_NOTEBOOK, then the notebook in your settings, then the nearest \
        *.libnotes file in the current folder or above it, then \
        $XDG_DATA_HOME/commonplace/notebook.libnotes.
        """,
      valueName: "path"),
    completion: .file(extensions: ["libnotes"]))
  var notebook: String?

  func validate() throws {
    if notebook?.isEmpty == true { throw ValidationError("--notebook has an empty path") }
  }

  var location: NotebookLocation {
    NotebookLocation.resolve(
      explicit: notebook, environment: ProcessInfo.processInfo.environment,
      configured: CommandSettings.current.notebook,
      directory: FileManager.default.currentDirectoryPath)
  }

  /// Opens the notebook, and prints messages about its state. With `namesLeftTexts`, also prints
  /// the path of a text that the user's editor left unsaved.
  func open(namesLeftTexts: Bool = true) throws -> Notebook {
    let location = location
    if let other = location.alternatives.first {
      StandardError.write(
        "commonplace: note: found several notebooks: reading \(location.path.terminalSafeLine); "
          + "use --notebook to choose another, such as \(other.terminalSafeLine)")
    }
    do {
      let notebook = try Notebook.open(location)
      if let note = notebook.newerVersionNote {
        StandardError.write("commonplace: note: \(note.terminalSafeLine)")
      }
      if case .stateUnusable = notebook.problem, let problem = notebook.problem {
        StandardError.write("commonplace: note: \(problem.standingDescription.terminalSafeLine)")
      } else if let problem = notebook.problem {
        StandardError.write(
          "commonplace: note: these notes are from this machine's working copy; the file cannot be "
            + "used: \(problem.message.terminalSafeLine) “commonplace check” shows how to fix it.")
      }
      Self.tellNotices(of: notebook)
      Self.report(ChangedElsewhere(notebook.takeSuperseded(), in: notebook))
      if namesLeftTexts { Self.nameLeftTexts(of: notebook) }
      return notebook
    } catch NotebookError.missing(let path) {
      throw CommandFailure(missing: path, strangers: location.strangers)
    }
  }

  /// Prints the path of a text that an editor wrote and no command saved, and the number of other
  /// texts. On a terminal, each text is counted once; `status` always lists all of them.
  private static func nameLeftTexts(of notebook: Notebook) {
    let texts = EditorText.left(in: notebook).filter { !$0.isNamed }
    guard let first = texts.first else { return }
    let more = texts.count > 1 ? " and \(texts.count - 1) more" : ""
    let saved = texts.count > 1 ? "them" : "it"
    StandardError.write(
      "commonplace: note: a text from your editor was not saved (\(first.words)): "
        + "\(first.path.terminalSafeLine)\(more). “commonplace edit --recover” saves \(saved)")
    if isatty(2) == 1 { for text in texts { text.setNamed() } }
  }

  static func tellNotices(of notebook: Notebook) {
    for notice in notebook.takeNotices() {
      StandardError.write("commonplace: note: \(notice.message.terminalSafeLine)")
    }
  }

  /// Prints which notes had texts, saved on this machine, that another program or device
  /// superseded. Prints nothing for nil.
  static func report(_ superseded: ChangedElsewhere?) {
    guard let superseded else { return }
    StandardError.write("commonplace: note: \(superseded.words.terminalSafeLine)")
  }
}

extension CommandFailure {
  /// Reports that there is no notebook at `path`. `strangers` are found notebooks of other users.
  init(missing path: String, strangers: [String] = []) {
    let found = strangers.first.map { "; \($0) belongs to another user, so it is not used" } ?? ""
    self.init(
      .inputOutput, "there is no notebook at \(path)\(found)",
      "use --notebook PATH, or create one with “commonplace init”")
  }
}
