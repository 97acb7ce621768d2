import ArgumentParser
import Foundation
import JSON
import Notebook
import NotebookFile
import UserSettings

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show or edit settings.",
    discussion: """
      The command line and your editors share one file of settings, \
      ~/.config/commonplace/config.toml ($XDG_CONFIG_HOME replaces ~/.config):

        [review]
        scheduler = "fsrs"
        answers = 4

      Options of a command override the file. In an editor, the settings of the editor override \
      it, too. docs/settings.md explains each setting.
      """,
    subcommands: [ListSettings.self, EditSettings.self], defaultSubcommand: ListSettings.self)
}

struct ListSettings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the settings, and where their values come from.")

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print only the path of the file.")
  var path = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    if path {
      // Does not report errors in the file: other programs read this output.
      let file = SettingsFile(environment: ProcessInfo.processInfo.environment)
      return try StandardOutput.write(
        json ? (["path": file.path.json] as JSONValue).line : file.path.terminalSafeLine)
    }
    let file = CommandSettings.file
    let settings = Setting.all.map { ListedSetting($0, in: file, options) }
    if json {
      return try StandardOutput.write(JSONValue.array(settings.map(\.json)).line)
    }
    let width = settings.map(\.assignment.count).filter { $0 <= 44 }.max() ?? 0
    for setting in settings {
      let text = setting.assignment
      let gap = String(repeating: " ", count: max(0, width - text.count) + 2)
      try StandardOutput.write("\(text)\(gap)# \(setting.origin)".terminalSafeLine)
    }
  }
}

private struct ListedSetting {
  var name: String
  var value: JSONValue
  var origin: String
  var kind: String
  var line: Int?

  init(_ setting: Setting, in file: SettingsFile, _ options: NotebookOptions) {
    name = setting.name
    value = setting.value(in: file.settings())
    (kind, origin) = ("default", "default")
    if file.sets(setting) {
      line = file.line(of: setting)
      kind = "file"
      origin = line.map { "\(file.path):\($0)" } ?? file.path
    }
    guard setting.use == .notebook else { return }
    // The notebook can also be chosen by an option, the environment or the current folder.
    let location = options.location
    switch location.origin {
    case .settings: return
    case .explicit: (kind, origin) = ("option", "--notebook")
    case .environment: (kind, origin) = ("environment", "$COMMONPLACE_NOTEBOOK")
    case .folder: origin = "default: the nearest notebook in or above this folder"
    case .dataFolder: break
    }
    value = location.path.json
    line = nil
  }

  /// The setting as a line for the file: `review.limit = 20`.
  var assignment: String {
    let isMissing = value == .null
    return "\(isMissing ? "# " : "")\(name) ="
      + (isMissing ? "" : " " + String(decoding: value.serialized(), as: UTF8.self))
  }

  var json: JSONValue {
    [
      "name": name.json, "value": value, "origin": kind.json,
      "path": kind == "file" ? CommandSettings.file.path.json : .null, "line": line.json,
    ]
  }
}

struct EditSettings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Open the settings file in your editor; create it if missing.",
    discussion: """
      The editor is $VISUAL, else $EDITOR, else vi. When it closes, errors in the file are printed.
      """)

  @Flag(help: "Print JSON at the end.")
  var json = false

  func run() throws {
    guard NotebookOptions.isTerminal || json else {
      throw CommandFailure(
        .usage, "cannot open an editor without a terminal",
        "“commonplace config --path” prints the path")
    }
    let environment = ProcessInfo.processInfo.environment
    let path = SettingsFile(environment: environment).path
    do {
      try FileManager.default.createDirectory(
        atPath: SettingsFile.folder(environment), withIntermediateDirectories: true)
      if !FileManager.default.fileExists(atPath: path) {
        try Data(Self.template.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
      }
    } catch {
      throw CommandFailure(
        .inputOutput, "cannot create \(path)", "check that you may write to its folder")
    }
    try NoteEditor().open(path)?.announce(isSaved: false)
    let file = SettingsFile(environment: environment)
    CommandSettings.announce(file)
    if json {
      try StandardOutput.write(
        (["path": path.json, "problemCount": file.problems.count.json] as JSONValue).line)
    }
    if !file.problems.isEmpty { throw SilentExit(code: CommandFailure.Code.badData.rawValue) }
  }

  private static var template: String {
    let settings = Setting.all.map { setting -> String in
      let value = setting.value(in: Settings())
      let text = value == .null ? "" : " " + String(decoding: value.serialized(), as: UTF8.self)
      return "# \(setting.description)\n# \(setting.name) =\(text)\n"
    }
    return "# Settings; docs/settings.md explains them.\n"
      + "# To set one, remove “# ” before its name, and write its value after “=”.\n\n"
      + settings.joined(separator: "\n")
  }
}
